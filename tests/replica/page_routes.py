"""The pages: an address of a conversation, a share or the home page gives a renderer, under a strict policy.

Must not know conversations: the page asks for them itself, as the real one does.
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
    options = {
        "clientVersion": "replica-1",
        "labels": control.page_language,
        "history": control.page_uses,
        "renderer": control.renderer,
        "unmount": control.unmount,
        "mountedTurns": control.mounted_turns,
        "pagerMounts": control.pager_mounts,
    }
    handed = json.dumps(options).replace("<", "\\u003c")

    def inline(scripts: list[str]) -> str:
        return "".join(f'<script nonce="{nonce}">{script}</script>' for script in scripts)

    marks = f'lang="{html.escape(control.language)}" class="{control.theme}"'
    marks += ' dir="rtl"' if control.page_language == "ar" else ""
    marks += ' data-build="replica-1"' if control.renderer == "shell" else ""
    sheets = "".join(
        f'<link rel="stylesheet" href="/replica/{name}.css">' for name in ("page", control.renderer)
    )
    styles = "".join(f'<style nonce="{nonce}">{style}</style>' for style in control.extra_styles)
    return (
        f"<!doctype html><html {marks}><head>"
        f'<meta charset="utf-8">{inline(control.early_scripts)}<title>ChatGPT</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="data:,">{sheets}'
        f'{styles}<script type="application/json" id="replica-options">{handed}</script></head><body>'
        f'<div id="app"></div><script nonce="{nonce}" type="module" src="/replica/page.js"></script>'
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

    addresses = ("/c/{conversation_id}", "/g/{gizmo}/c/{conversation_id}", "/g/{gizmo}/project")
    return [
        Route("/replica/{name}", asset),
        Route("/", page),
        Route("/share/{share_id}", page),
        *(Route(f"{account}{address}", page) for account in ("", "/u/{number}") for address in addresses),
        Route("/u/{number}/", page),
    ]
