// Narrows the page by the sidebar's width while the sidebar is there and asks for it, and undoes that.
// Must not know why: it looks at one attribute and at the width.
"use strict";

globalThis.cgtRoom = (() => {
  /** A page narrower than this is of no use, so from there on the sidebar covers it. */
  const LEAST = 320;

  // A sheet and no attribute: a framework that takes over the page must find its elements as it sent them.
  /** @param {number} width */
  const rules = (width) => `@media (width >= 700px) {
    :root { width: auto !important; margin-right: max(0px, min(${width}px, 100vw - ${LEAST}px)) !important; }
    ${cgtSite.window_wide} { max-width: 100% !important; }
  }`;

  /** @param {HTMLElement} panel */
  function beside(panel) {
    const sheet = new CSSStyleSheet();
    let [width, said] = [0, ""];
    function settle() {
      // One change of the page's layout, not one for each frame of a drag.
      if (panel.hasAttribute("data-cgt-moves")) return;
      const wanted = width && panel.hasAttribute("data-cgt-room") ? rules(width) : "";
      const others = document.adoptedStyleSheets.filter((each) => each !== sheet);
      if (wanted !== said) sheet.replaceSync((said = wanted));
      document.adoptedStyleSheets = wanted ? [...others, sheet] : others;
    }
    new ResizeObserver(() => {
      width = panel.offsetWidth;
      settle();
    }).observe(panel);
    new MutationObserver(settle).observe(panel, { attributes: true, attributeFilter: ["data-cgt-room", "data-cgt-moves"] });
  }

  return { beside };
})();
