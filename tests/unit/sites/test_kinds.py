"""What a turn holds besides words, how it ended and which model wrote it.

Must not look at the words themselves; `test_content` does.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conversation_tree.model import About
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.extension.conversations import Maker

FIXTURES = Path("tests/fixtures/conversations")


def told(made: Maker | str, turn: int = -1) -> About:
    """Of one turn, the last one unless said otherwise."""
    body = json.dumps(made.answer()).encode() if isinstance(made, Maker) else (FIXTURES / made).read_bytes()
    tree = ChatGPT().parse(body).tree
    return tree.texts.about(turn % len(tree))


def work(made: Maker, kind: str = "text", to: str = "all", role: str = "assistant", **more: Any) -> Maker:
    content = (
        {"content_type": kind, "parts": ["x"]} if kind == "text" else {"content_type": kind, "text": "x"}
    )
    made.say(role, "", content=content, recipient=to, **more)
    return made


def asked() -> Maker:
    made = Maker()
    made.ask("Why?")
    return made


@pytest.mark.parametrize(
    ("name", "turn", "kinds"),
    [
        ("voice.json", 0, ("audio",)),
        ("image_gen.json", 0, ("image",)),
        ("canvas.json", 1, ("canvas",)),
        ("agent_computer.json", 1, ("tool",)),
        ("python_sandbox.json", 1, ("image", "tool")),
        ("odd_image_only_turns.json", 3, ("image",)),
        ("regen_forks.json", 1, ()),
    ],
)
def test_real_shapes_are_named(name: str, turn: int, kinds: tuple[str, ...]) -> None:
    assert told(name, turn).kinds == kinds


def test_an_answer_of_thoughts_alone_is_named() -> None:
    assert told(work(asked(), "thoughts")).kinds == ("thoughts",)


def test_an_answer_that_stopped_at_a_call_is_named() -> None:
    assert told(work(asked(), "code", to="python")).kinds == ("tool", "stopped")


def test_thoughts_before_an_answer_are_not_worth_a_word() -> None:
    made = work(asked(), "thoughts")
    made.reply("Because.")
    assert told(made).kinds == ()


def test_an_attached_file_and_an_attached_picture_are_told_apart() -> None:
    made = Maker()
    files = [
        {"id": "f", "name": "a.pdf", "mime_type": "application/pdf"},
        {"id": "p", "mimeType": "image/png"},
    ]
    made.say("user", "Look", metadata={"attachments": [*files, "odd", {"mime_type": 7}]})
    assert told(made).kinds == ("image", "file")


def test_the_model_is_that_of_the_last_message() -> None:
    made = asked()
    made.say("assistant", "First", metadata={"model_slug": "gpt-4"})
    made.say("assistant", "Second", metadata={"model_slug": "gpt-5"})
    assert told(made).model == "gpt-5"


@pytest.mark.parametrize("slug", [None, 7, "", ["gpt"]])
def test_an_odd_model_is_no_model(slug: object) -> None:
    made = asked()
    made.say("assistant", "Because.", metadata={"model_slug": slug})
    assert told(made) == About()


def test_a_question_has_no_model() -> None:
    made = Maker()
    made.say("user", "Why?", metadata={"model_slug": "gpt-5"})
    assert told(made).model == ""
