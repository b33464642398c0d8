// Moves parts of the frame with the pointer, at once, and says where they were let go.
// Must not know how far a part may go, nor what follows: the style bounds it, the core decides.
"use strict";

globalThis.cgtMoving = (() => {
  /** A press that moves less is a click. */
  const SLACK = 4;

  /** `letGo` gets a part's place, from the right and the bottom of the window. @type {CgtMovingOf} */
  function of(elements, letGo) {
    /** @type {{ name: string, grip: { x: number, y: number }, at: { x: number, y: number }, moves: boolean } | null} */
    let held = null;
    /** The click of a press that moved is still to come. */
    let moved = false;

    return {
      get moved() {
        return moved;
      },
      /** @param {PointerEvent} event @param {string} name */
      begin(event, name) {
        moved = false;
        if (!cgtParts.moved[name] || event.button !== 0) return;
        const { left, top } = elements[name].getBoundingClientRect();
        const grip = { x: event.clientX - left, y: event.clientY - top };
        held = { name, grip, at: { x: event.clientX, y: event.clientY }, moves: false };
        elements[name].setPointerCapture(event.pointerId);
      },
      /** @param {PointerEvent} event */
      follow({ clientX, clientY }) {
        if (!held) return;
        held.moves ||= Math.hypot(clientX - held.at.x, clientY - held.at.y) >= SLACK;
        if (!held.moves) return;
        held.at = { x: innerWidth - clientX + held.grip.x, y: innerHeight - clientY + held.grip.y };
        const { style } = elements[cgtParts.moved[held.name]];
        style.setProperty(`--cgt-${held.name}-x`, `${held.at.x}px`);
        style.setProperty(`--cgt-${held.name}-y`, `${held.at.y}px`);
      },
      /** Wherever it is now is where it was let go. */
      end() {
        if (held?.moves) letGo(held.name, held.at.x, held.at.y);
        moved = Boolean(held?.moves);
        held = null;
      },
    };
  }

  return { of };
})();
