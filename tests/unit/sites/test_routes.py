"""Addresses of the site: what each shows, and which request carries a whole conversation."""

from __future__ import annotations

import pytest

from conversation_tree.sites.base import ConversationPlace
from conversation_tree.sites.chatgpt import routes
from conversation_tree.sites.chatgpt.adapter import ChatGPT

ID = "6a1f0c3e-8d2b-4c55-9b1e-0f7d2a3b4c5d"
PROJECT = "g-p-0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    "path",
    [
        f"/c/{ID}",
        f"/c/{ID}/",
        f"/c/{ID}?model=gpt-5#top",
        f"/u/1/c/{ID}",
        f"/g/g-abc123-some-gpt/c/{ID}",
        f"/g/{PROJECT}/c/{ID}",
        f"/g/{PROJECT}-my-project/c/{ID}",
    ],
)
@pytest.mark.parametrize("origin", ["", "https://chatgpt.com", "https://chat.openai.com:443"])
def test_a_saved_conversation(origin: str, path: str) -> None:
    assert ChatGPT().conversation_at(origin + path) == ConversationPlace("saved", ID)


@pytest.mark.parametrize(
    "path", [f"/c/WEB:{ID}", f"/c/local-{ID}", "/c/request-1", "/c/a%20b", f"/g/{PROJECT}/c/WEB:1"]
)
def test_a_conversation_that_is_not_saved_yet(path: str) -> None:
    assert ChatGPT().conversation_at("https://chatgpt.com" + path) == ConversationPlace("provisional")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/",
        "https://chatgpt.com",
        "https://chatgpt.com/?temporary-chat=true",
        f"https://chatgpt.com/?next=/c/{ID}",
        f"https://chatgpt.com/#/c/{ID}",
        f"https://chatgpt.com/share/{ID}",
        f"https://chatgpt.com/share/{ID}/continue",
        f"https://chatgpt.com/g/{PROJECT}/project",
        f"https://chatgpt.com/c/{ID}/more",
        "https://chatgpt.com/c/",
        "https://chatgpt.com/codex",
        "about:blank",
        "\x00",
    ],
)
def test_no_conversation(address: str) -> None:
    assert ChatGPT().conversation_at(address) == ConversationPlace("none")


def test_the_site_is_asked_where_it_answers() -> None:
    assert routes.conversation_path(ID) == f"/backend-api/conversation/{ID}"


@pytest.mark.parametrize("odd", ["", "../me", "a/b", "a?b", "a b", "x" * 200, "a\n"])
def test_no_path_is_made_from_anything_but_an_id(odd: str) -> None:
    with pytest.raises(ValueError, match="id"):
        routes.conversation_path(odd)


def test_a_capture_is_the_page_s_own_request_for_a_whole_conversation() -> None:
    whole = f"https://chatgpt.com/backend-api/conversation/{ID}?x=1"
    adapter = ChatGPT()
    assert adapter.capture_of("GET", whole, 200) == ID
    assert adapter.capture_of("get", f"/backend-api/conversation/{ID}", 200) == ID
    for method, address, status in [
        ("PATCH", whole, 200),
        ("GET", whole, 404),
        ("GET", f"/backend-api/conversations/{ID}", 200),
        ("GET", f"/backend-api/conversation/{ID}/textdocs", 200),
        ("GET", "/backend-api/conversation/", 200),
        ("GET", "", 200),
    ]:
        assert adapter.capture_of(method, address, status) is None


def test_a_message_sent_and_a_conversation_altered_are_changes() -> None:
    adapter = ChatGPT()
    assert adapter.is_change("POST", "/backend-api/f/conversation", 200)
    assert adapter.is_change("post", "https://chatgpt.com/backend-api/conversation", 200)
    assert adapter.is_change("PATCH", f"/backend-api/conversation/{ID}", 200)
    for method, address, status in [
        ("POST", "/backend-api/f/conversation", 429),
        ("GET", f"/backend-api/conversation/{ID}", 200),
        ("POST", f"/backend-api/conversation/{ID}", 200),
        ("POST", "/backend-api/f/conversation/prepare", 200),
    ]:
        assert not adapter.is_change(method, address, status)
