"""The site's JSON as a record for taking a conversation out: every message, with its words and its role.

Must not know formats or files. `payload` reads what a drawing needs; this reads all of a message.
"""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from conversation_tree.errors import CodedError
from conversation_tree.record import Asset, Message, Node, Record, SkipReason, canonical, lone_surrogates
from conversation_tree.sites.chatgpt import lenient, nesting, pages
from conversation_tree.sites.chatgpt.faults import Faults
from conversation_tree.sites.chatgpt.references import marks_of
from conversation_tree.sites.chatgpt.visibility import (
    CONTEXT_TYPES,
    IMAGE_PART,
    TRANSCRIPT_PART,
    WORK_PREFIX,
    WORK_TYPES,
    is_blank,
)

_TEXT_TYPES = frozenset({"text", "multimodal_text", "code", "system_message", "system_content"})
_REASONING_TYPES = frozenset({"thoughts", "reasoning_recap"})
_ROLES = frozenset({"user", "assistant", "tool", "system"})
_AUDIO_PARTS = frozenset({"audio_asset_pointer", "real_time_user_audio_video_asset_pointer"})
_DOCUMENT_CALLS = frozenset({"canmore.create_textdoc", "canmore.update_textdoc"})
_FIELDS: dict[str, tuple[str, ...]] = {
    "user_editable_context": ("user_profile", "user_instructions"),
    "model_editable_context": ("model_set_context",),
    "reasoning_recap": ("content",),
    "tether_browsing_display": ("result", "summary"),
    "citable_code_output": ("output_str",),
    "app_pairing_content": ("custom_instructions",),
}
"""Where the words of the makes are that have neither parts nor a text."""


def read(body: bytes) -> Record:
    """The record of one conversation; raises CodedError when the bytes are no JSON object."""
    nesting.check(body)
    value = _decoded(body)
    mapping, listed = value.get("mapping"), value.get("messages")
    partial = ""
    if isinstance(mapping, dict):
        top = None if "" in mapping else ""
        """A parent that stands for none; old files have an entry whose key is empty."""
        entries = {key: entry for key, entry in mapping.items() if isinstance(entry, dict)}
        nodes = {canonical(key): _node(entry, top) for key, entry in entries.items()}
    elif isinstance(listed, list):
        nodes = _chain(listed)
        partial = "earlier" if pages.has_earlier(value.get("page_info")) else "paged"
    else:
        nodes = {}
    current = value.get("current_node")
    if current is None:
        current = value.get("current_node_id")
    return Record(
        id=_text(value.get("conversation_id")) or _text(value.get("id")),
        title=_text(value.get("title")),
        created=_time(value.get("create_time")),
        updated=_time(value.get("update_time")),
        current=canonical(current) if isinstance(current, str) else None,
        nodes=nodes,
        partial=partial,
        has_map=isinstance(mapping, dict) or isinstance(listed, list),
    )


def _decoded(body: bytes) -> dict[str, Any]:
    from conversation_tree.sites.chatgpt import payload  # noqa: PLC0415 - see its docstring

    value = payload.untyped(body)
    if value is None:
        value = lenient.json_value(body, Faults())
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, dict):
        raise CodedError("CT-FILE-02", "it is not an object")
    return value


def _chain(listed: list[Any]) -> dict[str, Node]:
    """The messages of a page, one below the other."""
    nodes: dict[str, Node] = {}
    above: str | None = None
    for entry in listed:
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            key = canonical(entry["id"])
            nodes[key] = Node(own_id=key, parent=above, children=None, message=_message(entry))
            above = key
    return nodes


def _node(entry: dict[str, Any], top: str | None) -> Node:
    parent, children, message = entry.get("parent"), entry.get("children"), entry.get("message")
    return Node(
        own_id=_text(entry.get("id")),
        parent=canonical(parent) if isinstance(parent, str) and parent != top else None,
        children=tuple([canonical(c) for c in children if isinstance(c, str)])
        if isinstance(children, list)
        else (),
        message=_message(message) if isinstance(message, dict) else None,
    )


