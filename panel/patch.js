// Puts patch operations into a layer's element; see the scene's patch module for their form.
// Must not know what is drawn: names come from allow-lists, text stays text.
"use strict";

globalThis.cgtPatch = (() => {
  const SPACES = { svg: "http://www.w3.org/2000/svg", html: "http://www.w3.org/1999/xhtml" };

  /** Keyed elements in one element. @type {CgtLayerOf} */
  function layer(name, top) {
    const { space, tags, attributes: names, prefixes } = cgtParts.layers[name];
    const [TAGS, ATTRIBUTES] = [new Set(tags), new Set(names)];
    /** @type {Map<string, Element>} */
    const elements = new Map();
    /** @type {WeakMap<Node, string>} */
    const keys = new WeakMap();

    /** Classes and ids are ours by their prefix. @param {string} attribute @param {string} value */
    const allowed = (attribute, value) =>
      (ATTRIBUTES.has(attribute) || prefixes.some((prefix) => attribute.startsWith(prefix))) &&
      ((attribute !== "class" && attribute !== "id") || value.split(" ").every((word) => word.startsWith("cgt-")));

    /** @param {Element} element @param {Record<string, string | null>} attributes */
    function set(element, attributes) {
      for (const [attribute, value] of Object.entries(attributes)) {
        if (value === null) element.removeAttribute(attribute);
        else if (allowed(attribute, String(value))) element.setAttribute(attribute, String(value));
      }
    }

    /** As deep as the core nests items. @param {any[]} item @returns {Element | Text} */
    function made([tag, attributes, text, inner = [], key = ""]) {
      if (!TAGS.has(tag)) return new Text();
      const element = document.createElementNS(SPACES[space], tag);
      set(element, attributes);
      if (text !== null) element.textContent = text;
      element.append(...inner.map(made));
      if (key) {
        elements.set(key, element);
        keys.set(element, key);
      }
      return element;
    }

    /** @param {Element | undefined} element */
    function forget(element) {
      for (const at of element ? [element, ...element.querySelectorAll("*")] : []) elements.delete(keys.get(at) ?? "");
    }

    /** @param {string} key */
    function remove(key) {
      const element = elements.get(key);
      forget(element);
      element?.remove();
    }

    /** @type {Record<string, (...operands: any[]) => void>} */
    const operations = {
      put(key, before, tag, attributes, text, inner) {
        remove(key);
        top.insertBefore(made([tag, attributes, text, inner, key]), elements.get(before) ?? null);
      },
      set(key, attributes) {
        const element = key === name ? top : elements.get(key);
        if (element) set(element, attributes);
      },
      fill(key, text, inner) {
        const element = elements.get(key);
        for (const item of element?.children ?? []) forget(item);
        element?.replaceChildren(text ?? "", ...inner.map(made));
      },
      add: (key, inner) => elements.get(key)?.append(...inner.map(made)),
      del: remove,
    };

    return {
      apply(list) {
        for (const [operation, ...operands] of list) operations[operation]?.(...operands);
      },
      clear() {
        top.replaceChildren();
        elements.clear();
      },
      get empty() {
        return elements.size === 0;
      },
      find: (key) => elements.get(key),
      keyOf(node, whole = false) {
        let found = "";
        for (let at = node; at && at !== top && (whole || !found); at = at.parentNode) found = keys.get(at) ?? found;
        return found;
      },
    };
  }

  return { layer };
})();
