// The page's world: reports that a watched request ended, and changes nothing of what the page gets.
// Must not know an endpoint, a secret, or anything of ours: what to watch comes over a private port.
//
// This file runs before any script of the page. Everything it will need later is taken now and called
// through `Reflect.apply`, because the page may replace any global or method afterwards. A request that
// is not watched gets the browser's own promise; a watched one gets a promise that settles with the very
// same answer or reason, so that an unhandled rejection still is one.
(() => {
  "use strict";
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { toUpperCase } = String.prototype;
  const { exec } = RegExp.prototype;
  const { get: headerOf } = Headers.prototype;
  const { clone, arrayBuffer } = Response.prototype;
  const { postMessage } = MessagePort.prototype;
  const Address = URL;
  const origin = location.origin;
  const base = document;
  const json = /^[a-z]+\/(?:[^;]+\+)?json\b/i;
  const stream = /^text\/event-stream\b/i;

  /** @param {object} prototype @param {string} name @returns {(of: any) => any} */
  const getter = (prototype, name) => {
    const get = /** @type {Function} */ (/** @type {PropertyDescriptor} */ (getOwnPropertyDescriptor(prototype, name)).get);
    return (of) => apply(get, of, []);
  };
  const baseOf = getter(Node.prototype, "baseURI");
  const originOf = getter(URL.prototype, "origin");
  const pathOf = getter(URL.prototype, "pathname");
  const searchOf = getter(URL.prototype, "search");
  const hrefOf = getter(URL.prototype, "href");
  const requestAddress = getter(Request.prototype, "url");
  const requestMethod = getter(Request.prototype, "method");
  const statusOf = getter(Response.prototype, "status");
  const headersOf = getter(Response.prototype, "headers");

  /** @param {any} input @param {(of: any) => any} read */
  const tried = (input, read) => {
    try {
      return read(input);
    } catch {
      return undefined;
    }
  };

  /** @type {MessagePort | null} */
  let port = null;
  /** @type {{ method: string, path: RegExp, body: boolean }[]} */
  const watched = [];

  /**
   * What a call of `fetch` asks for, read without running any code of the page: only strings, URLs and
   * Requests are looked at, and of the options only a plain `method`.
   * @param {ArrayLike<any>} args
   */
  function watchedRequest(args) {
    const input = args[0];
    const isText = typeof input === "string";
    if (!isText && (input === null || typeof input !== "object")) return null;
    const ofRequest = isText ? undefined : tried(input, requestAddress);
    const text = isText ? input : (ofRequest ?? tried(input, hrefOf));
    if (text === undefined) return null;
    const address = new Address(text, baseOf(base));
    if (originOf(address) !== origin) return null;
    const named = tried(args[1], (options) => getOwnPropertyDescriptor(options, "method")?.value);
    const method = named ?? (ofRequest === undefined ? "GET" : requestMethod(input));
    if (typeof method !== "string") return null;
    const upper = apply(toUpperCase, method, []);
    const path = pathOf(address);
    for (let at = 0; at < watched.length; at += 1) {
      const rule = watched[at];
      if (rule.method === upper && apply(exec, rule.path, [path]) !== null) {
        return { method: upper, address: path + searchOf(address), url: hrefOf(address), body: rule.body };
      }
    }
    return null;
  }

  /** @param {{ method: string, address: string, url: string, body: boolean }} request @param {Response} answer */
  async function report(request, answer) {
    try {
      const kind = apply(headerOf, headersOf(answer), ["content-type"]) ?? "";
      const copy = request.body && apply(exec, json, [kind]) !== null ? apply(clone, answer, []) : null;
      const message = {
        method: request.method,
        address: request.address,
        url: request.url,
        status: statusOf(answer),
        streamed: apply(exec, stream, [kind]) !== null,
        body: /** @type {ArrayBuffer | null} */ (null),
      };
      if (copy) message.body = await apply(arrayBuffer, copy, []);
      apply(postMessage, port, message.body ? [message, [message.body]] : [message]);
    } catch {
      // An answer that broke off or was aborted: the page knows, and there is nothing to report.
    }
  }

  /** @param {Promise<Response>} promise @param {any} request */
  async function relay(promise, request) {
    const answer = await promise;
    report(request, answer);
    return answer;
  }

  /** @param {MessageEvent} event */
  function take(event) {
    // The bridge's window is this window; an opener or a frame is another one.
    if (event.source !== window || event.ports.length !== 1) return;
    event.stopImmediatePropagation();
    removeEventListener("message", take, true);
    port = event.ports[0];
    for (const { method, path, body } of event.data) watched[watched.length] = { method, path: new RegExp(path), body };
  }

  addEventListener("message", take, true);
  // A proxy keeps the name and the length by itself, and prints as native code.
  window.fetch = new Proxy(window.fetch, {
    // @ts-expect-error no prototype: a trap that the page plants on Object.prototype is not ours
    __proto__: null,
    apply(target, self, args) {
      const promise = apply(target, self, args);
      if (port === null) return promise;
      const request = tried(args, watchedRequest);
      return request ? relay(promise, request) : promise;
    },
  });
})();
