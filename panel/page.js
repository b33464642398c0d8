// The page's conversation: what of it is mounted now, and the four things that may be done to it.
// Must not know what a message is part of, nor a selector or word of the site: those come as data.
"use strict";

globalThis.cgtPage = (() => {
  const { commands: C } = cgtNames;
  /** How often the page is looked at, and how long it may take to mount, to step, to settle; in ms. */
  const TIME = { still: 1_000, answering: 300, waiting: 30, quiet: 80, mount: 200, step: 2_500, settle: 1_500, marked: 1_500 };
  const WORDS = 200;
  /** A message higher than the view begins so many px below its edge: headers of pages lie there. */
  const EDGE = 72;
  const TRIES = 6;
  const SPOTS = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((y, _, all) => all.map((x) => [x, y]));
  /** `n/m` in any digits, without the marks of direction. */
  const COUNTER = /^\p{Nd}+\s*[/∕]\s*\p{Nd}+$/u;
  const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

  const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  /** A page that nobody sees has no frames. */
  const laidOut = () => Promise.race([pause(150), frames()]);

  /** @template T @param {number} ms @param {() => T} test */
  async function until(ms, test) {
    for (const end = performance.now() + ms; ; await pause(TIME.waiting)) {
      const seen = test();
      if (seen || performance.now() > end) return seen;
    }
  }

  /** Wait until nothing comes or goes any more. @param {Node} root */
  async function settled(root) {
    let last = performance.now();
    const observer = new MutationObserver(() => (last = performance.now()));
    observer.observe(root, { childList: true, subtree: true });
    await laidOut();
    await until(TIME.settle, () => performance.now() - last > TIME.quiet);
    observer.disconnect();
  }

  /** What is mounted in the route that shows; others may be kept, hidden. @returns {CgtSight} */
  function look() {
    const { renderers } = cgtSite;
    const site = renderers.find(({ detect }) => !detect || document.querySelector(detect)) ?? renderers[0];
    const root = (site.scope && document.querySelector(site.scope)) || document;
    const messages = new Map();
    for (const element of root.querySelectorAll(site.messages.map(({ selector }) => selector).join())) {
      for (const { selector, attribute, role } of site.messages) {
        const id = element.matches(selector) && element.getAttribute(attribute)?.trim().split(/\s+/).at(-1);
        if (id && !messages.has(id)) messages.set(id, { element, role });
      }
    }
    return { site, root, messages, ids: [...messages.keys()].join(" ") };
  }

  /** The first words; reading them lays nothing out. @param {Element} element @param {string} selector */
  function beginning(element, selector) {
    const words = (selector && element.querySelector(selector)) || element;
    const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
    let text = "";
    while (text.length < WORDS && walker.nextNode()) text += walker.currentNode.nodeValue;
    return text.slice(0, WORDS);
  }

  /** What scrolls the conversation, and where in the window one sees through it, in px. @param {CgtSight} sight */
  function viewOf({ site, root, messages }) {
    const scrolls = (/** @type {Element} */ e) => /auto|scroll/.test(getComputedStyle(e).overflowY);
    const inside = [...messages.values()][0]?.element ?? null;
    const named = [...root.querySelectorAll(site.scroller)].find((e) => scrolls(e) && (!inside || e.contains(inside)));
    let found = /** @type {Element | null} */ (named ?? inside);
    while (found && !scrolls(found)) found = found.parentElement;
    const scroller = found ?? document.documentElement;
    const { top, bottom } = scroller.getBoundingClientRect();
    return { scroller, top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
  }

  /** Whether a spot of it is to be seen in a view. @param {Element} element @param {number} top @param {number} bottom */
  function isOnScreen(element, top, bottom) {
    const box = element.getBoundingClientRect();
    const from = Math.max(box.top, top);
    const high = Math.min(box.bottom, bottom) - from;
    const at = (/** @type {number[]} */ [x, y]) => document.elementFromPoint(box.left + x * box.width, from + y * high);
    return high > 0 && SPOTS.some((spot) => element.contains(at(spot)));
  }

  /** An animation leaves the page's own attributes alone. @param {Element} element @param {string} colour */
  function mark(element, colour) {
    const line = { outline: `3px solid ${colour}`, outlineOffset: "4px" };
    const end = matchMedia("(prefers-reduced-motion: reduce)").matches ? line : { ...line, outlineColor: "transparent" };
    element.animate([line, { ...line, offset: 0.6 }, end], TIME.marked);
  }

  /** As a pointer would, to that very element. @param {Element} turn @param {string[]} moves */
  function hover(turn, moves) {
    for (const move of moves) {
      const how = { composed: true, bubbles: !/enter|leave/.test(move) };
      for (const made of [new PointerEvent(`pointer${move}`, how), new MouseEvent(`mouse${move}`, how)]) turn.dispatchEvent(made);
    }
  }

  /** A button of the pager behind a message: of the two around `n/m`, outside of what was written. @type {CgtPagerButton} */
  function pagerButton({ site, messages }, turn, role, step) {
    for (const behind of turn.querySelectorAll("button + * + button")) {
      const counter = /** @type {Element} */ (behind.previousElementSibling);
      const text = (counter.textContent ?? "").replace(DIRECTIONS, "").trim();
      if (!COUNTER.test(text) || counter.closest(site.text)) continue;
      const before = (/** @type {Element} */ e) => turn.contains(e) && counter.compareDocumentPosition(e) & 2;
      if ([...messages.values()].findLast(({ element }) => before(element))?.role !== role) continue;
      return /** @type {HTMLButtonElement} */ (step < 0 ? counter.previousElementSibling : behind);
    }
    return null;
  }

  /** Each ends with an outcome and perhaps a message. @type {Record<string, CgtAction>} */
  const actions = {
    async [C.look_at_page]() {
      const sight = look();
      const { top, bottom } = viewOf(sight);
      const middle = (top + bottom) / 2;
      const places = [...sight.messages].map(([id, { element }]) => ({ id, ...element.getBoundingClientRect().toJSON() }));
      const away = (/** @type {any} */ box) => (box.height ? Math.max(box.top - middle, middle - box.bottom, 0) : Infinity);
      return ["done", places.sort((a, b) => away(a) - away(b))[0]?.id];
    },
    async [C.show_message]({ message, flash }, colour) {
      // What comes and goes because of the scrolling may move it again.
      for (let tries = TRIES; ; tries -= 1) {
        const sight = look();
        const { element } = sight.messages.get(message) ?? {};
        if (!element) return ["absent"];
        const { scroller, top, bottom } = viewOf(sight);
        const box = element.getBoundingClientRect();
        const room = bottom - top - box.height;
        const before = scroller.scrollTop;
        scroller.scrollBy({ top: box.top - top - (room < 2 * EDGE ? EDGE : room / 2), behavior: "instant" });
        const moved = Math.abs(scroller.scrollTop - before) >= 1;
        await laidOut();
        if (moved && tries) continue;
        if (!isOnScreen(element, top, bottom)) return ["hidden"];
        if (flash) mark(element, colour);
        return ["done"];
      }
    },
    async [C.scroll_page]({ screens, fraction }) {
      const sight = look();
      const { scroller } = viewOf(sight);
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      // One that is turned over counts from its end, upwards below 0.
      const start = getComputedStyle(scroller).flexDirection === "column-reverse" ? clientHeight - scrollHeight : 0;
      const part = start + fraction * (scrollHeight - clientHeight);
      scroller.scrollTo({ top: fraction === null ? scrollTop + screens * clientHeight : part, behavior: "instant" });
      await settled(sight.root);
      return [Math.abs(scroller.scrollTop - scrollTop) >= 1 || look().ids !== sight.ids ? "done" : "end"];
    },
    async [C.press_pager]({ message, step }) {
      const sight = look();
      const { element, role = "" } = sight.messages.get(message) ?? {};
      const turn = element?.closest(sight.site.turn);
      if (!element || !turn) return ["absent"];
      const find = () => pagerButton(sight, turn, role, step);
      let button = find();
      const hovered = [];
      // Some pages mount it while the turn is under the pointer, some while the message is.
      for (const spot of [turn, element]) {
        if (button) break;
        hovered.push(spot);
        hover(spot, ["over", "enter", "move"]);
        button = await until(TIME.mount, find);
      }
      const refused = button?.matches(":disabled, [aria-disabled=true]");
      if (!refused) button?.click();
      for (const spot of hovered) if (spot.isConnected) hover(spot, ["out", "leave"]);
      if (!button || refused) return [button ? "refused" : "absent"];
      if (!(await until(TIME.step, () => look().ids !== sight.ids))) return ["unchanged"];
      await settled(sight.root);
      return ["done"];
    },
  };

  /** @type {(on: CgtPageListener) => CgtPageWatch} */
  function watch(on) {
    /** The messages of the last report. @type {CgtSight["messages"]} */
    let known = new Map();
    let [told, answering, epoch, last] = ["", false, 0, Promise.resolve()];

    /** Say what the page shows, if anything of it has changed. */
    function report() {
      const { site, root, messages, ids } = look();
      const [was, newest] = [answering, [...messages.keys()].at(-1)];
      answering = Boolean(root.querySelector(site.answering));
      const written = (/** @type {any} */ box) => /\S/.test(box.value ?? box.textContent);
      const [draft, editing] = [site.composer, site.editor].map((boxes) => [...root.querySelectorAll(boxes)].some(written));
      // Once more when it has ended: its last words may have come since the last report.
      const list = [...messages].map(([id, { element, role }]) => {
        const grows = id === newest && (answering || was);
        return [id, role, grows || !known.has(id) ? beginning(element, site.text) : ""];
      });
      const summary = JSON.stringify([ids, site.name, answering, draft, editing, answering || was ? list.at(-1) : ""]);
      if (summary === told || !on.report({ messages: list, renderer: site.name, answering, draft, editing })) return;
      [told, known] = [summary, messages];
    }

    /** @param {any} command @param {Promise<void>} before @param {number} mine */
    async function perform({ type, action, ...command }, before, mine) {
      await before;
      if (mine !== epoch) return;
      const [outcome, message = ""] = await actions[type](command, on.colour()).catch((error) => {
        console.warn(`page: ${error}`);
        return ["absent"];
      });
      if (mine !== epoch) return;
      report();
      on.ended({ action, outcome, message });
    }

    (function poll() {
      if (!document.hidden) report();
      setTimeout(poll, answering ? TIME.answering : TIME.still);
    })();

    return {
      report,
      /** Do what a command says, after those before it. */
      act: (command) => (last = perform(command, last, epoch)),
      /** Somebody new listens, who knows nothing and asked for nothing. */
      forget() {
        [told, known, epoch] = ["", new Map(), epoch + 1];
      },
    };
  }

  return { watch };
})();
