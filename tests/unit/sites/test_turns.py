"""Messages to turns (rules 3 and 4, readings 4 and 5): merging, stand-ins, numbers, belonging, current."""

from __future__ import annotations

import pytest

from tests.unit.sites.outlines import drawn, faults, mapping, members, outline, parsed


def turns(entries: str, expected: str) -> None:
    assert drawn(parsed(entries)) == outline(expected)


def test_passed_through_messages_give_their_descendants_to_the_nearest_visible_ancestor() -> None:
    turns(
        """
        (r)
          s system
            q user
              t thoughts
                c call
                  a assistant
                    m context
                      p user
        """,
        """
        q
          a
            p
        """,
    )


def test_visible_descendants_keep_the_raw_order_depth_first() -> None:
    turns(
        """
        q user
          h -assistant
            a assistant
            g -assistant
              b assistant
          c assistant
        """,
        """
        q
          a
          b
          c
        """,
    )


def test_questions_in_a_row_are_turns_of_their_own() -> None:
    turns("q user\n  p user\n    a assistant", "q\n  p\n    a")


def test_assistant_messages_one_below_the_other_are_one_turn_named_by_the_last() -> None:
    conversation = parsed("""
        q user
          a assistant
            b assistant
              i image
                c assistant
    """)
    assert drawn(conversation) == "q\n  c"
    assert members(conversation, "c") == ["a", "b", "i", "c"]
    assert conversation.tree.roles == ["user", "assistant"]


def test_a_fork_ends_a_turn() -> None:
    turns(
        """
        q user
          p assistant
            a assistant
            b assistant
        """,
        """
        q
          p
            a
            b
        """,
    )


def test_a_question_beside_the_rest_of_an_answer_ends_a_turn_too() -> None:
    turns("q user\n  p assistant\n    a assistant\n    u user", "q\n  p\n    a\n    u")


def test_branches_that_show_nothing_split_nothing() -> None:
    turns(
        """
        q user
          p assistant
            t thoughts
              b blank
            a assistant
            c call
        """,
        """
        q
          a
        """,
    )


class TestStandIn:
    def test_an_answer_of_thoughts_alone_is_stood_for_by_its_first(self) -> None:
        conversation = parsed("""
            q user
              t thoughts
                c call
                  r result
              a assistant
        """)
        assert drawn(conversation) == "q\n  t\n  a"
        assert members(conversation, "t") == ["t", "c", "r"]
        assert conversation.tree.roles == ["user", "assistant", "assistant"]

    @pytest.mark.parametrize("kind", ["thoughts", "recap", "call", "result"])
    def test_calls_thoughts_and_results_stand_in(self, kind: str) -> None:
        turns(f"q user\n  w {kind}", "q\n  w")

    @pytest.mark.parametrize("kind", ["blank", "context", "system", "-thoughts", "-result", "blank_user"])
    def test_nothing_else_does(self, kind: str) -> None:
        turns(f"q user\n  w {kind}", "q")

    def test_a_blank_message_before_the_work_belongs_to_it(self) -> None:
        conversation = parsed("q user\n  b blank\n    t thoughts")
        assert drawn(conversation) == "q\n  t"
        assert members(conversation, "t") == ["b", "t"]

    def test_one_visible_message_anywhere_in_the_answer_is_enough(self) -> None:
        turns("q user\n  t thoughts\n    c call\n    a assistant", "q\n  a")

    def test_an_answer_ends_at_the_next_question(self) -> None:
        turns(
            """
            q user
              t thoughts
                p user
                  a assistant
            """,
            """
            q
              t
                p
                  a
            """,
        )

    def test_an_invisible_question_does_not_end_an_answer(self) -> None:
        turns("q user\n  t thoughts\n    h -user\n      a assistant", "q\n  a")
        turns("q user\n  t thoughts\n    h blank_user\n      c call", "q\n  t")

    def test_each_variant_below_hidden_messages_is_an_answer_of_its_own(self) -> None:
        turns(
            """
            q user
              h -assistant
                s system
                  t thoughts
                c call
                a assistant
            """,
            """
            q
              t
              c
              a
            """,
        )

    def test_one_answer_that_forks_has_one_stand_in(self) -> None:
        conversation = parsed("q user\n  b blank\n    t thoughts\n    c call")
        assert drawn(conversation) == "q\n  t"

    def test_work_that_answers_no_question_does_not_stand_in(self) -> None:
        turns("(r)\n  t thoughts\n    c call", "")
        turns("(r)\n  t thoughts\n    q user", "q")

    def test_it_can_be_current(self) -> None:
        conversation = parsed("q user\n  t thoughts\n    c call\n  a assistant", current="c")
        assert conversation.tree.current == conversation.tree.ids.index("t")
        assert conversation.tree.active == [True, True, False]


