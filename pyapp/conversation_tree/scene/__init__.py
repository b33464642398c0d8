"""What is drawn: a display list, its window, its difference from the last one, and its SVG text.

Must not know the browser, the panel's behaviour or any site.
"""
