// The extension's own engine Worker, with a small bridge around it that says how long one answer takes.
// Knows the messages of the protocol as the real bridge does, and nothing of trees.

import "../../../dist/extension/panel/protocol_names.js";
import "../../../dist/extension/panel/engine_worker.js";
import { Nesting } from "../../../dist/extension/panel/nesting.js";
import { serve, timed } from "./measuring.js";

const { events: E, commands: C } = cgtNames;
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const TAB = 1;
const SESSION = encoder.encode('{"accessToken":"measured"}');

/** @type {Map<string, { address: string, body: ArrayBuffer, levels: number, counting: number }>} */
const bodies = new Map();

/** One event to Python and its commands for the page. @param {object} event @param {Uint8Array} [body] @returns {any[]} */
function send(event, body) {
  const [page] = engineWorker.entry.handle(TAB, JSON.stringify(event), body, 1);
  const text = decoder.decode(page);
  return text ? JSON.parse(text) : [];
}

/** @param {any[]} commands */
const requestIn = (commands) => commands.find((command) => command.type === C.request_host);

/** @param {number} request */
const answered = (request) => ({ type: E.request_answered, request, status: 200, headers: {}, failure: "" });

/** A page that opens at this address, up to the request for its conversation; returns its number. @param {string} address */
function untilAsked(address) {
  const view = { left: 0, top: 0, width: 345, height: 700 };
  let request = requestIn(send({ type: E.page_opened, address, language: "en", state: "" }));
  send({ type: E.viewport_changed, ...view });
  request ??= requestIn(send({ type: E.control_activated, control: "open" }));
  return requestIn(send(answered(request.request), SESSION)).request;
}

serve({
  boot: () =>
    new Promise((resolve) => {
      // The Worker's own "ready" goes to the page; here its effect is waited for.
      const waiting = setInterval(() => {
        if (!globalThis.engineWorker) return;
        clearInterval(waiting);
        resolve({});
      }, 10);
    }),
  async load({ name, address }) {
    const body = await (await fetch(`/data/${name}.json`)).arrayBuffer();
    // The engine's document does this while the pieces arrive, before the Worker has any of them.
    let deepest = 0;
    let counting = Infinity;
    for (let round = 0; round < 5; round += 1) {
      const nesting = new Nesting();
      const [ms] = timed(1, () => nesting.feed(body));
      counting = Math.min(counting, ms);
      deepest = nesting.deepest;
    }
    bodies.set(name, { address, body, levels: deepest, counting });
    return { bytes: body.byteLength, counting };
  },
  picture({ name }) {
    const { address, body, levels } = /** @type {{ address: string, body: ArrayBuffer, levels: number }} */ (bodies.get(name));
    const header = JSON.stringify(answered(untilAsked(address)));
    const [ms, [page]] = timed(1, () => engineWorker.entry.handle(TAB, header, new Uint8Array(body), levels));
    const drawn = JSON.parse(decoder.decode(page)).some((/** @type {any} */ command) => command.type === C.apply_patch);
    const described = send({ type: E.description_asked }).find((command) => command.type === C.describe_tree);
    return { ms, turns: drawn ? described.figures.turns : 0, patch: page.byteLength };
  },
  async parts({ name, rounds }) {
    const { pyodide } = engineWorker;
    const { body, levels } = /** @type {{ body: ArrayBuffer, levels: number }} */ (bodies.get(name));
    pyodide.runPython(await (await fetch("parts.py")).text());
    const locales = await (await fetch("/locales.json")).text();
    return JSON.parse(pyodide.globals.get("parts")(new Uint8Array(body), levels, locales, rounds));
  },
  /** A word typed letter by letter into the search box: what each letter takes until all of it is found and
   * drawn, and the longest answer to one event. The picture comes first; reading all words is not counted. */
  typing({ word }) {
    /** @param {object} event @returns {number[]} */
    const settle = (event) => {
      const times = [];
      for (let next = /** @type {object | null} */ (event); next; ) {
        const [ms, commands] = timed(1, () => send(/** @type {object} */ (next)));
        times.push(ms);
        const timer = commands.find((command) => command.type === C.set_timer && command.timer === "search");
        next = timer ? { type: E.timer_fired, timer: timer.timer } : null;
      }
      return times;
    };
    /** @param {string} text */
    const enter = (text) => settle({ type: E.text_entered, element: "search", text });
    const reading = enter(word[0]);
    enter("");
    const letters = [...word].map((_, place) => enter(word.slice(0, place + 1)));
    enter("");
    /** @param {number[]} times */
    const sum = (times) => times.reduce((a, b) => a + b, 0);
    return { ms: letters.map(sum), longest: Math.max(...letters.flat()), reading: sum(reading) };
  },
  async shape({ nodes, parents }) {
    const { pyodide } = engineWorker;
    pyodide.runPython(await (await fetch("layouts.py")).text());
    pyodide.globals.get("take")(nodes, JSON.stringify(parents));
    return {};
  },
  layout({ nodes, times }) {
    const lay = engineWorker.pyodide.globals.get("lay");
    const [ms, width] = timed(times, () => lay(nodes));
    return { ms, width };
  },
});
