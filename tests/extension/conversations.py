"""Small conversations of a wanted shape, in the form the site answers with.

Must not know how they are shown.
"""

from __future__ import annotations

from typing import Any

BEGUN = 1793606400.0


class Maker:
    """A conversation in the making: hang messages below others, then take `answer`."""

    def __init__(
        self, name: str = "11111111-2222-4333-8444-555555555555", title: str = "Made for a test"
    ) -> None:
        self.name = name
        self.title = title
        self.mapping: dict[str, Any] = {"top": {"id": "top", "message": None, "parent": None, "children": []}}
        self.current = "top"

    def say(self, role: str, text: str, below: str | None = None, **more: Any) -> str:
        """A message below another, below the current one by default; it becomes the current one."""
        parent = below or self.current
        name = more.pop("name", f"m{len(self.mapping)}")
        message = {
            "id": name,
            "author": {"role": role, "name": None, "metadata": {}},
            "create_time": BEGUN + len(self.mapping),
            "update_time": None,
            "content": {"content_type": "text", "parts": [text]},
            "status": "finished_successfully",
            "end_turn": role == "assistant" or None,
            "weight": 1.0,
            "metadata": {},
            "recipient": "all",
            "channel": None,
            **more,
        }
        self.mapping[name] = {"id": name, "message": message, "parent": parent, "children": []}
        self.mapping[parent]["children"].append(name)
        self.current = name
        return name

    def ask(self, text: str, below: str | None = None) -> str:
        return self.say("user", text, below)

    def reply(self, text: str, below: str | None = None) -> str:
        return self.say("assistant", text, below)

    def rounds(self, count: int) -> Maker:
        """So many questions with their answers, one below the other."""
        for number in range(count):
            self.ask(f"Question {number}")
            self.reply(f"Answer {number}")
        return self

    def answer(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "create_time": BEGUN,
            "update_time": BEGUN + len(self.mapping),
            "mapping": self.mapping,
            "moderation_results": [],
            "current_node": self.current,
            "conversation_id": self.name,
        }


def look_sample() -> dict[str, Any]:
    """Two roots, a fork of two, numbers 1 and 2: everything that the specification gives a look to.

    m1 question; m2 its edited form, active, with the answers m3 (inactive) and m4 (active); m5 and m6 below.
    """
    made = Maker("22222222-3333-4444-8555-666666666666", "Look")
    made.ask("First question", "top")
    edited = made.ask("First question, edited", "top")
    made.reply("An answer nobody went on from", edited)
    made.reply("First answer", edited)
    made.ask("Second question")
    made.reply("Second answer")
    return made.answer()


def unbegun() -> dict[str, Any]:
    """Only a hidden system message: nothing to draw."""
    made = Maker("33333333-4444-4555-8666-777777777777", "New chat")
    made.say("system", "", metadata={"is_visually_hidden_from_conversation": True}, weight=0.0)
    return made.answer()


def torn() -> dict[str, Any]:
    """A parent id that names nothing: part of the conversation is missing."""
    made = Maker("44444444-5555-4666-8777-888888888888", "Torn").rounds(2)
    answer = made.answer()
    answer["mapping"]["lost"] = {
        "id": "lost",
        "message": {**made.mapping["m1"]["message"], "id": "lost"},
        "parent": "gone",
        "children": [],
    }
    return answer


def large(turns: int) -> dict[str, Any]:
    """A chat-like tree: a trunk that forks every eight turns, with bundles of short branches."""
    made = Maker("55555555-6666-4777-8888-999999999999", f"{turns} turns")
    trunk = "top"
    while len(made.mapping) <= turns:
        asked = made.ask("A question of the trunk, some words long", trunk)
        trunk = made.reply("An answer of the trunk, some words longer than that", asked)
        for variant in range(len(made.mapping) // 8 % 4):
            side = made.reply(f"Variant {variant}", asked)
            made.reply("went on from here", made.ask("A side question", side))
    names = list(made.mapping)[1 : turns + 1]
    kept = {"top", *names}
    mapping = {
        name: {**entry, "children": [c for c in entry["children"] if c in kept]}
        for name, entry in made.mapping.items()
        if name in kept
    }
    return {**made.answer(), "mapping": mapping, "current_node": trunk if trunk in kept else names[-1]}
