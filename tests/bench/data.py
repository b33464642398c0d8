"""Conversations of any size as the site would send them, the same bytes every time.

Must not know how they are read. The shape is that of real ones: long runs, now and then an edited question or
a regenerated answer a few exchanges back, so that about two thirds of all turns lie on the active path; a
hidden head, answers that come after thoughts or calls, and around every message about as much metadata as the
site sends.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

START = 1_790_000_000.0
"""Unix seconds of the first message."""

_PROSE = """
    the a of and to in is that for on with as it be are this by from or which can when we you not have
    one each value point tree path node number order table field result record window engine bridge
    message branch answer question because therefore however between under above before after while
    until unless first second last next measure compare prepare collect combine describe explain suggest
    improve reduce increase remove add simple careful useful common separate several possible certain
    different similar available important local
"""
_WORDS = _PROSE.split()
_CHINESE = (
    "这里我们可以看到结果与前面的问题有关因此需要先比较两种方法再决定哪一种更合适最后给出一个简单的例子说明"
)
_TYPOGRAPHY = (" — ", "’s ", " → ", "… ", " “quoted” ", " ≤ ", " é ")
_CODE = """def total(values: list[float]) -> float:
    'The sum.'
    result = {"sum": 0}
    for value in values:
        result["sum"] += value
    return result["sum"]