class TestBelonging:
    def test_thoughts_and_calls_before_an_answer_belong_to_it(self) -> None:
        conversation = parsed("q user\n  t thoughts\n    c call\n      r result\n        a assistant")
        assert members(conversation, "a") == ["t", "c", "r", "a"]
        assert members(conversation, "q") == ["q"]

    def test_what_follows_the_last_words_of_an_answer_belongs_to_it(self) -> None:
        conversation = parsed("q user\n  a assistant\n    b blank\n      m context\n        p user")
        assert members(conversation, "a") == ["a", "b", "m"]

    def test_hidden_and_system_messages_and_the_user_s_belong_to_no_answer(self) -> None:
        conversation = parsed("q user\n  h -assistant\n    s system\n      u -user\n        a assistant")
        assert members(conversation, "a") == ["a"]
        assert members(conversation, "q") == ["q"]

    def test_what_leads_to_two_answers_belongs_to_neither(self) -> None:
        conversation = parsed("q user\n  t thoughts\n    c call\n      a assistant\n    b assistant")
        assert members(conversation, "a") == ["c", "a"]
        assert members(conversation, "b") == ["b"]

    def test_below_visible_words_it_belongs_to_those(self) -> None:
        conversation = parsed("q user\n  p assistant\n    t thoughts\n      a assistant\n      b assistant")
        assert members(conversation, "p") == ["p", "t"]

    def test_a_dead_end_belongs_to_what_it_hangs_on(self) -> None:
        conversation = parsed(
            "q user\n  t thoughts\n    c call\n    a assistant\n      r result\n      b assistant"
        )
        assert members(conversation, "b") == ["t", "c", "a", "r", "b"]

    def test_work_that_leads_to_a_question_only_belongs_to_the_words_above_it(self) -> None:
        conversation = parsed("q user\n  a assistant\n    c call\n      p user\n    d assistant")
        assert drawn(conversation) == "q\n  a\n    p\n    d"
        assert members(conversation, "a") == ["a", "c"]

    def test_a_turn_is_found_by_any_of_its_messages(self) -> None:
        tree = parsed("q user\n  t thoughts\n    a assistant").tree
        assert [tree.index_of(m) for m in ("q", "t", "a", "other")] == [0, 1, 1, None]


class TestMidTurn:
    def marks(self, entries: str) -> dict[str, bool]:
        tree = parsed(entries).tree
        return dict(zip(tree.ids, tree.mid_turn, strict=True))

    def test_variants_of_an_answer_are_none(self) -> None:
        assert self.marks("q user\n  t thoughts\n    a assistant\n  b assistant") == {
            "q": False,
            "a": False,
            "b": False,
        }

    def test_a_fork_below_visible_words_is_one(self) -> None:
        assert self.marks("q user\n  p assistant\n    a assistant\n    b assistant") == {
            "q": False,
            "p": False,
            "a": True,
            "b": True,
        }

    def test_a_fork_below_thoughts_or_a_result_is_one(self) -> None:
        marks = self.marks(
            "q user\n  c call\n    r result\n      a assistant\n      b assistant\n  d assistant"
        )
        assert marks == {"q": False, "a": True, "b": True, "d": False}

    def test_it_counts_further_down_too(self) -> None:
        marks = self.marks(
            "q user\n  t thoughts\n    c call\n      a assistant\n    b blank\n      d assistant"
        )
        assert marks == {"q": False, "a": True, "d": True}

    @pytest.mark.parametrize("kind", ["context", "system", "-assistant", "-result", "blank_user"])
    def test_a_fork_below_something_else_is_none(self, kind: str) -> None:
        marks = self.marks(f"q user\n  h {kind}\n    a assistant\n    b assistant")
        assert marks == {"q": False, "a": False, "b": False}

    def test_a_branch_that_shows_nothing_makes_none(self) -> None:
        assert self.marks("q user\n  t thoughts\n    a assistant\n    c call") == {"q": False, "a": False}

    def test_a_question_is_never_one(self) -> None:
        marks = self.marks("q user\n  a assistant\n    t thoughts\n      p user\n      u user")
        assert marks == {"q": False, "a": False, "p": False, "u": False}


