// The bridge between the page and the engine: what happened goes to the engine, what it says is done here.
// Must not know what a tree is, nor what any message is for beyond doing it.
(() => {
  "use strict";
  const { events: E, commands: C } = cgtNames;
  const POLL = 1_000;
  /** Coming back to a tab tells twice, and some pages move the focus about. */
  const FOCUS_PAUSE = 2_000;
  const MOST_LATE = 16;
  // Read now: after an update of the extension there is nobody left to ask.
  const say = Object.fromEntries(cgtParts.texts.map((key) => [key, chrome.i18n.getMessage(key)]));
  // The language whose texts the browser chose, so that ours are never in another one.
  const language = chrome.i18n.getMessage("language_tag");

  const frame = cgtFrame.make();
  const { scroller, panel } = frame.elements;
  const drawing = cgtPatch.layer("drawing", frame.drawing);
  const onCards = cgtPatch.layer("cards", frame.elements.cards);
  /** What patches go to, by its name in `ApplyPatch`. @type {Record<string, CgtLayer>} */
  const layers = { drawing, markers: cgtPatch.layer("drawing", frame.elements.markers), cards: onCards };
  const cards = cgtCards.of(frame.elements.cards, drawing.find, (at) => send({ type: E.end_reached, key: onCards.keyOf(at) }));
  /** @type {BridgeFacts} */
  const facts = { engine_start_ms: 0, boot: "", first_nodes_ms: 0, description: null, events: 0, report: null, ended: null };

  let engine = "starting";
  /** What the engine wants back after it was started again. */
  let mirrored = "";
  let address = location.href;
  let dark = isDark();
  let bodyArrived = 0;
  let focused = -Infinity;
  /** @type {Map<string, number>} */
  const timers = new Map();
  /** The number of the viewport event that is on its way; the newest waits in `viewportDue`. */
  let viewportSent = 0;
  let viewportDue = false;
  /** The same for what is typed. @type {[number, BridgeEvent | null]} */
  let [textSent, textDue] = [0, null];
  /** What the person did and the engine has not answered, by number: a restart must not lose a key or a click. */
  const asked = /** @type {Map<number, BridgeEvent>} */ (new Map());
  /** What the person did while no engine was there. @type {BridgeEvent[]} */
  let late = [];

  /** @param {BridgeEvent} event @param {ArrayBuffer | null} [body] */
  function send(event, body) {
    const seq = link.send({ ...event, time: Date.now() / 1000 }, body);
    if (seq) facts.events += 1;
    return seq;
  }

  /** Send what the person did; again, once, if the engine dies over it. @param {BridgeEvent} event */
  function act(event) {
    const seq = send(event);
    if (seq) asked.set(seq, event);
    else if (late.length < MOST_LATE) late.push(event);
    return seq;
  }

  // ------------------------------------------------------------ what the engine says

  /** @type {Record<string, (command: any) => void>} */
  const perform = {
    [C.apply_patch]({ operations, layer }) {
      const wasEmpty = drawing.empty;
      layers[layer]?.apply(operations);
      if (layer === "cards") cards.settle();
      if (wasEmpty && !drawing.empty && bodyArrived) {
        facts.first_nodes_ms = performance.now() - bodyArrived;
        bodyArrived = 0;
      }
    },
    [C.update_frame]: ({ elements }) => frame.update(elements),
    [C.scroll_to]: ({ left, top, smooth }) => frame.scrollTo(left, top, smooth),
    [C.focus_element]: ({ element }) => frame.focus(element),
    [C.set_timer]({ timer, ms }) {
      clearTimeout(timers.get(timer));
      if (ms >= 0) timers.set(timer, setTimeout(() => send({ type: E.timer_fired, timer }), ms));
    },
    [C.reload_page]: () => location.reload(),
    async [C.request_host](command) {
      const answer = await ours.ask(command);
      if (!answer) return;
      const { body, ...rest } = answer;
      if (body) bodyArrived = performance.now();
      send({ type: E.request_answered, request: command.request, ...rest }, body);
    },
    [C.take_capture]({ capture }) {
      const body = theirs.take(capture);
      if (body) bodyArrived = performance.now();
      send({ type: E.capture_taken, capture }, body);
    },
    [C.copy_text]: ({ text }) => cgtSurroundings.copy(text).then((done) => send({ type: E.text_copied, done })),
    [C.mirror_state]: ({ state }) => (mirrored = state),
    [C.log_warning]: ({ text }) => console.warn(text),
    [C.describe_tree]: ({ figures }) => (facts.description = figures),
  };

  /** @param {number} seq @param {any[]} commands */
  function batch(seq, commands) {
    asked.delete(seq);
    if (seq === viewportSent) viewportSent = 0;
    if (seq === textSent) textSent = 0;
    for (const command of commands) (perform[command.type] ?? page.act)(command);
    if (viewportDue) viewport();
    text();
  }

  /** @param {EngineState} change */
  function engineChanged(change) {
    engine = change.state;
    if (engine === "ready") {
      facts.engine_start_ms = change.start_ms ?? 0;
      facts.boot = change.boot ?? "";
      pageOpened();
    }
    showEngine();
  }

  function pageOpened() {
    // The engine begins anew with this page: nothing it asked for before may be answered now.
    ours.callOff();
    page.forget();
    for (const timer of timers.values()) clearTimeout(timer);
    viewportSent = textSent = 0;
    for (const layer of Object.values(layers)) layer.clear();
    address = location.href;
    const known = document.cookie.split("; ").map((pair) => pair.split(/=(.*)/s, 2));
    const cookies = Object.fromEntries(known.filter(([name]) => cgtSite.cookies.includes(name)));
    send({ type: E.page_opened, address, language, state: mirrored, cookies, utc_offsets: cgtSurroundings.utcOffsets() });
    page.report();
    viewport();
    const again = [...asked.values(), ...late];
    asked.clear();
    late = [];
    for (const event of again) send(event);
    text();
  }

  /** Say how the engine is when it is not well, so that an open sidebar is never blank. */
  function showEngine() {
    const alone = engine !== "ready" && drawing.empty;
    if (engine === "gone") frame.say(say.extension_updated, "", "", alone);
    else if (engine !== "ready") {
      const state = alone || engine === "failed" ? engine : "restarting";
      frame.say(say[`engine_${state}`], say[`engine_${state}_text`], engine === "failed" ? say.retry : "", alone);
    } else frame.say(frame.paused ? say.paused : "", "", "", false);
  }

  // ------------------------------------------------------------ what happens in the page

  function viewport() {
    viewportDue = true;
    if (viewportSent || !link.ready || !scroller.clientHeight) return;
    viewportDue = false;
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = scroller;
    viewportSent = send({ type: E.viewport_changed, left, top, width, height });
  }

  /** Send what was typed last; with `now` even while an earlier text is under way. @param {boolean} [now] */
  function text(now) {
    if (!textDue || (textSent && !now) || !link.ready) return;
    textSent = act(textDue);
    textDue = null;
  }

  /** @param {string} control @param {Element | null} [before] */
  function activate(control, before = null) {
    if (control === "open") frame.before = before;
    act({ type: E.control_activated, control });
    if (link.ready) return;
    frame.update({ panel: { hidden: control === "close" }, button: { hidden: control !== "close" } });
    showEngine();
  }

  /** @type {Record<string, (event: any, at: Element | null) => void>} */
  const react = {
    click(event, at) {
      // What the pointer moved was not pressed; the keyboard may press it later.
      if (moving.moved && event.detail) return;
      const name = frame.nameOf(at);
      const control = cgtParts.controls[name] ?? (frame.elements[name]?.localName === "button" && name);
      const { shiftKey: shift } = event;
      const ctrl = event.ctrlKey || event.metaKey;
      if (name === cgtParts.retry_engine) link.retry();
      else if (control) activate(control);
      else if ((name === "scroller" || name === "cards") && pointer.isClick(event)) {
        const key = drawing.keyOf(at) || onCards.keyOf(at);
        act({ type: E.element_clicked, key, shift, ctrl, ...frame.placeOf(event) });
      }
    },
    keydown(event, at) {
      if (event.isComposing || event.key === "Tab") return;
      const element = frame.nameOf(at);
      const { key, shiftKey: shift, altKey: alt } = event;
      const ctrl = event.ctrlKey || event.metaKey;
      const typing = at?.localName === "input";
      // What a letter does to a text box is told by the text; any other key means the text as it is now.
      if (typing && key.length === 1 && !ctrl && !alt) return;
      text(true);
      // With Alt the browser would leave the page.
      if (cgtParts.own_keys[element]?.includes(key) && !ctrl && !alt) event.preventDefault();
      else if (element && alt && key === "ArrowLeft") event.preventDefault();
      if (element) act({ type: E.key_pressed, key, element, shift, ctrl, alt });
    },
    pointerdown: (event, at) => moving.begin(event, frame.nameOf(at)),
    pointermove: (event) => moving.follow(event),
    pointerup: () => moving.end(),
    pointercancel: () => moving.end(),
    input(event, at) {
      const element = frame.nameOf(at);
      if (!element) return;
      textDue = { type: E.text_entered, element, text: /** @type {HTMLInputElement} */ (at).value };
      text();
    },
    focusin: frame.focusMoved,
    focusout: frame.focusMoved,
  };

  function isDark() {
    const page = document.documentElement;
    const { colorScheme } = getComputedStyle(page);
    const either = colorScheme === "light dark" && matchMedia("(prefers-color-scheme: dark)").matches;
    return page.matches(cgtSite.dark) || colorScheme === "dark" || either;
  }

  function themeChanged() {
    if (isDark() === dark) return;
    dark = !dark;
    frame.host.classList.toggle("cgt-dark", dark);
  }

  function addressChanged() {
    if (location.href === address) return;
    address = location.href;
    send({ type: E.address_changed, address });
  }

  /** @param {Event} event */
  function pageFocused({ isTrusted }) {
    if (!isTrusted || document.hidden || performance.now() - focused < FOCUS_PAUSE) return;
    focused = performance.now();
    page.report();
    send({ type: E.page_focused });
  }

  // ------------------------------------------------------------ start

  const ours = cgtRequests.host();
  const moving = cgtMoving.of(frame.elements, (element, x, y) => act({ type: E.part_dragged, element, x, y }));
  const theirs = cgtRequests.captures(cgtSite.watched, (ended) => send({ type: E.page_request_ended, ...ended }));
  const pointer = cgtPointer.of(scroller, (at) => drawing.keyOf(at) || onCards.keyOf(at, true), {
    entered: (key) => send({ type: E.pointer_entered, key }),
    held: (key) => act({ type: E.pointer_held, key }),
    moved: cards.moved,
  });
  cgtGuard.watch(frame.host, frame.root, (event, at) => [pointer.react, react].forEach((to) => to[event.type]?.(event, at)));
  frame.calls.viewport = viewport;
  frame.calls.paused = showEngine;
  frame.host.classList.toggle("cgt-dark", dark);
  for (const [name, key] of Object.entries(cgtParts.names)) frame.elements[name].ariaLabel = say[key];
  const link = cgtLink.open({ state: engineChanged, batch });
  const page = cgtPage.watch({
    colour: () => getComputedStyle(frame.host).getPropertyValue("--cgt-focus"),
    report: (shown) => send({ type: E.page_reported, ...(facts.report = shown) }),
    ended: (ending) => send({ type: E.action_ended, ...(facts.ended = ending) }),
  });
  cgtRoom.beside(panel);
  showEngine();

  const theme = new MutationObserver(themeChanged);
  function pageParsed() {
    if (!document.body) return;
    for (const element of [document.documentElement, document.body]) {
      theme.observe(element, { attributes: true, attributeFilter: cgtSite.theme_attributes });
    }
    themeChanged();
    // A framework that takes over the whole document must find it as it was sent.
    requestIdleCallback(frame.mount, { timeout: 500 });
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", pageParsed, { once: true });
  else pageParsed();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themeChanged);
  /** @type {any} */ (window).navigation?.addEventListener("currententrychange", addressChanged);
  addEventListener("popstate", addressChanged);
  addEventListener("focus", pageFocused);
  document.addEventListener("visibilitychange", pageFocused);
  // Those of ours the guard has stopped.
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && cards.shown() && act({ type: E.page_pressed }), true);
  setInterval(() => {
    addressChanged();
    themeChanged();
    frame.tend();
  }, POLL);
  chrome.runtime.onMessage.addListener((message) => {
    if (message?.toggle) activate(panel.hidden ? "open" : "close", document.activeElement);
  });

  globalThis.conversationTree = { send, facts, hold: frame.hold, page };
})();
