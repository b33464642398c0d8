"""Cutting one object out of a text without reading the rest; `test_archive` is about cutting all."""

from __future__ import annotations

import pytest

from conversation_tree.sites.chatgpt.adapter import ChatGPT
from conversation_tree.sites.chatgpt.elements import first_of
from conversation_tree.sites.chatgpt.sources import Source


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (b'{"messages": [{"a": [{}]}, {"b": 1}]}', b'{"a": [{}]}'),
        (b'\xef\xbb\xbf {"x": {"messages": [1]}, "messages" : [null, {"a": "]}"}]}', b'{"a": "]}"}'),
        (b'{"x": "messages", "messages": [{}]}', b"{}"),
        (b'{"messages": []}', b""),
        (b'{"messages": [3, "x"]}', b""),
        (b'{"messages": [{"a": 1}', b'{"a": 1}'),
        (b'{"messages": [{"a": 1', b""),
        (b'{"messages": {"a": 1}}', b""),
        (b'{"x": 1}, {"messages": [{}]}', b""),
        (b'{"x": 1', b""),
        (b'[{"messages": [{}]}]', b""),
        (b"", b""),
    ],
)
def test_the_first_object_of_a_list(body: bytes, found: bytes) -> None:
    assert first_of(body, "messages") == found


@pytest.mark.parametrize(
    ("metadata", "above"),
    [
        ('{"parent_id": "p"}', {"q": "p"}),
        ('{"parent_id": ""}', {}),
        ('{"parent_id": 3}', {}),
        ('{"parent_id": {"x": 1}}', {}),
        ("{}", {}),
        ("null", {}),
        ('"p"', {}),
    ],
)
def test_what_a_page_names_as_the_message_above_it(metadata: str, above: dict[str, str]) -> None:
    body = '{"messages": [{"id": "q", "author": {"role": "user"}, "metadata": %s}], "current_node": "q"}'
    source = ChatGPT().parse((body % metadata).encode()).source
    assert isinstance(source, Source)
    assert source.above == above


def test_a_first_message_without_an_id_names_nothing() -> None:
    body = b'{"messages": [{"metadata": {"parent_id": "p"}}, {"id": "q"}], "current_node": "q"}'
    source = ChatGPT().parse(body).source
    assert isinstance(source, Source)
    assert source.above == {}
