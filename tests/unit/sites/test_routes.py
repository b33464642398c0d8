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
        f"https://chatgpt.com/?next=/c/{ID}",
        f"https://chatgpt.com/#/c/{ID}",
        f"https://chatgpt.com/share/{ID}/more",
        "https://chatgpt.com/share/",
        "https://chatgpt.com/?temporary-chat=false",
        "https://chatgpt.com/#temporary-chat=true",
        "https://chatgpt.com/#?temporary-chat=true",
        "https://chatgpt.com/temporary-chat=true",
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


@pytest.mark.parametrize(
    "path",
    [
        "/?temporary-chat=true",
        "/?model=x&temporary-chat=true#top",
        f"/c/{ID}?temporary-chat=true",
        "?temporary-chat=true",
    ],
)
@pytest.mark.parametrize("origin", ["", "https://chatgpt.com"])
def test_a_chat_that_is_kept_nowhere(origin: str, path: str) -> None:
    place = ChatGPT().conversation_at(origin + path)
    assert place == ConversationPlace("temporary")
    assert not place.loadable


@pytest.mark.parametrize(
    "path", [f"/share/{ID}", f"/share/{ID}/", f"/share/{ID}/continue", f"/share/{ID}?x=1", f"/u/0/share/{ID}"]
)
def test_a_shared_copy(path: str) -> None:
    place = ChatGPT().conversation_at("https://chatgpt.com" + path)
    assert place == ConversationPlace("shared", ID)
    assert place.loadable


def test_the_site_is_asked_where_it_answers() -> None:
    assert routes.conversation_path(ID) == f"/backend-api/conversation/{ID}"
    assert routes.share_path(ID) == f"/backend-api/share/{ID}"
    how = "include_has_versions=true&num_turns=50"
    assert routes.page_path(ID, "") == f"/backend-api/conversations/{ID}?{how}"
    assert routes.page_path(ID, "a/b=&c?") == (
        f"/backend-api/conversations/{ID}/messages?before=a%2Fb%3D%26c%3F&{how}"
    )


@pytest.mark.parametrize("odd", ["", "../me", "a/b", "a?b", "a b", "x" * 200, "a\n"])
def test_no_path_is_made_from_anything_but_an_id(odd: str) -> None:
    for path in (routes.conversation_path, routes.share_path, lambda odd: routes.page_path(odd, "")):
        with pytest.raises(ValueError, match="id"):
            path(odd)


def test_a_capture_is_the_page_s_own_request_for_a_conversation_or_a_part_of_one() -> None:
    whole = f"https://chatgpt.com/backend-api/conversation/{ID}?x=1"
    adapter = ChatGPT()
    assert adapter.capture_of("GET", whole, 200) == ID
    assert adapter.capture_of("get", f"/backend-api/conversation/{ID}", 200) == ID
    assert adapter.capture_of("GET", f"/backend-api/conversations/{ID}?num_turns=10", 200) == ID
    assert adapter.capture_of("GET", f"/backend-api/conversations/{ID}/messages?before=x", 200) == ID
    assert adapter.capture_of("GET", f"/backend-api/share/{ID}", 200) == ID
    for method, address, status in [
        ("PATCH", whole, 200),
        ("GET", whole, 404),
        ("POST", "/backend-api/conversations/batch", 200),
        ("GET", "/backend-api/conversations/batch", 200),
        ("GET", "/backend-api/conversations/search?query=x", 200),
        ("GET", "/backend-api/conversations?offset=0", 200),
        ("GET", f"/backend-api/conversations/{ID}/other", 200),
        ("GET", f"/backend-api/share/{ID}/more", 200),
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
