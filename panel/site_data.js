// Generated from the site adapter by devtools/generate.py: change it there.
globalThis.cgtSite = {
  "watched": [
    {
      "method": "GET",
      "path": "^/backend-api/conversation/([A-Za-z0-9_-]{1,128})/?$",
      "body": true
    },
    {
      "method": "PATCH",
      "path": "^/backend-api/conversation/([A-Za-z0-9_-]{1,128})/?$",
      "body": false
    },
    {
      "method": "POST",
      "path": "^/backend-api(?:/f)?/conversation/?$",
      "body": false
    }
  ],
  "dark": ".dark, [data-theme=\"dark\"]",
  "theme_attributes": [
    "class",
    "style",
    "data-theme"
  ],
  "message": "[data-message-id]",
  "message_attribute": "data-message-id"
};