def _message(value: dict[str, Any]) -> Message:
    author, content, metadata = value.get("author"), value.get("content"), value.get("metadata")
    author = author if isinstance(author, dict) else {}
    content = content if isinstance(content, dict) else {}
    metadata = metadata if isinstance(metadata, dict) else {}
    role, kind = _text(author.get("role")) or "unknown", _text(content.get("content_type"))
    recipient = _text(value.get("recipient"))
    words, assets = _words(content, kind, metadata)
    known = not kind or kind in _TEXT_TYPES or kind in WORK_TYPES or kind in CONTEXT_TYPES
    unknown = "" if known or kind.startswith(WORK_PREFIX) else kind
    if role not in _ROLES:
        unknown = f"{role}/{kind}"
    if unknown:
        words = _fenced(content)
    document = None
    if role == "assistant" and recipient in _DOCUMENT_CALLS:
        document = _document(words)
    title = code = ""
    if document is not None:
        title, code, words = document
    skip = _skipped(role, kind, recipient, metadata, words, assets, document is not None)
    text = canonical(words)
    return Message(
        role=canonical(role),
        kind=canonical(kind),
        text=text,
        skip=skip,
        form=_form(role, kind, recipient, skip) if document is None else "code" if code else "document",
        title=canonical(title),
        language=code or _language(content.get("language")),
        time=_time(value.get("create_time")),
        model=_text(metadata.get("model_slug")),
        unfinished=value.get("status") == "in_progress",
        unknown=canonical(unknown),
        broken=lone_surrogates(words),
        assets=tuple(assets),
        marks=marks_of(text, metadata, verbatim=text == words) if role == "assistant" and not unknown else (),
    )


def _skipped(
    role: str,
    kind: str,
    recipient: str,
    metadata: dict[str, Any],
    words: str,
    assets: list[Asset],
    document: bool,
) -> SkipReason:
    if (
        metadata.get("is_visually_hidden_from_conversation") is True
        or metadata.get("is_visually_hidden") is True
    ):
        return "hidden"
    if role == "system":
        return "system"
    if role == "tool" and any(asset.kind == "image" for asset in assets):
        return ""
    if kind in CONTEXT_TYPES:
        return "context"
    if kind in _REASONING_TYPES:
        return "reasoning"
    if role == "tool":
        return "tool"
    if kind in WORK_TYPES or kind.startswith(WORK_PREFIX):
        return "tool"
    if role == "assistant" and recipient not in {"", "all"} and not document:
        return "tool"
    return "empty" if not assets and is_blank(words) and role in _ROLES else ""


def _form(role: str, kind: str, recipient: str, skip: str) -> Any:
    if skip == "reasoning":
        return "thoughts"
    if role == "tool" or kind in WORK_TYPES or kind.startswith(WORK_PREFIX):
        return "result" if skip else "prose"
    return "code" if kind == "code" or (role == "assistant" and recipient not in {"", "all"}) else "prose"


def _words(content: dict[str, Any], kind: str, metadata: dict[str, Any]) -> tuple[str, list[Asset]]:
    """The parts of a message joined with LF, assets as placeholders in their places."""
    parts = content.get("parts")
    text = content.get("text")
    more = text is not None or metadata.get("attachments") or metadata.get("aggregate_result")
    if kind == "text" and not more and type(parts) is list and len(parts) == 1 and type(parts[0]) is str:
        return parts[0], []  # As nearly all are.
    lines: list[str] = []
    assets: list[Asset] = []
    names = _attached(metadata)
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, str):
            lines.append(part)
        elif isinstance(part, dict):
            _add_part(part, names, lines, assets)
    if isinstance(text, str) and (text or not metadata.get("aggregate_result")):
        lines.append(text)
    lines += _other_words(content, kind)
    shown = {asset.name for asset in assets}
    for pointer, name in names.items():
        if name not in shown:
            _add_asset(Asset("file", pointer, name), lines, assets)
    result = metadata.get("aggregate_result")
    drawn = result.get("messages") if isinstance(result, dict) else None
    for each in drawn if isinstance(drawn, list) else ():
        url = each.get("image_url") if isinstance(each, dict) else None
        if isinstance(url, str) and url:
            _add_asset(Asset("image", url, _name_of(url)), lines, assets)
    return "\n".join(lines), assets


