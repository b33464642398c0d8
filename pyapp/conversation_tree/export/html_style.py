"""The style sheet of an exported page; it loads nothing and prints well.

Must not know the page's content.
"""

STYLE = """\
:root { color-scheme: light dark; --line: #d0d0d0; --soft: #f4f4f4; --faint: #666; }
@media (prefers-color-scheme: dark) { :root { --line: #444; --soft: #2a2a2a; --faint: #aaa; } }
* { box-sizing: border-box; }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.3; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
section { border-top: 1px solid var(--line); padding: 1rem 0; overflow-wrap: anywhere; }
section.user { border-inline-start: 4px solid #4a90d9; padding-inline-start: 1rem; }
section.assistant { border-inline-start: 4px solid #1d9e75; padding-inline-start: 1rem; }
time, .facts, .language, .branches { color: var(--faint); font-size: .85rem; }
.plain { white-space: pre-wrap; margin: 0 0 1em; }
pre { background: var(--soft); padding: .75rem; overflow-x: auto; border-radius: 6px; text-align: left; }
code { font: .9em/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; }
blockquote { border-inline-start: 3px solid var(--line); margin-inline: 0; padding-inline-start: 1rem; }
img { max-width: 100%; height: auto; }
.asset { color: var(--faint); border: 1px dashed var(--line); padding: .2rem .5rem; display: inline-block; }
.warning { border: 2px solid #b3261e; padding: .5rem 1rem; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; overflow-wrap: anywhere; }
dl.facts dd { margin: 0; }
@media print {
  body { max-width: none; margin: 0; font-size: 11pt; }
  pre, table, img, blockquote { break-inside: avoid; }
  pre { white-space: pre-wrap; overflow: visible; }
  h1, h2 { break-after: avoid; }
  a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .8em; }
}
"""
