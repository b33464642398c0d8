// Generated from panel/frame_parts.py by devtools/generate.py: change it there.
globalThis.cgtParts = /** @type {CgtParts} */ ({
  "parts": [
    [
      "panel",
      "aside",
      "",
      {
        "hidden": ""
      },
      ""
    ],
    [
      "head",
      "div",
      "panel",
      {},
      ""
    ],
    [
      "search",
      "input",
      "head",
      {
        "type": "search",
        "autocomplete": "off",
        "spellcheck": "false"
      },
      ""
    ],
    [
      "count",
      "span",
      "head",
      {},
      ""
    ],
    [
      "close",
      "button",
      "head",
      {
        "type": "button"
      },
      "M6 6l12 12M18 6 6 18"
    ],
    [
      "filters",
      "div",
      "panel",
      {
        "role": "group",
        "hidden": ""
      },
      ""
    ],
    [
      "filter_questions",
      "button",
      "filters",
      {
        "type": "button",
        "aria-pressed": "false"
      },
      ""
    ],
    [
      "filter_branch",
      "button",
      "filters",
      {
        "type": "button",
        "aria-pressed": "false"
      },
      ""
    ],
    [
      "engine",
      "div",
      "panel",
      {
        "role": "status",
        "hidden": ""
      },
      ""
    ],
    [
      "engine_title",
      "div",
      "engine",
      {},
      ""
    ],
    [
      "engine_text",
      "div",
      "engine",
      {},
      ""
    ],
    [
      "engine_action",
      "button",
      "engine",
      {
        "type": "button",
        "hidden": ""
      },
      ""
    ],
    [
      "notice",
      "div",
      "panel",
      {
        "hidden": ""
      },
      ""
    ],
    [
      "notice_text",
      "div",
      "notice",
      {},
      ""
    ],
    [
      "notice_action",
      "button",
      "notice",
      {
        "type": "button",
        "hidden": ""
      },
      ""
    ],
    [
      "journey",
      "div",
      "panel",
      {
        "role": "group",
        "hidden": ""
      },
      ""
    ],
    [
      "journey_text",
      "div",
      "journey",
      {},
      ""
    ],
    [
      "journey_yes",
      "button",
      "journey",
      {
        "type": "button",
        "hidden": ""
      },
      ""
    ],
    [
      "journey_no",
      "button",
      "journey",
      {
        "type": "button",
        "hidden": ""
      },
      ""
    ],
    [
      "body",
      "div",
      "panel",
      {},
      ""
    ],
    [
      "scroller",
      "div",
      "body",
      {
        "role": "group",
        "tabindex": "0",
        "dir": "ltr"
      },
      ""
    ],
    [
      "markers",
      "svg",
      "body",
      {
        "aria-hidden": "true"
      },
      ""
    ],
    [
      "cards",
      "div",
      "body",
      {},
      ""
    ],
    [
      "placeholder",
      "div",
      "body",
      {
        "hidden": ""
      },
      ""
    ],
    [
      "placeholder_title",
      "div",
      "placeholder",
      {},
      ""
    ],
    [
      "placeholder_text",
      "div",
      "placeholder",
      {},
      ""
    ],
    [
      "placeholder_action",
      "button",
      "placeholder",
      {
        "type": "button",
        "hidden": ""
      },
      ""
    ],
    [
      "message",
      "section",
      "panel",
      {
        "aria-labelledby": "cgt-message_title",
        "hidden": ""
      },
      ""
    ],
    [
      "message_title",
      "div",
      "message",
      {},
      ""
    ],
    [
      "message_close",
      "button",
      "message",
      {
        "type": "button"
      },
      "M6 6l12 12M18 6 6 18"
    ],
    [
      "message_text",
      "div",
      "message",
      {
        "dir": "auto",
        "tabindex": "0"
      },
      ""
    ],
    [
      "footer",
      "div",
      "panel",
      {},
      ""
    ],
    [
      "status",
      "div",
      "footer",
      {},
      ""
    ],
    [
      "tools",
      "div",
      "footer",
      {},
      ""
    ],
    [
      "back",
      "button",
      "tools",
      {
        "type": "button",
        "hidden": ""
      },
      "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"
    ],
    [
      "current",
      "button",
      "tools",
      {
        "type": "button",
        "hidden": ""
      },
      "M7 12a5 5 0 1 0 10 0a5 5 0 1 0-10 0M12 3v4M12 17v4M3 12h4M17 12h4"
    ],
    [
      "overview",
      "button",
      "tools",
      {
        "type": "button",
        "hidden": ""
      },
      "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M12 8v3M12 13v3"
    ],
    [
      "fold",
      "button",
      "tools",
      {
        "type": "button",
        "hidden": ""
      },
      "M12 3v5M12 16v5M8 8h8a4 4 0 0 1 0 8H8a4 4 0 0 1 0-8"
    ],
    [
      "settings",
      "button",
      "tools",
      {
        "type": "button",
        "hidden": ""
      },
      "M4 7h4M12 7h8M8 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 17h8M16 17h4M12 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
    ],
    [
      "more",
      "button",
      "footer",
      {
        "type": "button",
        "aria-expanded": "false",
        "aria-controls": "cgt-tools"
      },
      "M5 12h.01M12 12h.01M19 12h.01"
    ],
    [
      "live",
      "div",
      "panel",
      {
        "aria-live": "polite"
      },
      ""
    ],
    [
      "edge",
      "div",
      "panel",
      {
        "role": "separator",
        "aria-orientation": "vertical",
        "tabindex": "0"
      },
      ""
    ],
    [
      "button",
      "button",
      "",
      {
        "type": "button"
      },
      "M12 7v3L7.6 15M12 10l4.4 5M10 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M5 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0M15 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
    ]
  ],
  "controls": {
    "button": "open",
    "close": "close",
    "notice_action": "retry",
    "placeholder_action": "retry"
  },
  "moved": {
    "edge": "panel",
    "button": "button"
  },
  "own_keys": {
    "scroller": [
      "ArrowUp",
      "ArrowDown",
      "ArrowLeft",
      "ArrowRight",
      "Home",
      "End",
      "Enter",
      " "
    ],
    "edge": [
      "ArrowLeft",
      "ArrowRight",
      "Home",
      "End"
    ],
    "search": [
      "ArrowUp",
      "ArrowDown"
    ],
    "button": [
      "ArrowUp",
      "ArrowDown",
      "ArrowLeft",
      "ArrowRight"
    ]
  },
  "retry_engine": "engine_action",
  "names": {
    "button": "open_panel",
    "close": "close_panel",
    "panel": "panel_name",
    "search": "search"
  },
  "texts": [
    "engine_starting",
    "engine_starting_text",
    "engine_restarting",
    "engine_restarting_text",
    "engine_failed",
    "engine_failed_text",
    "extension_updated",
    "paused",
    "retry",
    "open_panel",
    "close_panel",
    "panel_name",
    "search"
  ],
  "guarded": [
    "keydown",
    "keypress",
    "keyup",
    "beforeinput",
    "input",
    "textInput",
    "compositionstart",
    "compositionupdate",
    "compositionend",
    "beforecopy",
    "beforecut",
    "beforepaste",
    "copy",
    "cut",
    "paste",
    "focus",
    "blur",
    "focusin",
    "focusout",
    "selectstart",
    "selectionchange",
    "pointerdown",
    "pointerup",
    "pointermove",
    "pointerrawupdate",
    "pointerover",
    "pointerout",
    "pointerenter",
    "pointerleave",
    "pointercancel",
    "gotpointercapture",
    "lostpointercapture",
    "touchstart",
    "touchmove",
    "touchend",
    "touchcancel",
    "mousedown",
    "mouseup",
    "mousemove",
    "mouseover",
    "mouseout",
    "mouseenter",
    "mouseleave",
    "wheel",
    "mousewheel",
    "click",
    "auxclick",
    "dblclick",
    "contextmenu",
    "dragstart",
    "drag",
    "dragend",
    "dragenter",
    "dragover",
    "dragleave",
    "drop"
  ],
  "frame_attribute": "^(?:aria-[a-z]+|role|title|lang|dir|placeholder|disabled|data-cgt-[a-z-]+|--cgt-[a-z-]+)$",
  "layers": {
    "drawing": {
      "space": "svg",
      "tags": [
        "circle",
        "g",
        "path",
        "text"
      ],
      "attributes": [
        "aria-busy",
        "aria-current",
        "aria-expanded",
        "aria-hidden",
        "aria-label",
        "aria-level",
        "aria-posinset",
        "aria-setsize",
        "class",
        "d",
        "height",
        "id",
        "r",
        "role",
        "stroke-width",
        "text-anchor",
        "transform",
        "viewBox",
        "width",
        "x",
        "y"
      ],
      "prefixes": []
    },
    "cards": {
      "space": "html",
      "tags": [
        "button",
        "del",
        "div",
        "ins",
        "mark",
        "span"
      ],
      "attributes": [
        "class",
        "data-cgt-at",
        "data-cgt-place",
        "dir",
        "hidden",
        "id",
        "lang",
        "role",
        "tabindex",
        "title",
        "type"
      ],
      "prefixes": [
        "aria-"
      ]
    }
  }
});
