// How deep JSON is nested, counted byte by byte while it arrives.
// Must not know what the JSON means. A parser recurses, and in WebAssembly a few thousand levels end the interpreter.
//
// Exact for well-formed JSON; on other text exact up to the first fault, and no parser gets beyond that.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, `]` and `}` differ in this bit only. */
const EITHER = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

export class Nesting {
  #level = 0;
  #inText = false;
  /** The bytes so far end within a text with a backslash that takes the next byte along. */
  #escaping = false;
  /** Levels of lists and objects so far. */
  deepest = 0;

  /** The next bytes of the same JSON. @param {ArrayBuffer} buffer */
  feed(buffer) {
    const bytes = new Uint8Array(buffer);
    let at = 0;
    while (at < bytes.length) at = this.#inText ? this.#throughText(bytes, at) : this.#outside(bytes, at);
  }

  /** To behind the next quotation mark. @param {Uint8Array} bytes @param {number} at */
  #outside(bytes, at) {
    const end = bytes.length;
    let level = this.#level;
    let { deepest } = this;
    while (at < end) {
      const byte = bytes[at];
      at += 1;
      if (byte === QUOTE) {
        this.#inText = true;
        break;
      }
      if ((byte | EITHER) === OPENING) {
        level += 1;
        if (level > deepest) deepest = level;
      } else if ((byte | EITHER) === CLOSING) level -= 1;
    }
    this.#level = level;
    this.deepest = deepest;
    return at;
  }

  /** To behind the end of a text: most bytes are in texts, and the browser looks for one byte much faster. @param {Uint8Array} bytes @param {number} at */
  #throughText(bytes, at) {
    const found = bytes.indexOf(QUOTE, at);
    const end = found < 0 ? bytes.length : found;
    let first = end;
    while (first > at && bytes[first - 1] === BACKSLASH) first -= 1;
    const escaping = ((end - first) % 2 === 1) !== (first === at && this.#escaping);
    this.#escaping = found < 0 && escaping;
    this.#inText = found < 0 || escaping;
    return end + 1;
  }
}
