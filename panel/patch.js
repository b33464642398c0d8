// Puts the drawing's patch operations into the SVG element; see the scene's patch module for their form.
// Must not know what is drawn: names come from allow-lists, text stays text.
"use strict";

globalThis.cgtPatch = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const TAGS = new Set(cgtParts.scene_tags);
  const ATTRIBUTES = new Set(cgtParts.scene_attributes);

  /** Classes and ids are ours by their prefix. @param {string} name @param {string} value */
  const allowed = (name, value) =>
    ATTRIBUTES.has(name) && ((name !== "class" && name !== "id") || value.split(" ").every((word) => word.startsWith("cgt-")));

  /** @param {Element} element @param {Record<string, string | null>} attributes */
  function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.removeAttribute(name);
      else if (allowed(name, String(value))) element.setAttribute(name, String(value));
    }
  }

  /** @param {string} tag @param {Record<string, string | null>} attributes @param {string | null} text */
  function made(tag, attributes, text) {
    if (!TAGS.has(tag)) return null;
    const element = document.createElementNS(SVG, tag);
    set(element, attributes);
    if (text !== null) element.textContent = text;
    return element;
  }

  /** The drawing: keyed elements in one SVG element. @param {SVGSVGElement} svg */
  function drawing(svg) {
    /** @type {Map<string, Element>} */
    const elements = new Map();
    /** @type {WeakMap<Node, string>} */
    const keys = new WeakMap();

    /** @param {string} key */
    function remove(key) {
      elements.get(key)?.remove();
      elements.delete(key);
    }

    /** @type {Record<string, (...operands: any[]) => void>} */
    const operations = {
      put(key, before, tag, attributes, text, inner) {
        const element = made(tag, attributes, text);
        remove(key);
        if (!element) return;
        for (const [innerTag, innerAttributes, innerText] of inner) {
          const item = made(innerTag, innerAttributes, innerText);
          if (item) element.append(item);
        }
        svg.insertBefore(element, elements.get(before) ?? null);
        elements.set(key, element);
        keys.set(element, key);
      },
      set(key, attributes) {
        const element = key === "drawing" ? svg : elements.get(key);
        if (element) set(element, attributes);
      },
      del: remove,
    };

    return {
      /** @param {any[][]} list */
      apply(list) {
        for (const [name, ...operands] of list) operations[name]?.(...operands);
      },
      clear() {
        for (const key of [...elements.keys()]) remove(key);
      },
      get empty() {
        return elements.size === 0;
      },
      /** The key of the drawn item that a node is in; empty for the bare drawing. @param {Node | null} node */
      keyOf(node) {
        for (let at = node; at && at !== svg; at = at.parentNode) {
          const key = keys.get(at);
          if (key !== undefined) return key;
        }
        return "";
      },
    };
  }

  return { drawing };
})();
