// Generated from the site adapter by devtools/generate.py: change it there.
globalThis.cgtSite = /** @type {CgtSite} */ ({
  "watched": [
    {
      "method": "GET",
      "path": "^/backend-api/conversation/([A-Za-z0-9_-]{1,128})/?$",
      "body": true
    },
    {
      "method": "GET",
      "path": "^/backend-api/conversations/(?!(?:search|batch)(?:/|$))([A-Za-z0-9_-]{1,128})(?:/messages)?/?$",
      "body": true
    },
    {
      "method": "GET",
      "path": "^/backend-api/share/([A-Za-z0-9_-]{1,128})/?$",
      "body": true
    },
    {
      "method": "PATCH",
      "path": "^/backend-api/conversation/([A-Za-z0-9_-]{1,128})/?$",
      "body": false
    },
    {
      "method": "PATCH",
      "path": "^/backend-api/conversations/?$",
      "body": false
    },
    {
      "method": "POST",
      "path": "^/backend-api(?:/f)?/conversation/?$",
      "body": false
    }
  ],
  "cookies": [
    "_account"
  ],
  "dark": ".dark, [data-theme=\"dark\"]",
  "theme_attributes": [
    "class",
    "style",
    "data-theme"
  ],
  "window_wide": ".w-screen",
  "renderers": [
    {
      "name": "shell",
      "detect": "[data-app-shell-active-page=\"true\"]",
      "scope": "[data-app-shell-active-page=\"true\"]",
      "messages": [
        {
          "selector": "[data-chatgpt-search-unit-key$=\":user\"][data-chatgpt-search-message-ids]",
          "attribute": "data-chatgpt-search-message-ids",
          "role": "user"
        },
        {
          "selector": "[data-chatgpt-search-unit-key$=\":assistant\"][data-chatgpt-search-message-ids]",
          "attribute": "data-chatgpt-search-message-ids",
          "role": "assistant"
        }
      ],
      "text": "[data-user-message-bubble], [data-markdown-text-style]",
      "turn": "[data-turn-key]",
      "scroller": "[data-app-action-timeline-scroll], .thread-scroll-container",
      "composer": "form[data-chatgpt-composer] [contenteditable], [contenteditable][data-composer-markdown], textarea[name=\"prompt\"], #mobile-composer-prompt, [data-turn-key] textarea",
      "editor": "[data-turn-key] textarea",
      "answering": "[data-testid=\"stop-button\"]"
    },
    {
      "name": "legacy",
      "detect": "",
      "scope": "",
      "messages": [
        {
          "selector": "[data-message-id][data-message-author-role=\"user\"]",
          "attribute": "data-message-id",
          "role": "user"
        },
        {
          "selector": "[data-message-id][data-message-author-role]:not([data-message-author-role=\"user\"])",
          "attribute": "data-message-id",
          "role": "assistant"
        }
      ],
      "text": ".whitespace-pre-wrap, .markdown",
      "turn": "[data-testid^=\"conversation-turn-\"], [data-turn-id]",
      "scroller": "[data-scroll-root], [class*=\"not-print:overflow-y-auto\"]",
      "composer": "#prompt-textarea, form[data-type=\"unified-composer\"] [contenteditable=\"true\"], [data-testid^=\"conversation-turn-\"] textarea",
      "editor": "[data-testid^=\"conversation-turn-\"] textarea",
      "answering": "[data-testid=\"stop-button\"]"
    }
  ]
});
