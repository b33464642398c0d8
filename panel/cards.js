// Places the cards: one follows the pointer while it is on its node, the others stay where they were put.
// Must not know what stands in a card, nor why it is shown.
"use strict";

globalThis.cgtCards = (() => {
  /** px from the pointer, from the node, from card to card, from the window's edges. */
  const [GAP, BETWEEN, MARGIN] = [12, 8, 4];

  /** @param {number} left @param {number} top @param {number} width @param {number} height @returns {CgtBox} */
  const box = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height });
  /** @param {CgtBox} a @param {CgtBox} b */
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  /** @param {number} value @param {number} size @param {number} room */
  const within = (value, size, room) => Math.max(MARGIN, Math.min(value, room - size - MARGIN));

  /** The free place in the window nearest to the wanted one. @type {CgtFreePlace} */
  function free({ offsetWidth: width, offsetHeight: height }, { left, top }, taken, gap) {
    const across = [left, ...taken.flatMap((other) => [other.left - gap - width, other.right + gap])];
    const down = [top, ...taken.flatMap((other) => [other.top - gap - height, other.bottom + gap])];
    const far = (/** @type {CgtBox} */ place) => Math.hypot(place.left - left, place.top - top);
    const places = across
      .flatMap((x) => down.map((y) => box(within(x, width, innerWidth), within(y, height, innerHeight), width, height)))
      .sort((a, b) => far(a) - far(b));
    return places.find((place) => !taken.some((other) => meet(place, other))) ?? places[0];
  }

  /** @type {CgtCardsOf} */
  function of(layer, nodeOf, endNear) {
    /** @type {WeakMap<Element, CgtBox>} */
    const places = new WeakMap();
    /** Where the pointer was last, and on what. */
    let pointer = { x: 0, y: 0, key: "" };
    const sizes = new ResizeObserver(settle);
    addEventListener("resize", settle);
    layer.addEventListener("scroll", ({ target: at }) => {
      const { scrollHeight, scrollTop, clientHeight } = /** @type {Element} */ (at);
      if (scrollHeight - scrollTop < 3 * clientHeight) endNear(/** @type {Element} */ (at));
    }, true);

    /** Where a card shall be; `taken` is where pinned ones are. @param {HTMLElement} card @param {CgtBox[]} taken */
    function placeFor(card, taken) {
      const { cgtAt = "", cgtPlace } = card.dataset;
      const node = nodeOf(cgtAt)?.getBoundingClientRect();
      const known = places.get(card);
      const { x, y, key } = pointer;
      if (cgtPlace === "pointer" && key === cgtAt && node) {
        const [left, top] = [Math.min(node.left, x - GAP), Math.min(node.top, y - GAP)];
        const [right, bottom] = [Math.max(node.right, x + GAP), Math.max(node.bottom, y + GAP)];
        return free(card, { left: x + GAP, top: bottom }, [{ left, top, right, bottom }], 0);
      }
      if (known || !node) return free(card, known ?? { left: innerWidth, top: MARGIN }, taken, BETWEEN);
      const beside = { left: node.left - GAP - card.offsetWidth, top: (node.top + node.bottom - card.offsetHeight) / 2 };
      return free(card, beside, [...taken, node], BETWEEN);
    }

    function settle() {
      /** @type {CgtBox[]} */
      const taken = [];
      for (const card of /** @type {HTMLElement[]} */ ([...layer.children])) {
        sizes.observe(card);
        const place = placeFor(card, taken);
        places.set(card, place);
        [card.style.left, card.style.top] = [`${place.left}px`, `${place.top}px`];
        taken.push(place);
      }
    }

    return {
      settle,
      shown: () => layer.childElementCount > 0,
      moved(x, y, key) {
        pointer = { x, y, key };
        if (layer.querySelector(":scope > [data-cgt-place=pointer]")) settle();
      },
    };
  }

  return { of };
})();
