// Moves parts of the frame with the pointer, at once, and says where they were let go.
// Must not know how far a part may go, nor what follows: the style bounds it, the core decides.
"use strict";

globalThis.cgtMoving = (() => {
  /** A press that moves less is a click. */
  const SLACK = 4;

  /** `letGo` gets a part's place, from the right and the bottom of the window. @type {CgtMovingOf} */
  function of(elements, letGo) {
    /** @type {{ name: string, styled: HTMLElement, from: number[], grip: number[], at: number[] } | null} */
    let held = null;

    return {
      moved: false,
      begin({ clientX: x, clientY: y, button, pointerId }, name) {
        this.moved = false;
        const styled = elements[cgtParts.moved[name]];
        if (!styled || button !== 0) return;
        const { left, top } = elements[name].getBoundingClientRect();
        held = { name, styled, from: [x, y], grip: [x - left, y - top], at: [] };
        elements[name].setPointerCapture(pointerId);
      },
      follow({ clientX: x, clientY: y }) {
        if (!held) return;
        const { name, styled, from, grip } = held;
        this.moved ||= Math.hypot(x - from[0], y - from[1]) >= SLACK;
        if (!this.moved) return;
        held.at = [innerWidth - x + grip[0], innerHeight - y + grip[1]];
        for (const [i, axis] of ["x", "y"].entries()) styled.style.setProperty(`--cgt-${name}-${axis}`, `${held.at[i]}px`);
        styled.toggleAttribute("data-cgt-moves", true);
      },
      end() {
        if (held && this.moved) letGo(held.name, held.at[0], held.at[1]);
        held?.styled.removeAttribute("data-cgt-moves");
        held = null;
      },
    };
  }

  return { of };
})();
