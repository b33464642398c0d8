// What the pointer does on what is drawn: where it is now, a finger that stays, a press that is no click.
// Must not know what any of it means.
"use strict";

globalThis.cgtPointer = (() => {
  /** A press that moves more is no click, px. */
  const SLACK = 6;
  const HELD = 500;

  /** @type {CgtPointerOf} */
  function of(scroller, keyAt, on) {
    /** What the pointer is on; not known after scrolling, until it moves. @type {string | null} */
    let over = "";
    /** Where the press under way began. */
    let from = { x: 0, y: 0 };
    /** It moved or was held: its click is none. */
    let spent = false;
    let waiting = 0;

    /** @param {number} x @param {number} y @param {string} key */
    function enter(x, y, key) {
      on.moved(x, y, key);
      if (key !== over) on.entered((over = key));
    }

    scroller.addEventListener("scroll", () => (over = null));
    return {
      isClick: (event) => event.detail === 0 || (!spent && event.detail < 2),
      react: {
        pointermove({ clientX: x, clientY: y, buttons, pointerType }, at) {
          if (buttons && Math.hypot(x - from.x, y - from.y) > SLACK) {
            spent = true;
            clearTimeout(waiting);
          }
          if (pointerType !== "touch") enter(x, y, keyAt(at));
        },
        // From one of ours to another it never comes out of the root.
        pointerout: ({ clientX: x, clientY: y, pointerType }) => pointerType !== "touch" && enter(x, y, ""),
        pointerdown({ clientX: x, clientY: y, pointerType }, at) {
          [from, spent] = [{ x, y }, false];
          clearTimeout(waiting);
          const key = keyAt(at);
          if (pointerType !== "touch" || !key || !scroller.contains(at)) return;
          waiting = setTimeout(() => {
            spent = true;
            on.moved(x, y, key);
            on.held(key);
          }, HELD);
        },
        // A finger that stays would bring the browser's own menu, too.
        contextmenu: (event, at) => event.pointerType === "touch" && scroller.contains(at) && event.preventDefault(),
        pointerup: () => clearTimeout(waiting),
        pointercancel: () => clearTimeout(waiting),
      },
    };
  }

  return { of };
})();