def test_turn_numbers_count_the_questions_on_the_path() -> None:
    tree = parsed("""
        (r)
          g assistant
            q user
              p user
                a assistant
              u user
          v user
    """).tree
    assert dict(zip(tree.ids, tree.turn_numbers, strict=True)) == {
        "g": 0,
        "q": 1,
        "p": 2,
        "a": 2,
        "u": 2,
        "v": 1,
    }


def test_leaves_forks_and_siblings() -> None:
    tree = parsed("(r)\n  q user\n    a assistant\n    b assistant\n  p user").tree
    assert (tree.leaves, tree.forks, tree.questions) == (3, 1, 2)
    assert tree.siblings(0) == [0, 3]
    assert tree.siblings(2) == [1, 2]


def test_the_time_of_a_turn_is_that_of_its_first_visible_message() -> None:
    entries = mapping("q user\n  t thoughts\n    a assistant\n      b assistant\n  c call")
    for time, key in enumerate("qtabc"):
        entries[key]["message"]["create_time"] = 100 + time
    tree = parsed(entries).tree
    assert dict(zip(tree.ids, tree.create_times, strict=True)) == {"q": 100.0, "b": 102.0, "c": 104.0}
    assert all(type(t) is float for t in tree.create_times)


class TestCurrent:
    OUTLINE = """
        (r)
          q user
            t thoughts
              a assistant
                b assistant
                  e blank
                    p user
                      s system
          u user
    """

    @pytest.mark.parametrize(
        ("current", "turn"),
        [("q", "q"), ("t", "q"), ("a", "b"), ("b", "b"), ("e", "b"), ("p", "p"), ("s", "p"), ("u", "u")],
    )
    def test_it_is_the_turn_of_the_nearest_visible_message_at_or_above(self, current: str, turn: str) -> None:
        tree = parsed(self.OUTLINE, current=current).tree
        assert tree.current == tree.ids.index(turn)

    def test_active_is_current_and_the_turns_above_it(self) -> None:
        tree = parsed(self.OUTLINE, current="e").tree
        assert [i for i, a in zip(tree.ids, tree.active, strict=True) if a] == ["q", "b"]

    def test_above_the_first_visible_message_nothing_is_current_and_that_is_no_fault(self) -> None:
        conversation = parsed(self.OUTLINE, current="r")
        assert conversation.tree.current is None
        assert not any(conversation.tree.active)
        assert faults(conversation) == []

    @pytest.mark.parametrize("current", ["gone", "", 3, None, ["q"]])
    def test_what_is_no_entry_is_a_fault_and_never_a_guess(self, current: object) -> None:
        conversation = parsed(self.OUTLINE, current_node=current)
        assert conversation.tree.current is None
        assert faults(conversation) == [("CT-PARSE-12", None)]

    def test_an_entry_that_is_no_object_is_none(self) -> None:
        conversation = parsed({**mapping("q user"), "n": None}, current="n")
        assert conversation.tree.current is None
        assert ("CT-PARSE-12", None) in faults(conversation)


def test_an_empty_conversation_has_no_turns() -> None:
    for entries in ("(r)\n  s system", {}):
        conversation = parsed(entries, current="r" if entries else "")
        assert len(conversation.tree) == 0
        assert conversation.tree.roots == []


def test_a_turn_is_made_for_whoever_asks() -> None:
    tree = parsed("q user\n  t thoughts\n    a assistant\n      p user", current="a").tree
    turn = tree.turn(1)
    assert (turn.index, turn.id, turn.role, turn.parent, turn.children) == (1, "a", "assistant", "q", ("p",))
    assert (turn.turn_number, turn.message_ids, turn.mid_turn, turn.active) == (1, ("t", "a"), False, True)
    assert (turn.create_time, turn.preview) == (None, "a answers")
    assert tree.turn(0).parent is None
