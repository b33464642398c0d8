"""A turn being written: its frames, who follows them, and the conversation that grows meanwhile.

Must not know routes. It goes on whether or not anyone follows it, until its end or `interrupt`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

from tests.replica import tree_data
from tests.replica.control import Control


def delta(value: Any) -> bytes:
    return f"event: delta\ndata: {json.dumps(value)}\n\n".encode()


def typed(value: Any) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()


class Exchange:
    """One answer on its way, in delta encoding v1."""

    def __init__(self, control: Control, name: str, turn: str, below: str, kind: str, *, kept: bool) -> None:
        self.control = control
        self.name = name
        """The conversation's id."""
        self.turn = turn
        self.kept = kept
        """Whether it belongs to a conversation that the stand-in serves."""
        self.frames: list[bytes] = [b'event: delta_encoding\ndata: "v1"\n\n']
        self.handed_off_at: int | None = None
        """How many frames the sender gets; the rest is only for those who follow the topic."""
        self.over = False
        self._kind = kind
        self._below = below
        self._current: tree_data.Message | None = None
        self._grown = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._write_to_the_end())

    # ------------------------------------------------------------ following

    async def follow(self, start: int = 0, *, to_hand_off: bool = False) -> AsyncIterator[bytes]:
        """The frames from one on, as they come, to the end or to the hand-off."""
        index = start
        while True:
            while index < len(self.frames):
                if to_hand_off and index == self.handed_off_at:
                    return
                yield self.frames[index]
                index += 1
            if self.over or (to_hand_off and index == self.handed_off_at):
                return
            await self._grown.wait()

    def interrupt(self) -> None:
        """Stop writing; what was written stays."""
        if self.over:
            return
        self._task.cancel()
        if self._current is not None:
            self._current["status"] = "finished_partial_completion"
            self._current["end_turn"] = True
            details = {"finish_details": {"type": "interrupted", "reason": "client_stopped"}}
            self._current["metadata"] = {**self._current["metadata"], **details}
        self._end()

    # ------------------------------------------------------------ writing

    def _put(self, *frames: bytes) -> None:
        self.frames.extend(frames)
        self._wake()

    def _wake(self) -> None:
        self._grown.set()
        self._grown = asyncio.Event()

    def _end(self) -> None:
        self.over = True
        if self.kept:
            self.control.unsaved.pop(self.name, None)
            self._change(async_status=None, update_time=self._conversation_time())
        self._wake()

    def _conversation_time(self) -> float:
        return float((self._current or {}).get("create_time") or time.time())

    def _change(self, **fields: Any) -> None:
        conversation = self.control.tree(self.name)
        if conversation is not None:  # it may have been deleted meanwhile
            self.control.conversations[self.name] = {**conversation, **fields}

    async def _write_to_the_end(self) -> None:
        try:
            await self._write()
        finally:
            if not self.over:  # a mistake of the stand-in: let nobody wait for ever
                self._end()

    async def _write(self) -> None:
        control = self.control
        conversation = control.tree(self.name) if self.kept else None
        begun = tree_data.latest_time(conversation) if conversation else time.time()
        fresh = conversation is not None and self.name in control.unsaved
        self._put(
            typed(
                {"type": "resume_conversation_token", "token": self.turn, "conversation_id": self.name},
            )
        )
        steps = list(planned(control, self.turn, self._kind, begun))
        writing = sum(len(pieces) or 1 for _, pieces in steps)
        done = 0
        for number, (message, pieces) in enumerate(steps):
            self._hang(message)
            start = {"message": message, "conversation_id": self.name, "error": None}
            self._put(delta({"p": "", "o": "add", "v": start, "c": number}))
            for index, piece in enumerate(pieces):
                await asyncio.sleep(self._gap(writing))
                message["content"]["parts"][0] += piece
                value = {"v": piece}
                first = {"p": "/message/content/parts/0", "o": "append"} if index == 0 else {}
                self._put(delta({**first, **value}))
                done += 1
                self._hand_off(done, writing)
            if not pieces:
                await asyncio.sleep(self._gap(writing, tool=True))
                done += 1
            self._finish(message, last=number == len(steps) - 1)
            self._hand_off(done, writing)
        if fresh:
            self._change(title=control.generated_title)
            named = {"type": "title_generation", "title": control.generated_title}
            self._put(typed({**named, "conversation_id": self.name}))
        self._put(
            typed({"type": "message_stream_complete", "conversation_id": self.name}), b"data: [DONE]\n\n"
        )
        self._end()

    def _hang(self, message: tree_data.Message) -> None:
        self._current = message
        conversation = self.control.tree(self.name) if self.kept else None
        if conversation is not None and self._below in conversation["mapping"]:
            grown = tree_data.with_message(conversation, self._below, message)
            self.control.conversations[self.name] = {**grown, "async_status": 3}
        self._below = message["id"]

    def _finish(self, message: tree_data.Message, *, last: bool) -> None:
        message["status"] = "finished_successfully"
        done = [{"p": "/message/status", "o": "replace", "v": "finished_successfully"}]
        if last:
            message["end_turn"] = True
            message["metadata"] = {**message["metadata"], "is_complete": True}
            done.append({"p": "/message/end_turn", "o": "replace", "v": True})  # type: ignore[dict-item]
            done.append({"p": "/message/metadata", "o": "append", "v": {"is_complete": True}})  # type: ignore[dict-item]
        self._put(delta({"p": "", "o": "patch", "v": done}))

    def _gap(self, writing: int, *, tool: bool = False) -> float:
        if self.handed_off_at is not None:
            return self.control.hand_off_seconds / max(writing - 1, 1)
        return self.control.tool_gap_seconds if tool else self.control.stream_gap_seconds

    def _hand_off(self, done: int, writing: int) -> None:
        """After the first step; the person who sent gets nothing more over this answer."""
        if not self.control.hand_off or self.handed_off_at is not None or done == writing:
            return
        options = [
            {"type": "resume_sse_endpoint"},
            {"type": "subscribe_ws_topic", "topic_id": f"conversation-turn-{self.turn}"},
        ]
        told = {"type": "stream_handoff", "turn_exchange_id": self.turn, "options": options}
        self.handed_off_at = len(self.frames) + 1
        self._put(typed({**told, "conversation_id": self.name}))


