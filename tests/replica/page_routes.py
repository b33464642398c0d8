"""The pages: an address of a conversation or the home page gives the legacy renderer, under a strict policy.

Must not know conversations: the page asks for them itself, as the real one does. A second renderer is one
more folder of assets and one more branch in `frame`.
"""

from __future__ import annotations

import html
import json
import secrets
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from tests.replica.control import Control

ASSETS = Path(__file__).parent / "pages"


def policy(nonce: str, trusted_types: bool) -> str:
    """As strict as the real one where it matters: no inline script, no WebAssembly, no other origin."""
    rules = [
        "default-src 'self'",
        f"script-src 'self' 'nonce-{nonce}'",
        f"script-src-elem 'self' 'nonce-{nonce}'",
        f"style-src 'self' 'nonce-{nonce}'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "frame-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    ]
    if trusted_types:
        rules.append("require-trusted-types-for 'script'")
    return "; ".join(rules)


def frame(control: Control, nonce: str) -> str:
    options = json.dumps(
        {"clientVersion": "replica-1", "labels": control.page_language, "history": control.page_uses}
    ).replace("<", "\\u003c")

    def inline(scripts: list[str]) -> str:
        return "".join(f'<script nonce="{nonce}">{script}</script>' for script in scripts)

    styles = "".join(f'<style nonce="{nonce}">{style}</style>' for style in control.extra_styles)
    return (
        f'<!doctype html><html lang="{html.escape(control.language)}" class="{control.theme}"><head>'
        f'<meta charset="utf-8">{inline(control.early_scripts)}<title>ChatGPT</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="data:,"><link rel="stylesheet" href="/replica/legacy.css">'
        f'{styles}<script type="application/json" id="replica-options">{options}</script></head><body>'
        f'<div id="app"></div><script nonce="{nonce}" type="module" src="/replica/legacy.js"></script>'
        f"{inline(control.late_scripts)}</body></html>"
    )


def routes(control: Control) -> list[Route]:
    async def page(_: Request) -> Response:
        nonce = secrets.token_urlsafe(16)
        headers = {
            "content-security-policy": policy(nonce, control.trusted_types),
            "cross-origin-opener-policy": "same-origin-allow-popups",
            "x-content-type-options": "nosniff",
            "referrer-policy": "strict-origin-when-cross-origin",
        }
        return HTMLResponse(frame(control, nonce), headers=headers)

    async def asset(request: Request) -> Response:
        path = ASSETS / request.path_params["name"]
        return FileResponse(path) if path.parent == ASSETS and path.is_file() else Response(status_code=404)

    return [
        Route("/replica/{name}", asset),
        Route("/", page),
        Route("/c/{conversation_id}", page),
        Route("/g/{project}/c/{conversation_id}", page),
    ]