"""


@dataclass(frozen=True, slots=True)
class Size:
    """What to make; either `turns` or `messages` is the goal."""

    text_bytes: int
    """Of the words that are seen, about; the whole is larger by the metadata."""
    turns: int = 0
    messages: int = 0
    fork_every: float = 12.0
    """Exchanges between two forks, on average; 0 for a chain."""
    plain: bool = False
    """Only questions and short answers, with the least metadata."""


SIZES = {
    "500": Size(2_000_000, turns=500),
    "10k": Size(20_000_000, turns=10_000),
    "chain_50k": Size(5_000_000, turns=50_000, fork_every=0, plain=True),
    "messages_600": Size(1_200_000, messages=600),
    "messages_5000": Size(10_000_000, messages=5_000),
    "bushy": Size(600_000, turns=3_000, fork_every=1.5, plain=True),
}


def conversation(name: str) -> bytes:
    """The answer of the site for one of `SIZES`."""
    return _Writer(SIZES[name], conversation_id(name)).write()


def conversation_id(name: str) -> str:
    """A uuid of its own for each name."""
    random = Random(name)
    return _uuid(random)


def chat_parents(turns: int, *, anywhere: bool = False) -> list[int]:
    """Parents of a chat-like tree, in preorder, for measuring layouts.

    One turn in twelve goes back: a few turns up the path, or to any turn so far, which makes a shallow tree.
    """
    random = Random(turns)
    raw = [-1]
    at = 0
    while len(raw) < turns:
        if random.random() < 1 / 12:
            if anywhere:
                at = random.randrange(len(raw))
            else:
                for _ in range(_steps_back(random)):
                    at = max(raw[at], 0)
        raw.append(at)
        at = len(raw) - 1
    below: list[list[int]] = [[] for _ in raw]
    for i, parent in enumerate(raw[1:], 1):
        below[parent].append(i)
    parents: list[int] = []
    waiting = [(0, -1)]
    while waiting:
        i, parent = waiting.pop()
        waiting += [(child, len(parents)) for child in reversed(below[i])]
        parents.append(parent)
    return parents


def _steps_back(random: Random) -> int:
    """How far up people go to ask again: mostly not far."""
    return 1 + int(random.expovariate(1 / 3))


def _uuid(random: Random) -> str:
    digits = f"{random.getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def _paragraphs(random: Random) -> list[str]:
    """A store of paragraphs: prose, mostly with the typographic signs that models love, Chinese, code."""
    store = []
    for number in range(400):
        words = random.choices(_WORDS, k=random.randrange(30, 90))
        words[0] = words[0].capitalize()
        text = " ".join(words) + "."
        if number % 4:
            at = random.randrange(len(text))
            text = text[:at] + random.choice(_TYPOGRAPHY) + text[at:]
        if number % 40 == 7:
            text = "".join(random.choices(_CHINESE, k=120)) + "。"
        if number % 10 == 3:
            text = f"```python\n{_CODE}```"
        store.append(text)
    return store


@dataclass(slots=True)
class _Question:
    key: str
    parent: str
    above: _Question | None
    """The one before it on its path."""


@dataclass(slots=True)
class _Writer:
    size: Size
    id: str
    random: Random = field(init=False)
    mapping: dict[str, dict[str, Any]] = field(default_factory=dict)
    turns: int = 0
    messages: int = 0

    def __post_init__(self) -> None:
        self.random = Random(self.id)

    def write(self) -> bytes:
        size, random = self.size, self.random
        store = _paragraphs(random)
        # A turn of four is a question of a few words, so the answers have nearly all the text.
        mean = size.text_bytes / (size.turns or size.messages * 0.7)
        last: _Question | None = None
        at = self._head()
        while self.turns < size.turns or self.messages < size.messages:
            again = None
            if size.fork_every and random.random() < 1 / size.fork_every:
                again = self._earlier(last)
            if again is not None and random.random() < 0.5:
                last = again
            else:
                above = again.parent if again is not None else at
                key = self._add("user", above, self._text(store, mean * 0.2), self._question_metadata())
                last = _Question(key, above, again.above if again is not None else last)
                self.turns += 1
                if self.turns == size.turns:
                    at = key
                    break
            at = self._answer(last.key, store, mean * 1.8)
            self.turns += 1
        return self._document(at)

    # ------------------------------------------------------------ parts

    def _earlier(self, question: _Question | None) -> _Question | None:
        """A question to ask again or to edit."""
        for _ in range(_steps_back(self.random) - 1):
            if question is None or question.above is None:
                break
            question = question.above
        return question

    def _head(self) -> str:
        root = _uuid(self.random)
        self.mapping[root] = {"id": root, "message": None, "parent": None, "children": []}
        if self.size.plain:
            return root
        hidden = {"is_visually_hidden_from_conversation": True}
        system = self._add("system", root, "", hidden, create_time=False)
        context = {
            "content_type": "user_editable_context",
            "user_profile": "The user provided nothing about themselves.",
            "user_instructions": "Be brief.",
        }
        return self._add("user", system, context, {**hidden, "is_user_system_message": True})

    def _answer(self, asked: str, store: list[str], length: float) -> str:
        kind = 0.0 if self.size.plain else self.random.random()
        at = asked
        if kind > 0.7:
            thought = {
                "content_type": "thoughts",
                "thoughts": [
                    {
                        "summary": "Comparing",
                        "content": self._text(store, 300),
                        "chunks": [],
                        "finished": True,
                    }
                ],
                "source_analysis_msg_id": _uuid(self.random),
            }
            at = self._add("assistant", at, thought, self._answer_metadata(at))
            recap = {"content_type": "reasoning_recap", "content": "Thought for 6s"}
            at = self._add("assistant", at, recap, self._answer_metadata(at))
        if 0.55 < kind < 0.8:
            if kind < 0.6:
                at = self._add("assistant", at, "Let me look at this.", self._answer_metadata(at))
            code = {
                "content_type": "code",
                "language": "unknown",
                "response_format_name": None,
                "text": _CODE,
            }
            at = self._add("assistant", at, code, self._answer_metadata(at), recipient="python")
            output = {"content_type": "execution_output", "text": self._text(store, 300)}
            at = self._add("tool", at, output, self._tool_metadata(at), name="python")
        return self._add("assistant", at, self._text(store, length), self._answer_metadata(at))

    def _text(self, store: list[str], mean: float) -> str:
        wanted = min(self.random.expovariate(1 / mean), 8 * mean) if mean > 200 else mean
        parts = [self.random.choice(store)]
        length = len(parts[0])
        while length < wanted:
            parts.append(self.random.choice(store))
            length += len(parts[-1]) + 2
        return "\n\n".join(parts)[: max(int(wanted), 12)].rstrip() + "."

    def _add(
        self,
        role: str,
        parent: str,
        content: str | dict[str, Any],
        metadata: dict[str, Any],
        *,
        recipient: str = "all",
        name: str | None = None,
        create_time: bool = True,
    ) -> str:
        key = _uuid(self.random)
        self.messages += 1
        seconds = START + 7.25 * self.messages
        self.mapping[parent]["children"].append(key)
        self.mapping[key] = {
            "id": key,
            "message": {
                "id": key,
                "author": {"role": role, "name": name, "metadata": {}},
                "create_time": seconds if create_time else None,
                "update_time": None,
                "content": {"content_type": "text", "parts": [content]}
                if isinstance(content, str)
                else content,
                "status": "finished_successfully",
                "end_turn": role == "assistant" and recipient == "all",
                "weight": 1.0,
                "metadata": metadata,
                "recipient": recipient,
                "channel": None,
            },
            "parent": parent,
            "children": [],
        }
        return key

    # ------------------------------------------------------------ metadata

    def _question_metadata(self) -> dict[str, Any]:
        if self.size.plain:
            return {"timestamp_": "absolute"}
        return {
            "request_id": _uuid(self.random),
            "turn_exchange_id": _uuid(self.random),
            "message_source": None,
            "developer_mode_connector_ids": [],
            "selected_sources": [],
            "selected_github_repos": [],
            "serialization_metadata": {"custom_symbol_offsets": []},
            "timestamp_": "absolute",
        }

    def _answer_metadata(self, parent: str) -> dict[str, Any]:
        random = self.random
        if self.size.plain:
            return {"model_slug": "gpt-5", "parent_id": parent, "timestamp_": "absolute"}
        metadata: dict[str, Any] = {
            "finish_details": {"type": "stop", "stop_tokens": [200002]},
            "is_complete": True,
            "citations": [],
            "content_references": [],
            "message_type": "next",
            "model_slug": "gpt-5",
            "default_model_slug": "gpt-5",
            "parent_id": parent,
            "request_id": _uuid(random),
            "turn_exchange_id": _uuid(random),
            "timestamp_": "absolute",
            "can_save": True,
        }
        if random.random() < 0.1:
            metadata["content_references"] = [self._reference(n) for n in range(random.randrange(1, 6))]
        return metadata

    def _tool_metadata(self, parent: str) -> dict[str, Any]:
        messages = [{"message_type": "stream", "stream_name": "stdout", "text": "42\n"}]
        result = {"status": "success", "run_id": _uuid(self.random), "messages": messages, "code": _CODE}
        return {**self._answer_metadata(parent), "aggregate_result": result}

    def _reference(self, number: int) -> dict[str, Any]:
        address = f"https://example.org/{_uuid(self.random)}"
        return {
            "matched_text": f"\ue200cite\ue202turn0search{number}\ue201",
            "start_idx": 40 * number,
            "end_idx": 40 * number + 20,
            "safe_urls": [address],
            "refs": [],
            "alt": f"([Example]({address}))",
            "type": "grouped_webpages",
            "items": [
                {"title": "An example", "url": address, "snippet": " ".join(_WORDS[:40]), "attribution": None}
            ],
        }

    def _document(self, current: str) -> bytes:
        document = {
            "title": "A measured conversation",
            "create_time": START,
            "update_time": START + 7.25 * self.messages,
            "mapping": self.mapping,
            "moderation_results": [],
            "current_node": current,
            "conversation_id": self.id,
            "default_model_slug": "gpt-5",
            "is_archived": False,
            "safe_urls": [],
            "blocked_urls": [],
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