def planned(
    control: Control, turn: str, kind: str, begun: float
) -> list[tuple[tree_data.Message, tuple[str, ...]]]:
    """The messages of an answer with the pieces that are still to be written into each.

    Before the final text come calls and results by turns; thoughts come first if a place is left.
    """
    metadata = {"can_save": True, "turn_exchange_id": turn, "message_type": kind, "model_slug": "gpt-replica"}
    steps: list[tuple[tree_data.Message, tuple[str, ...]]] = []

    def add(role: str, content: dict[str, Any], pieces: tuple[str, ...] = (), **more: Any) -> None:
        made = tree_data.message(role, "", begun + 1 + len(steps), status="in_progress", **more)
        steps.append(({**made, "content": content, "metadata": dict(metadata)}, pieces))

    before = control.answer_messages - 1
    if before % 2:
        thought = {"summary": "Thinking it over", "content": "Step by step.", "chunks": [], "finished": True}
        add("assistant", {"content_type": "thoughts", "thoughts": [thought], "source_analysis_msg_id": ""})
    for number in range(before // 2):
        call = {"content_type": "code", "language": "unknown", "text": f"step({number})"}
        add("assistant", {**call, "response_format_name": None}, recipient="python")
        add("tool", {"content_type": "execution_output", "text": f"result {number}"})
        steps[-1][0]["author"]["name"] = "python"
    add("assistant", {"content_type": "text", "parts": [""]}, tuple(control.stream_pieces), channel="final")
    return steps
