"""What is known together with what was seen later, by example; `test_merging_properties` is about any."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conversation_tree.model import Conversation
from conversation_tree.sites.base import ConversationPlace, ShownMessage
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from tests.unit.sites.outlines import KINDS, drawn, faults, mapping, outline, parsed

SITE = ChatGPT()


def page(
    *keys: str, current: str | None = "", above: str | None = None, earlier: bool = False
) -> Conversation:
    """Keys beginning with `a` are answers; `current` is by default the last one."""
    messages: list[dict[str, Any]] = []
    for key in keys:
        messages.append({"id": key, **KINDS["assistant" if key[0] == "a" else "user"](key)})
    if above is not None:
        messages[0]["metadata"]["parent_id"] = above
    body = {"messages": messages, "page_info": {"has_previous_page": earlier}}
    if current is not None:
        body["current_node"] = current or keys[-1]
    return SITE.parse(json.dumps(body).encode())


def sighted(*keys: str, **texts: str) -> Conversation:
    shown = [
        ShownMessage(k, "assistant" if k[:1] == "a" else "user", texts.get(k, f"{k} seen")) for k in keys
    ]
    return SITE.sighted(ConversationPlace("saved", "c"), shown)


def merged(first: Conversation, *more: Conversation) -> Conversation:
    for seen in more:
        first = SITE.merge(first, seen)
    return first


def shape(conversation: Conversation) -> str:
    """The tree with its current turn marked, and what is missing of it."""
    tree = conversation.tree
    lines = drawn(conversation).splitlines()
    if tree.current is not None:
        lines[tree.current] += " *"
    return "\n".join([f"({conversation.completeness.partial})", *lines])


def reads(conversation: Conversation, expected: str) -> None:
    assert shape(conversation) == outline(expected)


# ---------------------------------------------------------------- whole answers


def test_a_whole_answer_is_the_truth_whatever_was_known() -> None:
    fresh = parsed("q user\n  a assistant")
    for known in (parsed("q user\n  a assistant\n  b assistant"), page("q", "a", "p"), sighted("q", "a")):
        assert SITE.merge(known, fresh) is fresh


def test_a_branch_of_a_whole_tree_leaves_it_whole() -> None:
    known = parsed("q user\n  a assistant\n  b assistant", "b")
    reads(
        merged(known, page("q", "a")),
        """
        ()
        q
          a *
          b
        """,
    )


def test_what_is_new_in_a_branch_comes_last_below_what_is_above_it() -> None:
    known = parsed("q user\n  a1 assistant\n    r user\n  b assistant")
    reads(
        merged(known, page("q", "a9", "s"), page("q", "a1", "t", "a2")),
        """
        ()
        q
          a1
            r
            t
              a2 *
          b
          a9
            s
        """,
    )


def test_a_newer_message_takes_the_place_of_a_known_one() -> None:
    seen = page("q", "a1")
    known = parsed({**mapping("q user\n  a1 assistant")})
    words = {"id": "a1", **KINDS["assistant"]("longer")}
    body = {"messages": [{"id": "q", **KINDS["user"]("q")}, words], "current_node": "a1"}
    result = merged(known, seen, SITE.parse(json.dumps(body).encode()))
    assert result.tree.texts.text(1) == "longer answers"
    assert not result.completeness.partial


def test_an_edited_first_question_is_placed_by_what_it_names_as_its_parent() -> None:
    known = parsed("(root)\n  q user\n    a assistant")
    reads(
        merged(known, page("p", "a2", above="root")),
        """
        ()
        q
          a
        p
          a2 *
        """,
    )


def test_a_beginning_that_a_whole_tree_does_not_know_makes_it_partial() -> None:
    result = merged(parsed("(root)\n  q user"), page("p", "a2"))
    reads(
        result,
        """
        (parents)
        q
        p
          a2 *
        """,
    )


# ---------------------------------------------------------------- pages


def test_an_older_page_goes_above() -> None:
    newest = page("q2", "a2", earlier=True, above="a1")
    reads(
        merged(newest, page("q1", "a1", current="a2")),
        """
        (paged)
        q1
          a1
            q2
              a2 *
        """,
    )
    assert faults(merged(newest, page("q1", "a1", current="a2"))) == []


def test_the_newest_page_goes_below_an_older_one() -> None:
    older = page("q1", "a1", current="a2")
    assert faults(older) == [("CT-PARSE-12", None)]
    result = merged(older, page("q2", "a2", earlier=True, above="a1"))
    assert drawn(result) == "q1\n  a1\n    q2\n      a2"
    assert faults(result) == []


def test_a_page_in_the_middle_joins_two() -> None:
    ends = merged(page("q3", earlier=True, above="a2"), page("q1", "a1", current="q3"))
    assert len(ends.tree.roots) == 2
    assert str(ends.completeness) == "partial(earlier)"
    assert faults(ends) == [("CT-PARSE-16", None)]
    reads(
        merged(ends, page("q2", "a2", current="q3", earlier=True, above="a1")),
        """
        (paged)
        q1
          a1
            q2
              a2
                q3 *
        """,
    )


def test_pages_that_overlap_are_joined_by_what_they_share() -> None:
    newest = page("q2", "a2", earlier=True)
    reads(
        merged(newest, page("q1", "a1", "q2", current="a2")),
        """
        (paged)
        q1
          a1
            q2
              a2 *
        """,
    )


def test_pages_that_share_nothing_stay_apart() -> None:
    reads(
        merged(page("q2", "a2", earlier=True), page("q1", "a1", current="a2")),
        """
        (earlier)
        q2
          a2 *
        q1
          a1
        """,
    )


def test_nothing_is_ever_hung_below_itself() -> None:
    first = page("q1", "a1", earlier=True, above="a2")
    second = page("q2", "a2", earlier=True, above="a1")
    reads(
        merged(first, second),
        """
        (earlier)
        q2
          a2
            q1
              a1
        """.replace("a2\n", "a2 *\n", 1),
    )


def test_an_order_that_contradicts_what_is_known_changes_nothing() -> None:
    known = page("q1", "q2", "q3", earlier=True)
    reads(
        merged(known, page("q3", "q2", "q1")),
        """
        (earlier)
        q1 *
          q2
            q3
        """,
    )


def test_a_page_that_names_no_current_message_leaves_it() -> None:
    assert merged(page("q", "a"), page("q", "a", "r", current=None)).tree.current == 1


def test_an_empty_page_adds_nothing() -> None:
    known = page("q", "a")
    assert SITE.merge(known, SITE.parse(b'{"messages": []}')) is known


# ---------------------------------------------------------------- trimmed answers


def trimmed() -> Conversation:
    entries = mapping("(root)\n  q user\n    a1 assistant\n      r user\n        a2 assistant")
    del entries["a1"], entries["q"], entries["root"]
    return parsed(entries)


def test_a_trimmed_answer_leaves_a_whole_tree_whole() -> None:
    known = parsed("(root)\n  q user\n    a1 assistant\n      r user\n    b assistant", "b")
    result = merged(known, trimmed())
    reads(
        result,
        """
        ()
        q
          a1
            r
              a2 *
          b
        """,
    )
    assert faults(result) == []


def test_a_trimmed_answer_alone_is_joined_by_a_page() -> None:
    assert str(trimmed().completeness) == "partial(parents)"
    result = merged(trimmed(), page("q", "a1", current="a2"))
    reads(
        result,
        """
        (parents)
        q
          a1
            r
              a2 *
        """,
    )
    assert faults(result) == []


def test_a_hole_that_stays_is_still_told() -> None:
    result = merged(trimmed(), page("q", current="a2"))
    assert str(result.completeness) == "partial(parents)"
    assert faults(result) == [("CT-PARSE-03", "r")]


def test_a_listed_child_that_turns_up_is_no_fault_any_more() -> None:
    entries = mapping("q user\n  a assistant")
    del entries["a"]
    entries["x"] = {"id": "x", "message": None, "parent": "gone", "children": []}
    known = parsed(entries, "q")
    assert ("CT-PARSE-08", "q") in faults(known)
    assert faults(merged(known, page("q", "a"))) == [("CT-PARSE-03", "x")]


# ---------------------------------------------------------------- sightings


def test_what_the_page_shows_is_a_chain() -> None:
    result = sighted("q", "a", "r")
    reads(
        result,
        """
        (seen)
        q
          a
            r *
        """,
    )
    assert result.id == "c"
    assert [result.tree.texts.text(i) for i in range(3)] == ["q seen", "a seen", "r seen"]
    assert faults(result) == []


def test_a_message_without_words_is_shown_all_the_same() -> None:
    result = sighted("q", "a", q="", a=" \n")
    assert drawn(result) == "q\n  a"
    assert result.tree.texts.preview(0) == "…"


@pytest.mark.parametrize("odd", ["", "placeholder-request-1", "request-1", "client-created-root"])
def test_a_message_without_an_id_yet_is_left_out(odd: str) -> None:
    assert drawn(sighted("q", odd, "a")) == "q\n  a"


def test_a_message_that_is_mounted_twice_counts_once() -> None:
    assert drawn(sighted("q", "a", "q")) == "q\n  a"


def test_nothing_on_the_page_is_an_empty_conversation() -> None:
    result = sighted()
    assert len(result.tree) == 0
    assert SITE.merge(page("q"), result).tree.ids == ["q"]


def test_any_text_on_the_page_can_be_kept() -> None:
    assert sighted("q", q="\ud800 \0 </script>").tree.texts.text(0) == "\ufffd \ufffd </script>"


def test_siblings_are_discovered_as_they_are_visited() -> None:
    reads(
        merged(sighted("q", "a1", "r"), sighted("q", "a2"), sighted("q", "a1", "s"), sighted("q", "a2")),
        """
        (seen)
        q
          a1
            r
            s
          a2 *
        """,
    )


def test_a_window_further_up_joins_by_what_is_still_mounted() -> None:
    reads(
        merged(sighted("q2", "a2", "q3"), sighted("q1", "a1", "q2", "a2")),
        """
        (seen)
        q1
          a1
            q2
              a2
                q3 *
        """,
    )


def test_the_words_of_a_sighting_never_replace_the_real_ones() -> None:
    known = parsed("q user\n  a assistant")
    assert SITE.merge(known, sighted("q", "a")) is known
    result = merged(known, sighted("q", "a", "r"))
    assert [result.tree.texts.text(i) for i in range(3)] == ["q asks", "a answers", "r seen"]
    assert not result.completeness.partial


def test_a_sighted_answer_grows_and_is_replaced_by_the_real_one() -> None:
    growing = merged(sighted("q", "a", a="One"), sighted("q", "a", a="One two"), sighted("a", a=""))
    assert growing.tree.texts.text(1) == "One two"
    real = merged(growing, page("q", "a"))
    assert real.tree.texts.text(1) == "a answers"
    assert str(real.completeness) == "partial(paged)"
    assert merged(real, sighted("q", "a", a="One two three")).tree.texts.text(1) == "a answers"


def test_the_current_message_stays_while_only_a_part_of_its_path_is_on_screen() -> None:
    known = parsed("q user\n  a1 assistant\n    r user\n      a2 assistant\n  b assistant", "a2")
    assert SITE.merge(known, sighted("q", "a1")) is known


def test_the_current_message_moves_to_another_branch_on_screen() -> None:
    known = parsed("q user\n  a1 assistant\n    r user\n  b assistant", "r")
    result = merged(known, sighted("q", "b"))
    assert result.tree.current == 3
    assert result.tree.active == [True, False, False, True]
    assert merged(result, sighted("q", "b")) is result


def test_a_hidden_message_that_becomes_current_marks_the_turn_above_it() -> None:
    known = parsed("q user\n  a assistant\n    h system\n  b assistant", "b")
    result = merged(known, sighted("h"))
    assert result.tree.current == 1


def test_something_else_s_source_is_not_merged() -> None:
    seen = page("q")
    stranger = Conversation("x", "", parsed("z user").tree, parsed("z user").completeness, ())
    assert SITE.merge(stranger, seen) is seen


def test_a_sighting_of_unknown_messages_alone_makes_a_whole_tree_partial() -> None:
    reads(
        merged(parsed("q user\n  a assistant"), sighted("x", "a9")),
        """
        (seen)
        q
          a
        x
          a9 *
        """,
    )


def test_a_deep_conversation_is_merged() -> None:
    keys = [f"{'aq'[n % 2]}{n}" for n in range(20_000)]
    known = page(*keys[:10_000])
    result = merged(known, page(*keys[9_000:], earlier=True))
    assert len(result.tree.texts.text(len(result.tree) - 1)) > 0
    assert result.tree.roots == [0]
