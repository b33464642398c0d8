"""What holds for any conversation that is seen piece by piece: the union is found, and nothing is sorted."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_tree.model import Conversation
from conversation_tree.sites.base import ConversationPlace, ShownMessage
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from conversation_tree.sites.chatgpt.sources import Source

SITE = ChatGPT()
PLACE = ConversationPlace("saved", "c")

quick = settings(max_examples=150, deadline=None)


class Sample:
    """A tree of messages, named so that their order by name or time is another than theirs."""

    def __init__(self, parents: list[int], names: list[int]) -> None:
        self.parents = parents
        self.keys = [f"m{n:03}" for n in names]
        self.children: list[list[int]] = [[] for _ in parents]
        for i, p in enumerate(parents):
            if p >= 0:
                self.children[p].append(i)

    def message(self, i: int) -> dict[str, Any]:
        above = self.parents[i]
        return {
            "id": self.keys[i],
            "author": {"role": "user" if self.depth(i) % 2 == 0 else "assistant"},
            "create_time": float(1000 - i),
            "content": {"content_type": "text", "parts": [f"words of {self.keys[i]}"]},
            "recipient": "all",
            "metadata": {"parent_id": self.keys[above] if above >= 0 else "client-created-root"},
        }

    def depth(self, i: int) -> int:
        return len(self.path(i)) - 1

    def path(self, i: int) -> list[int]:
        found = []
        while i >= 0:
            found.append(i)
            i = self.parents[i]
        return found[::-1]

    def whole(self, current: int, parts: set[int] | None = None) -> Conversation:
        """The singular answer, or what would be its answer if only these were there."""
        kept = [i for i in range(len(self.keys)) if parts is None or i in parts]
        mapping = {
            self.keys[i]: {
                "id": self.keys[i],
                "message": self.message(i),
                "parent": self.keys[self.parents[i]] if self.parents[i] >= 0 else None,
                "children": [self.keys[c] for c in self.children[i] if c in kept],
            }
            for i in kept
        }
        body = {"title": "T", "conversation_id": "c", "mapping": mapping, "current_node": self.keys[current]}
        return SITE.parse(json.dumps(body).encode())

    def page(self, messages: list[int], current: int, *, named: bool = True) -> Conversation:
        sent = [self.message(i) for i in messages]
        for message in sent if not named else []:
            del message["metadata"]
        earlier = bool(messages) and self.parents[messages[0]] >= 0
        body = {
            "title": "T",
            "conversation_id": "c",
            "messages": sent,
            "current_node": self.keys[current],
            "page_info": {"has_previous_page": earlier},
        }
        return SITE.parse(json.dumps(body).encode())

    def sighting(self, messages: list[int]) -> Conversation:
        shown = []
        for i in messages:
            role: Any = "user" if self.depth(i) % 2 == 0 else "assistant"
            shown.append(ShownMessage(self.keys[i], role, f"words of {self.keys[i]}"))
        return SITE.sighted(PLACE, shown)


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    count = draw(st.integers(1, 14))
    parents = [-1] + [draw(st.integers(max(0, i - 3), i - 1)) for i in range(1, count)]
    return Sample(parents, draw(st.permutations(range(count))))


def edges(conversation: Conversation) -> dict[str, tuple[str, ...]]:
    """Every key to its children in order; the roots under an empty name."""
    source = conversation.source
    assert isinstance(source, Source)
    keys, parents = source.forest.keys, source.forest.parents
    found: dict[str, list[str]] = {"": [], **{key: [] for key in keys}}
    for key, parent in zip(keys, parents, strict=True):
        assert parent < len(found)
        found[keys[parent] if parent >= 0 else ""].append(key)
    assert len(found) == len(keys) + 1
    return {key: tuple(below) for key, below in found.items()}


def expected(sample: Sample, visits: list[int]) -> dict[str, tuple[str, ...]]:
    """The union of the paths to these, children in the order of their discovery."""
    found: dict[str, list[str]] = {"": []}
    for leaf in visits:
        above = ""
        for i in sample.path(leaf):
            if sample.keys[i] not in found:
                found[sample.keys[i]] = []
                found[above].append(sample.keys[i])
            above = sample.keys[i]
    return {key: tuple(below) for key, below in found.items()}


def facts(conversation: Conversation) -> Any:
    tree = conversation.tree
    return (
        [tree.turn(i) for i in range(len(tree))],
        [tree.texts.text(i) for i in range(len(tree))],
        tree.current,
        edges(conversation),
        conversation.completeness,
        conversation.warnings,
        conversation.id,
        conversation.title,
    )


@quick
@given(samples(), st.data())
def test_a_tree_s_own_active_path_adds_nothing_to_it(sample: Sample, data: st.DataObject) -> None:
    current = data.draw(st.integers(0, len(sample.keys) - 1))
    whole = sample.whole(current)
    path = sample.path(current)
    first = data.draw(st.integers(0, len(path) - 1))
    for seen in (
        sample.page(path, current),
        sample.page(path[first:], current),
        sample.sighting(path[first:]),
    ):
        assert facts(SITE.merge(whole, seen)) == facts(whole)


@quick
@given(samples(), st.data())
def test_successive_paths_discover_exactly_their_union(sample: Sample, data: st.DataObject) -> None:
    visits = data.draw(st.lists(st.integers(0, len(sample.keys) - 1), min_size=1, max_size=8))
    for see, missing in ((sample.page, "paged"), (lambda path, _: sample.sighting(path), "seen")):
        known = see(sample.path(visits[0]), visits[0])
        for leaf in visits[1:]:
            known = SITE.merge(known, see(sample.path(leaf), leaf))
        assert edges(known) == expected(sample, visits)
        assert known.completeness.partial == missing
        assert known.warnings == ()
        current = known.tree.current
        assert current is not None
        if missing == "paged":
            assert sample.keys[visits[-1]] in known.tree.message_ids[current]


@quick
@given(samples(), st.data())
def test_pages_in_any_order_become_their_branch(sample: Sample, data: st.DataObject) -> None:
    leaf = len(sample.keys) - 1
    path = sample.path(leaf)
    cuts = sorted(data.draw(st.sets(st.integers(1, len(path)), max_size=4)) | {0, len(path)})
    pieces = [path[a:b] for a, b in pairwise(cuts)]
    pages = data.draw(st.permutations([sample.page(piece, leaf) for piece in pieces]))
    known = pages[0]
    for page in pages[1:]:
        known = SITE.merge(known, page)
    assert edges(known) == expected(sample, [leaf])
    assert known.completeness.partial == "paged"
    assert known.warnings == ()
    assert known.tree.current == len(known.tree) - 1


@quick
@given(samples(), st.data())
def test_windows_that_overlap_become_what_was_scrolled_over(sample: Sample, data: st.DataObject) -> None:
    leaf = len(sample.keys) - 1
    path = sample.path(leaf)
    low = high = data.draw(st.integers(0, len(path) - 1))
    known = sample.sighting(path[low : high + 1])
    for up in data.draw(st.lists(st.booleans(), max_size=12)):
        if up:
            known = SITE.merge(known, sample.sighting(path[max(0, low - 2) : low + 1]))
            low = max(0, low - 2)
        else:
            known = SITE.merge(known, sample.sighting(path[high : high + 3]))
            high = min(len(path) - 1, high + 2)
    seen = [sample.keys[i] for i in path[low : high + 1]]
    assert edges(known) == {
        "": (seen[0],),
        **{key: (below,) for key, below in pairwise(seen)},
        seen[-1]: (),
    }


@quick
@given(samples(), st.data())
def test_a_whole_tree_with_something_consistent_stays_whole(sample: Sample, data: st.DataObject) -> None:
    """Known is a part that reaches to the root; a page tells of a path beyond it."""
    some = data.draw(st.sets(st.integers(0, len(sample.keys) - 1), min_size=1))
    parts = {i for one in some for i in sample.path(one)}
    known = sample.whole(min(some), parts)
    leaf = data.draw(st.integers(0, len(sample.keys) - 1))
    path = sample.path(leaf)
    first = data.draw(st.integers(0, len([i for i in path if i in parts]) - 1))
    for seen in (sample.page(path[first:], leaf), sample.page(path[first:], leaf, named=False)):
        result = SITE.merge(known, seen)
        assert not result.completeness.partial
        before, after = edges(known), edges(result)
        assert set(after) == set(before) | {sample.keys[i] for i in path}
        for key, below in before.items():
            assert after[key][: len(below)] == below
        assert SITE.merge(result, sample.whole(leaf)).source is not result.source


@quick
@given(samples(), st.data())
def test_a_trimmed_answer_adds_only_what_it_has(sample: Sample, data: st.DataObject) -> None:
    current = len(sample.keys) - 1
    kept = data.draw(st.sets(st.integers(0, current), min_size=1)) | {current}
    seen = sample.whole(current, kept)
    whole = sample.whole(current)
    merged = SITE.merge(whole, seen)
    assert merged is seen if not seen.completeness.partial else facts(merged) == facts(whole)


@quick
@given(st.lists(samples(), min_size=2, max_size=4), st.data())
def test_whatever_is_merged_is_a_forest_of_all_of_it(several: list[Sample], data: st.DataObject) -> None:
    """The samples share names and contradict each other."""
    known = several[0].whole(0)
    for sample in several:
        current = data.draw(st.integers(0, len(sample.keys) - 1))
        path = sample.path(current)
        kept = data.draw(st.sets(st.integers(0, len(sample.keys) - 1), min_size=1))
        seen = data.draw(
            st.sampled_from(
                [
                    sample.page(path[len(path) // 2 :], current),
                    sample.sighting(path),
                    sample.whole(current, kept),
                ]
            )
        )
        before, result = set(edges(known)), SITE.merge(known, seen)
        if seen.completeness.partial:
            assert set(edges(result)) == before | set(edges(seen))
        assert all(p < i for i, p in enumerate(result.tree.parents))
        known = result
