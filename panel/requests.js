// Requests: ours to the page's own origin, and what the hook in the page's world says of the page's own.
// Must not know an endpoint, nor what a body holds.
"use strict";

globalThis.cgtRequests = (() => {
  const KEPT_CAPTURES = 4;
  /** Bodies above this are not a conversation. */
  const LARGEST_BODY = 256 * 1024 * 1024;
  const HEADERS = ["content-type", "retry-after", "content-language"];
  /** A stream's end shows in the browser's resource timing, so the stream itself is left alone. */
  const LONGEST_STREAM = 15 * 60 * 1000;

  /** Same origin, whatever the path says. @param {string} path */
  function ownAddress(path) {
    if (!path.startsWith("/") || path.startsWith("//")) return null;
    const address = new URL(path, location.origin);
    return address.origin === location.origin ? address.href : null;
  }

  /** In turns: many megabytes at once would stand in the way of the page. @param {Response} answer */
  async function bytesOf(answer) {
    const turn = cgtWire.turns();
    /** @type {Uint8Array[]} */
    const parts = [];
    let size = 0;
    const reader = answer.body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      parts.push(read.value);
      size += read.value.byteLength;
      if (size > LARGEST_BODY) throw new RangeError("too large");
      await turn();
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.byteLength;
      await turn();
    }
    return whole.buffer;
  }

  /** Answers our own requests. */
  function host() {
    /** @type {Set<AbortController>} */
    const open = new Set();

    /** Null when it was called off. @param {HostRequest} command @returns {Promise<HostAnswer | null>} */
    async function ask(command) {
      const address = ownAddress(command.path);
      if (!address) return { status: 0, headers: {}, failure: "network", body: null };
      const controller = new AbortController();
      open.add(controller);
      let failure = "network";
      const limit = setTimeout(() => {
        failure = "timeout";
        controller.abort();
      }, command.timeout_ms);
      try {
        const answer = await fetch(address, {
          method: command.method,
          headers: command.headers,
          body: command.body || undefined,
          credentials: "include",
          // A redirect could lead elsewhere, and headers with it.
          redirect: "error",
          signal: controller.signal,
        });
        const body = await bytesOf(answer);
        const headers = Object.fromEntries(HEADERS.map((name) => [name, answer.headers.get(name) ?? ""]));
        return { status: answer.status, headers, failure: "", body };
      } catch {
        return open.has(controller) ? { status: 0, headers: {}, failure, body: null } : null;
      } finally {
        clearTimeout(limit);
        open.delete(controller);
      }
    }

    function callOff() {
      for (const controller of open) {
        open.delete(controller);
        controller.abort();
      }
    }

    return { ask, callOff };
  }

  /** Listens to the hook, which runs in the page's world and takes the first port it is handed. @type {CgtCaptures} */
  function captures(watched, onEnded) {
    let last = 0;
    /** @type {Map<number, ArrayBuffer>} */
    const bodies = new Map();
    /** Streams that are still running, by address. @type {Map<string, () => void>} */
    const streams = new Map();

    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      const { method, address, url, status, streamed, body } = data;
      const capture = (last += 1);
      if (body && body.byteLength <= LARGEST_BODY) {
        bodies.set(capture, body);
        if (bodies.size > KEPT_CAPTURES) bodies.delete(bodies.keys().next().value ?? 0);
      }
      const tell = () => onEnded({ capture, method, address, status });
      if (!streamed) return tell();
      const ended = () => {
        clearTimeout(limit);
        streams.delete(url);
        tell();
      };
      const limit = setTimeout(ended, LONGEST_STREAM);
      streams.get(url)?.();
      streams.set(url, ended);
    };
    window.postMessage(watched, location.origin, [port2]);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) streams.get(entry.name)?.();
    }).observe({ type: "resource" });

    return {
      /** The body of a capture, once; null when newer ones displaced it. */
      take(capture) {
        const body = bodies.get(capture) ?? null;
        bodies.delete(capture);
        return body;
      },
    };
  }

  return { host, captures };
})();