def _add_part(part: dict[str, Any], names: dict[str, str], lines: list[str], assets: list[Asset]) -> None:
    kind = part.get("content_type")
    if kind == TRANSCRIPT_PART:
        lines.append(part["text"] if isinstance(part.get("text"), str) else "")
    elif kind == IMAGE_PART:
        pointer = _text(part.get("asset_pointer"))
        identity = _name_of(pointer)
        _add_asset(Asset("image", pointer, names.get(identity, identity)), lines, assets)
    elif kind in _AUDIO_PARTS:
        inner = part.get("audio_asset_pointer")
        pointer = _text((inner if isinstance(inner, dict) else part).get("asset_pointer"))
        _add_asset(Asset("audio", pointer, _name_of(pointer)), lines, assets)
    elif isinstance(part.get("text"), str):
        lines.append(part["text"])
    else:
        lines.append(_fenced(part))


def _add_asset(asset: Asset, lines: list[str], assets: list[Asset]) -> None:
    assets.append(asset)
    lines.append(asset.placeholder)


def _attached(metadata: dict[str, Any]) -> dict[str, str]:
    """Names of attachments by the id that parts call them by."""
    attachments = metadata.get("attachments")
    found: dict[str, str] = {}
    for index, each in enumerate(attachments if isinstance(attachments, list) else ()):
        if isinstance(each, dict):
            identity = _text(each.get("id")) or f"attachment-{index + 1}"
            found[identity] = _one_line(_text(each.get("name"))) or identity
    return found


def _other_words(content: dict[str, Any], kind: str) -> list[str]:
    found = [content[name] for name in _FIELDS.get(kind, ()) if isinstance(content.get(name), str)]
    thoughts = content.get("thoughts")
    for thought in thoughts if kind == "thoughts" and isinstance(thoughts, list) else ():
        if isinstance(thought, dict):
            found += [thought[n] for n in ("summary", "content") if isinstance(thought.get(n), str)]
    pieces = content.get("context_parts")
    for piece in pieces if kind == "app_pairing_content" and isinstance(pieces, list) else ():
        if isinstance(piece, dict) and isinstance(piece.get("text"), str):
            found.append(piece["text"])
    return found


def _document(call: str) -> tuple[str, str, str] | None:
    """Title, language of code and text of a document that a call writes anew; None when it changes one."""
    try:
        value = json.loads(call)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("content"), str):
        code = _text(value.get("type")).partition("code/")[2]
        return _one_line(_text(value.get("name"))), _language(code), value["content"]
    updates = value.get("updates")
    if isinstance(updates, list) and len(updates) == 1 and isinstance(updates[0], dict):
        whole = updates[0].get("pattern") in {".*", "(?s).*", "^.*$"}
        if whole and isinstance(updates[0].get("replacement"), str):
            return "", "", updates[0]["replacement"]
    return None


def _fenced(value: Any) -> str:
    """Data that nobody knows how to read, as it came."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}json\n{text}\n{fence}"


def _language(value: object) -> str:
    language = _text(value)
    return language if language.isascii() and language.isalnum() and language != "unknown" else ""


def _name_of(pointer: str) -> str:
    """What follows the last slash of a pointer such as `scheme://file-name`."""
    return _one_line(pointer.rpartition("/")[2]) or "unnamed"


def _one_line(text: str) -> str:
    return " ".join(text.replace("[", "(").replace("]", ")").split())


def _text(value: object) -> str:
    return canonical(value) if isinstance(value, str) else ""


def _time(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return float(value) if isfinite(value) else None
    except OverflowError:
        return None
