// Bodies of bytes on the extension's Port, both ends: in pieces, as buffers where the Port carries them.
// Must not know what a message means.
"use strict";

globalThis.cgtWire = (() => {
  /** One message of a Port may hold 64 MiB. In small ones one end packs while the other unpacks: a fifth sooner. */
  const PIECE = 256 * 1024;
  const CODE_UNITS = 0x8000;
  /** So long, in ms, work goes on before keys and frames of the page have their turn. */
  const TURN = 8;
  /** What waits behind a body that is still being sent, by port. @type {WeakMap<chrome.runtime.Port, (() => void)[]>} */
  const waiting = new WeakMap();

  /** A buffer sent by the other end is one of another realm to `instanceof` in some browsers. @param {unknown} value */
  const isBuffer = (value) => Object.prototype.toString.call(value) === "[object ArrayBuffer]";

  /** Long work in turns: await the result between its steps. @returns {() => Promise<void> | undefined} */
  function turns() {
    let since = performance.now();
    return () => {
      if (performance.now() - since < TURN) return undefined;
      return new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          since = performance.now();
          done();
        };
        port2.postMessage(null);
      });
    };
  }

  /** @param {ArrayBuffer} buffer */
  function toBase64(buffer) {
    const bytes = new Uint8Array(buffer);
    let text = "";
    for (let at = 0; at < bytes.length; at += CODE_UNITS) {
      text += String.fromCharCode(...bytes.subarray(at, at + CODE_UNITS));
    }
    return btoa(text);
  }

  /** @param {ArrayBuffer | string} part @returns {ArrayBuffer} */
  function unpacked(part) {
    if (typeof part !== "string") return part;
    return Uint8Array.from(atob(part), (unit) => unit.charCodeAt(0)).buffer;
  }

  /**
   * Post a message, its body in as many pieces as it takes; what is sent meanwhile comes behind it.
   * @param {chrome.runtime.Port} port @param {object} message @param {ArrayBuffer | null} body @param {boolean} binary
   */
  function send(port, message, body, binary) {
    const before = waiting.get(port);
    if (!body || body.byteLength <= PIECE) {
      const post = () => port.postMessage(body ? { ...message, body: binary ? body : toBase64(body) } : message);
      if (before) before.push(post);
      else post();
      return;
    }
    const queue = before ?? [];
    const pack = (/** @type {ArrayBuffer} */ piece) => (binary ? piece : toBase64(piece));
    let at = 0;
    for (; body.byteLength - at > PIECE; at += PIECE) {
      const from = at;
      queue.push(() => port.postMessage({ part: pack(body.slice(from, from + PIECE)) }));
    }
    queue.push(() => port.postMessage({ ...message, body: pack(body.slice(at)) }));
    if (!before) post(port, queue);
  }

  /** @param {chrome.runtime.Port} port @param {(() => void)[]} queue which may grow meanwhile */
  async function post(port, queue) {
    waiting.set(port, queue);
    const turn = turns();
    try {
      for (const next of queue) {
        next();
        await turn();
      }
    } catch {
      // The other end is gone; whoever opened the port hears of it.
    }
    waiting.delete(port);
  }

  /**
   * A receiver that holds pieces back until the message they belong to is there.
   * @param {(piece: ArrayBuffer) => void} [look] sees every piece as it comes
   */
  function inbox(look = () => {}) {
    /** @type {ArrayBuffer[]} */
    let pieces = [];
    /** @param {any} message @returns {{ message: any, body: ArrayBuffer | null } | null} */
    return (message) => {
      if (message.part !== undefined) {
        const piece = unpacked(message.part);
        look(piece);
        pieces.push(piece);
        return null;
      }
      const { body, ...rest } = message;
      if (body === undefined) return { message: rest, body: null };
      const last = unpacked(body);
      look(last);
      const before = pieces.length * PIECE;
      if (!before) return { message: rest, body: last };
      const whole = new Uint8Array(before + last.byteLength);
      for (const [at, piece] of [...pieces, last].entries()) whole.set(new Uint8Array(piece), at * PIECE);
      pieces = [];
      return { message: rest, body: whole.buffer };
    };
  }

  return { isBuffer, turns, send, inbox };
})();
