"""Who hangs below whom (rules 0 and 2): the child's parent decides, the parent's list orders."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.sites.outlines import drawn, faults, mapping, outline, parsed, text


def entry(parent: Any, children: Any = (), said: str = "words") -> dict[str, Any]:
    children = list(children) if isinstance(children, tuple) else children
    return {"id": "never read", "message": text("user", said), "parent": parent, "children": children}


def test_ids_are_the_keys_of_the_mapping() -> None:
    entries = mapping("a user\n  b assistant")
    entries["a"]["id"] = "b"
    entries["a"]["message"]["id"] = "other"
    tree = parsed(entries).tree
    assert tree.ids == ["a", "b"]
    assert tree.message_ids == [["a"], ["b"]]


def test_the_order_of_children_is_the_list_s_and_nothing_is_sorted() -> None:
    entries = mapping("a user\n  b assistant\n  c assistant\n  d assistant")
    for time, key in enumerate("dbca"):
        entries[key]["message"]["create_time"] = float(time)
    entries["a"]["children"] = ["c", "d", "b"]
    assert parsed(entries).tree.ids == ["a", "c", "d", "b"]


@pytest.mark.parametrize("parent", [None, ""])
def test_no_parent_makes_a_root_without_a_warning(parent: object) -> None:
    conversation = parsed({"a": entry(parent)})
    assert drawn(conversation) == "a"
    assert faults(conversation) == []


def test_a_missing_parent_makes_a_root_without_a_warning() -> None:
    root = entry(None)
    del root["parent"]
    assert faults(parsed({"a": root})) == []


def test_the_empty_text_is_a_parent_like_any_other_where_it_is_a_key() -> None:
    conversation = parsed({"": entry(None, ("a",)), "a": entry("")})
    assert drawn(conversation) == "\n  a"
    assert faults(conversation) == []


@pytest.mark.parametrize("parent", [3, True, ["a"], {"id": "a"}])
def test_a_parent_that_is_no_text_makes_a_root_with_a_warning(parent: object) -> None:
    conversation = parsed({"a": entry(None), "b": entry(parent)})
    assert drawn(conversation) == "a\nb"
    assert faults(conversation) == [("CT-PARSE-05", "b")]


def test_an_unknown_parent_makes_a_root_and_the_tree_partial() -> None:
    conversation = parsed({"a": entry("gone"), "b": entry(None)})
    assert drawn(conversation) == "a\nb"
    assert faults(conversation) == [("CT-PARSE-03", "a")]
    assert str(conversation.completeness) == "partial(parents)"


def test_an_entry_that_is_its_own_parent_becomes_a_root() -> None:
    conversation = parsed({"a": entry("a", ("a",))})
    assert drawn(conversation) == "a"
    assert faults(conversation) == [("CT-PARSE-04", "a")]
    assert str(conversation.completeness) == "complete"


@pytest.mark.parametrize("value", [None, 3, "text", [], True])
def test_an_entry_that_is_no_object_counts_as_missing(value: object) -> None:
    conversation = parsed({"a": entry(None, ("b", "c")), "b": value, "c": entry("b")}, current="a")
    assert drawn(conversation) == "a\nc"
    assert sorted(faults(conversation)) == [
        ("CT-PARSE-01", "b"),
        ("CT-PARSE-03", "c"),
        ("CT-PARSE-08", "a"),
        ("CT-PARSE-09", "c"),
    ]


@pytest.mark.parametrize("children", [None, "b", 3, {"0": "b"}])
def test_a_list_of_children_that_is_no_list_counts_as_empty(children: object) -> None:
    conversation = parsed({"a": entry(None, children), "b": entry("a")})
    assert drawn(conversation) == "a\n  b"
    assert faults(conversation) == [("CT-PARSE-06", "a"), ("CT-PARSE-10", "b")]


def test_a_missing_list_of_children_counts_as_empty() -> None:
    root = entry(None)
    del root["children"]
    assert faults(parsed({"a": root})) == [("CT-PARSE-06", "a")]


def test_only_texts_count_in_a_list_and_the_first_mention_of_each() -> None:
    conversation = parsed(
        {"a": entry(None, ("c", 3, None, "b", "c", [], "b")), "b": entry("a"), "c": entry("a")}
    )
    assert drawn(conversation) == "a\n  c\n  b"
    assert faults(conversation) == [("CT-PARSE-07", "a")]


def test_a_stranger_mentioned_twice_is_two_faults() -> None:
    conversation = parsed({"a": entry(None, ("ghost", "ghost"))})
    assert faults(conversation) == [("CT-PARSE-08", "a"), ("CT-PARSE-07", "a")]


def test_a_listed_child_that_names_another_parent_stays_there() -> None:
    entries = {"a": entry(None, ("b", "c")), "b": entry("a", ("c",)), "c": entry("b")}
    conversation = parsed(entries)
    assert drawn(conversation) == "a\n  b\n    c"
    assert faults(conversation) == [("CT-PARSE-09", "c")]


@pytest.mark.parametrize("parent", [None, "", "gone", 3, "b"])
def test_a_listed_child_that_names_no_parent_is_a_root(parent: object) -> None:
    conversation = parsed({"a": entry(None, ("b",)), "b": entry(parent)})
    assert drawn(conversation) == "a\nb"
    assert ("CT-PARSE-09", "b") in faults(conversation)


def test_unlisted_children_come_last_in_the_mapping_s_order() -> None:
    entries = {k: entry(p) for k, p in [("d", "a"), ("a", None), ("c", "a"), ("b", "a")]}
    entries["a"]["children"] = ["b"]
    conversation = parsed(entries, current="a")
    assert drawn(conversation) == "a\n  b\n  d\n  c"
    assert faults(conversation) == [("CT-PARSE-10", "d"), ("CT-PARSE-10", "c")]


def test_a_circle_is_cut_above_that_one_of_its_entries_which_the_file_names_first() -> None:
    entries = {
        "tail": entry("z", said="hangs below the circle"),
        "x": entry("z", ("y",)),
        "y": entry("x", ("z",)),
        "z": entry("y", ("tail", "x")),
        "r": entry(None),
    }
    conversation = parsed(entries, current="r")
    assert drawn(conversation) == outline("""
        r
        x
          y
            z
              tail
    """)
    assert faults(conversation) == [("CT-PARSE-11", "x")]


def test_cut_circles_come_after_the_parentless_in_file_order_of_the_entry_cut() -> None:
    entries = {
        "e": entry("c", ("c",)),
        "b": entry("a", ("a",)),
        "a": entry("b", ("b",)),
        "c": entry("e", ("e",)),
        "o": entry("gone"),
        "r": entry(None),
    }
    conversation = parsed(entries, current="r")
    assert drawn(conversation) == outline("""
        o
        r
        e
          c
        b
          a
    """)


def test_a_null_message_is_a_fault_only_below_something() -> None:
    entries = mapping("(r)\n  a user\n    (n)\n      b assistant")
    conversation = parsed(entries)
    assert drawn(conversation) == "a\n  b"
    assert faults(conversation) == [("CT-PARSE-02", "n")]


def test_a_null_message_on_an_orphan_is_no_fault_of_its_own() -> None:
    conversation = parsed({"a": {"message": None, "parent": "gone", "children": []}})
    assert faults(conversation) == [("CT-PARSE-03", "a")]


@pytest.mark.parametrize("parent", [None, "r"])
def test_a_message_of_another_type_is_one_fault_anywhere(parent: str | None) -> None:
    entries = {**mapping("(r)"), "a": {"message": "words", "parent": parent, "children": []}}
    entries["r"]["children"] = ["a"] if parent else []
    assert faults(parsed(entries)) == [("CT-PARSE-13", "a")]


def test_roots_come_depth_first_in_file_order() -> None:
    conversation = parsed("(r)\n  a user\n    b assistant\n  c user\n(s)\n  d user")
    assert drawn(conversation) == "a\n  b\nc\nd"
    assert conversation.tree.roots == [0, 2, 3]
