// Reading a large conversation without one long task: the answer's text is cut at the entries of its tree, which
// are parsed some at a time. Knows only that much of the shape.

const LARGE = 400_000;
const SLICE_MS = 12;

/** Lets everything else have its turn; without a message, which eavesdroppers would hear. */
export const breathe = () => scheduler.postTask(() => {});

async function textOf(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const parts = [];
  let since = performance.now();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    if (performance.now() - since < SLICE_MS) continue;
    await breathe();
    since = performance.now();
  }
  return parts;
}

export async function fromPieces(answer) {
  const parts = await textOf(answer);
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (size < LARGE) return JSON.parse(parts.join(''));
  return cut(parts.join(''));
}

/** Finds the object named mapping at the first level, and in it where every entry begins and ends. */
async function cut(text) {
  const QUOTE = 34, ESCAPE = 92, OPEN = 123, CLOSE = 125, LIST = 91, END = 93;
  const entries = [], mapping = {};
  let depth = 0, from = -1, to = -1, begin = -1, since = performance.now();
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const start = at;
      for (at = text.indexOf('"', at + 1); escaped(text, at, ESCAPE); at = text.indexOf('"', at + 1));
      if (depth === 1 && from < 0 && /^"mapping"\s*:/.test(text.slice(start, start + 16))) from = text.indexOf('{', at);
      if (depth === 2 && from >= 0 && to < 0 && begin < 0 && start > from) begin = start;
      if (performance.now() - since > SLICE_MS) { await breathe(); since = performance.now(); }
    } else if (code === OPEN || code === LIST) depth += 1;
    else if (code === CLOSE || code === END) {
      depth -= 1;
      if (from < 0 || to >= 0) continue;
      if (depth === 2) { entries.push(text.slice(begin, at + 1)); begin = -1; }
      if (depth === 1) to = at;
    }
  }
  for (let index = 0; index < entries.length; index += 50) {
    Object.assign(mapping, JSON.parse(`{${entries.slice(index, index + 50).join(',')}}`));
    if (performance.now() - since > SLICE_MS) { await breathe(); since = performance.now(); }
  }
  return { ...JSON.parse(`${text.slice(0, from)}{}${text.slice(to + 1)}`), mapping };
}

function escaped(text, at, mark) {
  let marks = 0;
  while (text.charCodeAt(at - 1 - marks) === mark) marks += 1;
  return marks % 2 === 1;
}
