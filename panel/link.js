// The way to the engine: makes sure there is one, connects, connects again, sends events in order.
// Must not know what an event or a command means.
"use strict";

globalThis.cgtLink = (() => {
  const FIRST_DELAY = 100;
  const LONGEST_DELAY = 5_000;

  /** @type {(on: LinkListener) => EngineLink} */
  function open(on) {
    /** @type {chrome.runtime.Port | null} */
    let port = null;
    let attempt = 0;
    let delay = FIRST_DELAY;
    let sequence = 0;
    let generation = 0;
    let ready = false;
    /** Whether the Port carries buffers: the engine's first message shows it. */
    let binary = false;

    async function connect() {
      if (port) return;
      const mine = ++attempt;
      try {
        await chrome.runtime.sendMessage({ ensure_engine: true });
        if (mine !== attempt) return;
        const made = chrome.runtime.connect({ name: "panel" });
        made.onMessage.addListener((message) => {
          if (made === port) receive(message);
        });
        made.onDisconnect.addListener(() => {
          // Read, or the browser reports that nobody looked at it.
          void chrome.runtime.lastError;
          if (made === port) lost();
        });
        port = made;
      } catch {
        if (mine === attempt) lost();
      }
    }

    function lost() {
      port = null;
      ready = false;
      attempt += 1;
      if (!chrome.runtime?.id) {
        // The extension was updated or removed; this page's copy of it will never reach it again.
        on.state({ state: "gone" });
        return;
      }
      on.state({ state: "restarting" });
      setTimeout(connect, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    }

    /** @param {any} message */
    function receive(message) {
      if (message.kind === "batch") {
        const { commands } = message;
        const text = typeof commands === "string" ? commands : new TextDecoder().decode(commands);
        on.batch(message.seq, text ? JSON.parse(text) : []);
        return;
      }
      binary = cgtWire.isBuffer(message.carries);
      generation = message.generation;
      ready = message.state === "ready";
      if (ready) delay = FIRST_DELAY;
      on.state(message);
    }

    // A page that is only being prepared has the number of a tab that shows another one.
    const { prerendering } = /** @type {any} */ (document);
    if (prerendering) document.addEventListener("prerenderingchange", connect, { once: true });
    else connect();
    // In the page cache the Port died without a word.
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      port?.disconnect();
      port = null;
      ready = false;
      connect();
    });

    return {
      get ready() {
        return ready;
      },
      send(event, body = null) {
        if (!port || !ready) return 0;
        sequence += 1;
        try {
          cgtWire.send(port, { seq: sequence, generation, binary, header: JSON.stringify(event) }, body, binary);
        } catch {
          lost();
          return 0;
        }
        return sequence;
      },
      retry() {
        if (port) port.postMessage({ retry: true });
        else connect();
      },
    };
  }

  return { open };
})();
