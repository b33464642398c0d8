// The sidebar's frame in the page: its elements in a closed root, kept in the page and in the top layer.
// Must not know what is shown in it, nor what a control does.
"use strict";

globalThis.cgtFrame = (() => {
  const HOST = "cgt-root";
  const FIRST_DELAY = 50;
  const LONGEST_DELAY = 5_000;
  /** A repair that held so long was not part of a fight. */
  const CALM = 10_000;
  /** What a page may put on the host to be rid of it. */
  const UNWANTED = ["hidden", "inert", "style"];
  const SVG = "http://www.w3.org/2000/svg";
  const ATTRIBUTE = new RegExp(cgtParts.frame_attribute);

  /** @param {ShadowRoot} root */
  function adoptStyle(root) {
    try {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(cgtStyle);
      root.adoptedStyleSheets = [sheet];
    } catch {
      // Some browsers refuse sheets made in a content script's world.
      const style = document.createElement("style");
      style.textContent = cgtStyle;
      root.append(style);
    }
  }

  /** @param {string} d */
  function icon(d) {
    const [svg, path] = ["svg", "path"].map((name) => document.createElementNS(SVG, name));
    for (const [key, value] of [["viewBox", "0 0 24 24"], ["aria-hidden", "true"]]) svg.setAttribute(key, value);
    path.setAttribute("d", d);
    svg.append(path);
    return svg;
  }

  /** @returns {CgtFrame} */
  function make() {
    const host = document.createElement(HOST);
    const root = host.attachShadow({ mode: "closed" });
    /** @type {Record<string, HTMLElement>} */
    const elements = {};
    /** @type {WeakMap<Node, string>} */
    const names = new WeakMap();
    adoptStyle(root);
    for (const [name, tag, inside, attributes, drawn] of cgtParts.parts) {
      const element = /** @type {any} */ (tag === "svg" ? document.createElementNS(SVG, tag) : document.createElement(tag));
      element.id = `cgt-${name}`;
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      (inside ? elements[inside] : root).append(element);
      if (drawn) element.append(icon(drawn));
      elements[name] = element;
      names.set(element, name);
    }
    const { scroller, panel, engine } = elements;
    const drawing = document.createElementNS(SVG, "svg");
    drawing.id = "cgt-drawing";
    drawing.setAttribute("role", "none");
    scroller.append(drawing);

    let mounted = false;
    let held = false;
    let delay = FIRST_DELAY;
    let lastRepair = 0;
    let repairing = 0;
    /** Where the scroller is, or shall be as soon as it has a size. */
    const position = { left: 0, top: 0, due: false };
    /** @type {HTMLElement | null} */
    let focused = null;
    const calls = { viewport: () => {}, paused: () => {} };
    let paused = false;

    /** The scroller has no size while it is hidden or out of the page. */
    function settle() {
      if (!scroller.clientHeight) return;
      if (position.due) scroller.scrollTo({ left: position.left, top: position.top, behavior: "instant" });
      position.due = false;
      calls.viewport();
    }

    /** Put the host where it belongs, and the scroll position and the focus where they were. */
    function mount() {
      mounted = true;
      for (const name of UNWANTED) host.removeAttribute(name);
      host.popover = "manual";
      if (!host.isConnected) {
        document.documentElement.append(host);
        position.due = true;
      }
      raise();
      settle();
      if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
      watch();
    }

    function raise() {
      try {
        if (!host.matches(":popover-open")) host.showPopover();
      } catch {
        // No top layer at the moment: the sheet gives it the highest place below.
      }
    }

    const damaged = () =>
      UNWANTED.some((name) => host.hasAttribute(name)) || host.popover !== "manual" || !host.matches(":popover-open");

    /** Put right what the page did to the host; later each time, or two frameworks would play ping-pong. */
    function tend() {
      if (!mounted || held) return;
      const covered = Boolean(document.querySelector("dialog:modal")) || document.documentElement.inert;
      if (covered !== paused) {
        paused = covered;
        panel.toggleAttribute("data-cgt-paused", paused);
        calls.paused();
      }
      if (repairing || !damaged()) return;
      if (performance.now() - lastRepair > CALM) delay = FIRST_DELAY;
      repairing = setTimeout(repair, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    }

    function repair() {
      repairing = 0;
      lastRepair = performance.now();
      if (!held) mount();
    }

    const observer = new MutationObserver(tend);
    function watch() {
      observer.disconnect();
      observer.observe(host, { attributes: true });
      observer.observe(document, { childList: true });
      observer.observe(document.documentElement, { childList: true, attributes: true, attributeFilter: ["inert"] });
      if (document.body) observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ["open"] });
    }

    host.addEventListener("toggle", tend);
    scroller.addEventListener("scroll", () => {
      if (position.due || !scroller.clientHeight) return;
      position.left = scroller.scrollLeft;
      position.top = scroller.scrollTop;
      calls.viewport();
    });
    new ResizeObserver(settle).observe(scroller);

    return {
      host,
      root,
      drawing,
      elements,
      calls,
      get paused() {
        return paused;
      },
      mount,
      tend,
      hold: (value) => void (held = value),
      nameOf(node) {
        for (let at = node; at && at !== root; at = at.parentNode) {
          const name = names.get(at);
          if (name) return name;
        }
        return "";
      },
      update(changes) {
        for (const [name, { text, hidden, attributes }] of Object.entries(changes)) {
          const element = /** @type {any} */ (elements[name]);
          if (!element) continue;
          const words = element.localName === "input" ? "value" : "textContent";
          if (text !== undefined && element[words] !== text) element[words] = text;
          if (hidden !== undefined) element.hidden = hidden;
          for (const [key, value] of Object.entries(attributes ?? {})) {
            if (!ATTRIBUTE.test(key)) continue;
            if (key.startsWith("--")) element.style.setProperty(key, value);
            else if (value === null) element.removeAttribute(key);
            else element.setAttribute(key, value);
          }
        }
      },
      /** In px of the scrolled content. */
      placeOf({ clientX, clientY }) {
        const { left, top } = scroller.getBoundingClientRect();
        return { x: clientX - left + scroller.scrollLeft, y: clientY - top + scroller.scrollTop };
      },
      scrollTo(left, top, smooth) {
        Object.assign(position, { left, top, due: !scroller.clientHeight });
        if (position.due) return;
        const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
        scroller.scrollTo({ left, top, behavior: smooth && !calm ? "smooth" : "instant" });
      },
      before: null,
      /** Of a text box all is chosen, so that typing begins anew. Who is in the page stays there when the sidebar goes. */
      focus(name) {
        const away = name === "button";
        const { body, activeElement } = document;
        if (away && !root.activeElement && activeElement !== body) return;
        const back = away && this.before?.isConnected && this.before !== body;
        const there = /** @type {any} */ (back ? this.before : elements[name]);
        there?.focus({ preventScroll: true });
        if (!away) there?.select?.();
      },
      /** Remembered, so that a removal by the page, which takes the focus first, does not cost it. */
      focusMoved(event, at) {
        if (event.type === "focusin") focused = /** @type {HTMLElement | null} */ (at);
        else setTimeout(() => {
          if (host.isConnected && !root.activeElement) focused = null;
        });
      },
      say(title, text, action, alone) {
        this.update({ engine: { hidden: !title }, engine_title: { text: title }, engine_text: { text } });
        this.update({ engine_action: { text: action, hidden: !action } });
        engine.toggleAttribute("data-cgt-alone", alone);
        elements.body.toggleAttribute("data-cgt-nothing", alone);
      },
    };
  }

  return { make };
})();
