// Event streams in delta encoding v1: from bytes to frames, from frames to messages. Knows no conversation.

/** Hands every frame's data to `take`, parsed; the end mark and the encoding's name are left out. */
export async function readStream(body, take) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const frames = (buffer + read.value).split('\n\n');
    buffer = frames.pop();
    for (const frame of frames) {
      const line = frame.split('\n').find(each => each.startsWith('data: '));
      if (line) takeData(line.slice(6), take);
    }
  }
}

export function takeData(data, take) {
  if (data === '[DONE]') return false;
  const value = JSON.parse(data);
  if (typeof value === 'object' && value) take(value);
  return true;
}

/** What is left out of a frame (`p`, `o`, `c`) is as in the frame before. */
export class Deltas {
  /** @param {(message: any, root: any) => void} added @param {(message: any) => void} grew */
  constructor(added, grew) {
    Object.assign(this, { added, grew, path: '', operation: 'add', channel: 0, messages: new Map() });
  }

  take(frame) {
    this.path = frame.p ?? this.path;
    this.operation = frame.o ?? this.operation;
    this.channel = frame.c ?? this.channel;
    if (this.path === '' && this.operation === 'add') {
      this.messages.set(this.channel, frame.v);
      if (frame.v?.message) this.added(frame.v.message, frame.v);
      return;
    }
    const root = this.messages.get(this.channel);
    if (!root) return;
    if (this.operation === 'patch') for (const each of frame.v) apply(root, each.p, each.o, each.v);
    else apply(root, this.path, this.operation, frame.v);
    this.grew(root.message);
  }
}

function apply(root, path, operation, value) {
  const names = path.split('/').slice(1);
  const last = names.pop();
  let at = root;
  for (const name of names) at = at?.[name];
  if (!at || last === undefined) return;
  if (operation === 'append' && typeof at[last] === 'string') at[last] += value;
  else if (operation === 'append' && Array.isArray(at[last])) at[last].push(...[value].flat());
  else if (operation === 'append') at[last] = { ...at[last], ...value };
  else if (operation === 'truncate' && typeof at[last] === 'string') at[last] = at[last].slice(0, value);
  else at[last] = value;
}
