// The one place where events of the sidebar are kept from the page and handed to the sidebar.
// Must not know what any element or event means.
//
// Keys and presses belong to whoever has the focus, and the page moves the focus to its own text box
// when it sees typing elsewhere. So one listener per type sits on `window`, in the capture phase, from
// before the page's first script: an event of ours goes no further (what the browser itself does with
// it, such as typing, still happens). Inside the closed root nothing listens to these types.
"use strict";

globalThis.cgtGuard = (() => {
  /** Guard the host from now on; `handle` gets trusted events of ours and the element inside. @type {CgtGuardWatch} */
  function watch(host, root, handle) {
    /** Keys pressed in the sidebar: their release is ours wherever it happens. @type {Set<string>} */
    const held = new Set();
    let [pressed, dragging] = [false, false];

    /** Events that end elsewhere but began with us. @param {any} event */
    function isStray(event) {
      const { type } = event;
      if (type === "focusout" || type === "blur") return event.relatedTarget === host;
      if (type === "keyup") return held.has(event.code);
      if (type === "selectionchange") return event.target === document && (pressed || document.activeElement === host);
      if (type === "mouseup" || type === "click") return dragging && event.detail !== 0;
      return type === "pointerup" && dragging;
    }

    /** @param {any} event @param {boolean} ours */
    function remember({ type, code }, ours) {
      if (type === "keydown" && ours) held.add(code);
      else if (type === "keydown" || type === "keyup") held.delete(code);
      else if (type === "pointerdown") pressed = dragging = ours;
      // The mouse events and the click of this press are still to come.
      else if (type === "pointerup" || type === "pointercancel") setTimeout(() => (dragging = false));
    }

    /** @param {any} event */
    function listener(event) {
      const ours = event.target === host;
      const stray = !ours && isStray(event);
      remember(event, ours);
      if (!ours && !stray) return;
      event.stopImmediatePropagation();
      // A page can forge events on the host; they stop here too.
      if (!ours || !event.isTrusted) return;
      // Esc would close the page's own dialogs; an input method owns its Esc.
      if (event.type === "keydown" && event.key === "Escape" && !event.isComposing) event.preventDefault();
      const byPointer = "clientX" in event && !(event.type === "click" && event.detail === 0);
      handle(event, byPointer ? root.elementFromPoint(event.clientX, event.clientY) : root.activeElement);
    }

    for (const type of cgtParts.guarded) {
      addEventListener(type, listener, { capture: true, passive: !/key|drag|drop|contextmenu/.test(type) });
    }
  }

  return { watch };
})();
