"""What holds for every conversation there could be: nothing raises, and the turn model is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from conversation_tree.errors import MESSAGES, CodedError
from conversation_tree.model import Conversation
from conversation_tree.sites.base import ConversationPlace, SiteRequest
from conversation_tree.sites.chatgpt import nesting, payload, reading
from conversation_tree.sites.chatgpt.adapter import ChatGPT
from conversation_tree.sites.chatgpt.faults import Faults
from tests.property.turn_oracle import Oracle, OracleTurn

FOLDER = Path(__file__).parents[1] / "fixtures/conversations"
GOOD = [
    json.loads((FOLDER / name).read_text(encoding="utf-8"))
    for name in (
        "regen_forks.json",
        "odd_regenerated_after_tool.json",
        "image_gen.json",
        "paginated_last_page.json",
    )
]

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["", "all", "user", "assistant", "tool", "text", "a", "b", "python", "thoughts"])
)
fields = st.sampled_from(
    [
        "mapping",
        "messages",
        "message",
        "parent",
        "children",
        "author",
        "role",
        "content",
        "content_type",
        "parts",
        "text",
        "metadata",
        "recipient",
        "create_time",
        "current_node",
        "attachments",
        "aggregate_result",
        "id",
        "title",
        "page_info",
        "is_visually_hidden",
        "conversations",
        "a",
        "b",
        "",
    ]
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(fields | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=25,
)
quick = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def written(value: Any) -> bytes:
    return json.dumps(value).encode()


def check_invariants(conversation: Conversation) -> None:
    tree = conversation.tree
    lists = (
        tree.roles,
        tree.parents,
        tree.children,
        tree.turn_numbers,
        tree.message_ids,
        tree.mid_turn,
        tree.create_times,
        tree.active,
    )
    assert all(len(column) == len(tree) for column in lists)
    assert len(set(tree.ids)) == len(tree)
    members = [m for ids in tree.message_ids for m in ids]
    assert len(set(members)) == len(members)
    order: list[int] = []
    waiting = tree.roots[::-1]
    while waiting:
        order.append(waiting.pop())
        waiting.extend(reversed(tree.children[order[-1]]))
    assert order == list(range(len(tree)))
    for i in range(len(tree)):
        parent = tree.parents[i]
        assert parent < i
        assert all(tree.parents[c] == i for c in tree.children[i])
        assert tree.ids[i] in tree.message_ids[i]
        assert tree.turn_numbers[i] == (tree.turn_numbers[parent] if parent >= 0 else 0) + (
            tree.roles[i] == "user"
        )
        assert len(tree.texts.preview(i)) <= 120
        tree.texts.text(i).encode()
    assert {i for i, a in enumerate(tree.active) if a} == path_to(conversation)
    for warning in conversation.warnings:
        assert warning.code in MESSAGES
        assert warning.message


def path_to(conversation: Conversation) -> set[int]:
    path = set()
    step = -1 if conversation.tree.current is None else conversation.tree.current
    while step >= 0:
        path.add(step)
        step = conversation.tree.parents[step]
    return path


def check_refusal(error: CodedError) -> None:
    assert error.code in MESSAGES
    assert error.message


def parse_or_refuse(body: bytes) -> None:
    try:
        conversation = ChatGPT().parse(body)
    except CodedError as error:
        check_refusal(error)
    else:
        check_invariants(conversation)


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A good conversation with some values exchanged, dropped or moved."""
    document = json.loads(json.dumps(draw(st.sampled_from(GOOD))))
    for _ in range(draw(st.integers(1, 4))):
        places: list[tuple[Any, Any]] = []
        waiting = [document]
        while waiting:
            container = waiting.pop()
            keys = list(container) if isinstance(container, dict) else range(len(container))
            places += [(container, k) for k in keys]
            waiting += [container[k] for k in keys if isinstance(container[k], (dict, list))]
        if not places:
            break
        container, key = draw(st.sampled_from(places))
        what = draw(st.sampled_from(["value", "drop", "copy"]))
        if what == "value":
            container[key] = draw(values)
        elif what == "drop":
            del container[key]
        else:
            source, place = draw(st.sampled_from(places))
            try:
                container[key] = json.loads(json.dumps(source[place]))
            except (LookupError, RecursionError):
                continue
    return document


@quick
@given(values)
def test_any_json_is_read_or_refused(value: Any) -> None:
    parse_or_refuse(written(value))


@quick
@given(st.dictionaries(st.sampled_from(["a", "b", "c", ""]), values, max_size=4), values, values)
def test_any_mapping_is_read(mapping: dict[str, Any], current: Any, title: Any) -> None:
    check_invariants(ChatGPT().parse(written({"mapping": mapping, "current_node": current, "title": title})))


@quick
@given(mutated())
def test_any_mutation_of_a_good_conversation_is_read_or_refused(document: Any) -> None:
    parse_or_refuse(written(document))


@quick
@given(st.sampled_from(GOOD), st.integers(0), st.binary(max_size=4), st.integers(0, 4))
def test_any_damage_to_the_bytes_is_survived(document: Any, place: int, instead: bytes, length: int) -> None:
    body = written(document)
    place %= len(body)
    parse_or_refuse(body[:place] + instead + body[place + length :])


@quick
@given(st.binary(max_size=200) | values.map(written) | st.lists(mutated(), max_size=2).map(written))
def test_any_file_is_read_or_refused(data: bytes) -> None:
    try:
        for stub in ChatGPT().read_file("file", data):
            try:
                check_invariants(stub.parse())
            except CodedError as error:
                check_refusal(error)
    except CodedError as error:
        check_refusal(error)


answers = st.tuples(
    st.sampled_from([200, 200, 200, 401, 500]) | st.integers(0, 600),
    st.dictionaries(st.sampled_from(["retry-after", "content-type"]), st.text(max_size=5)),
    st.binary(max_size=30) | values.map(written) | mutated().map(written),
    st.sampled_from(["", "", "", "network", "timeout"]),
)


@quick
@given(
    st.lists(answers, min_size=8, max_size=8),
    st.sampled_from(["saved", "shared", "switch"]),
    st.sampled_from(["", "team-1", "6a1f0c3e-8d2b-4c55-9b1e-0f7d2a3b4c5d"]),
)
def test_any_answers_end_a_load_or_lead_on(given_answers: list[Any], kind: Any, cookie: str) -> None:
    site = ChatGPT()
    site.forget({"_account": cookie})
    loader = site.switcher("abc", "m") if kind == "switch" else site.loader(ConversationPlace(kind, "abc"))
    step: Any = loader.start(1.0)
    for status, headers, body, failure in given_answers:
        if not isinstance(step, SiteRequest):
            break
        assert step.path.startswith("/")
        signed = step.path == "/api/auth/session"
        if signed and not failure:
            status, body = 200, b'{"accessToken": "t"}'
        step = loader.answer(status, headers, body, failure, 2.0)
    if isinstance(step, CodedError):
        assert step.code in MESSAGES


@quick
@given(st.text(max_size=60))
def test_any_address_shows_something(address: str) -> None:
    place = ChatGPT().conversation_at(address)
    assert bool(place.id) == place.loadable
    ChatGPT().capture_of("GET", address, 200)


@quick
@given(mutated() | st.fixed_dictionaries({"mapping": st.dictionaries(fields, values, max_size=4)}))
def test_the_typed_and_the_tolerant_way_agree(document: Any) -> None:
    body = written(document)
    record = payload.typed(body)
    if record is None:
        return
    faults = Faults()
    typed = reading.conversation(record, Faults())
    tolerant = reading.conversation(payload.tolerant(body, faults), faults)
    assert (typed is None) == (tolerant is None)
    if typed is None or tolerant is None:
        return
    assert (typed.id, typed.title, typed.completeness) == (tolerant.id, tolerant.title, tolerant.completeness)
    assert typed.warnings == tolerant.warnings
    for i in range(len(typed.tree)):
        assert typed.tree.turn(i) == tolerant.tree.turn(i)
        assert typed.tree.texts.text(i) == tolerant.tree.texts.text(i)


# ---------------------------------------------------------------- the turn model


def message(
    role: str, content_type: str, parts: list[Any], recipient: Any = "all", **metadata: Any
) -> dict[str, Any]:
    return {
        "author": {"role": role},
        "content": {"content_type": content_type, "parts": parts},
        "recipient": recipient,
        "metadata": metadata,
    }


IMAGE = {"content_type": "image_asset_pointer"}
USER, ASSISTANT = message("user", "text", ["hi"]), message("assistant", "text", ["hello"])
THOUGHTS = message("assistant", "thoughts", [])
CALL, RESULT = message("assistant", "code", ["1"], "python"), message("tool", "execution_output", ["1"])
messages = st.sampled_from(
    [
        USER,
        USER,
        ASSISTANT,
        ASSISTANT,
        ASSISTANT,
        THOUGHTS,
        CALL,
        RESULT,
        None,
        message("assistant", "text", [""]),
        message("tool", "multimodal_text", [IMAGE]),
        message("tool", "execution_output", [""], aggregate_result={"messages": [{"image_url": "x"}]}),
        message("system", "text", ["instructions"]),
        message("assistant", "model_editable_context", ["memory"]),
        message("user", "text", [" "]),
        message("user", "text", [""], attachments=[{"name": "a"}]),
        message("user", "text", ["hidden"], is_visually_hidden_from_conversation=True),
        message("assistant", "text", ["hidden"], is_visually_hidden=True),
        message("assistant", "text", [" "], "python"),
    ]
)


@st.composite
def conversations(draw: st.DrawFn) -> dict[str, Any]:
    """Mostly trees; now and then a parent that is not there, a circle, a list that is wrong."""
    count = draw(st.integers(0, 12))
    keys = draw(st.permutations([f"k{i}" for i in range(count)]))
    mapping: dict[str, Any] = {}
    for i, key in enumerate(keys):
        odd = draw(st.integers(0, 15)) == 0
        parent = (
            draw(st.sampled_from([None, "gone", "", 3, *keys]))
            if odd
            else (draw(st.sampled_from(keys[:i])) if i else None)
        )
        mapping[key] = {"message": draw(messages), "parent": parent, "children": []}
    for key, entry in mapping.items():
        mine = [k for k, e in mapping.items() if e["parent"] == key]
        entry["children"] = draw(st.permutations(mine))
        if draw(st.integers(0, 15)) == 0:
            entry["children"] = draw(st.none() | st.lists(st.sampled_from(["ghost", 3, *keys]), max_size=5))
    files = draw(st.permutations(keys))
    return {
        "mapping": {k: mapping[k] for k in files},
        "current_node": draw(st.sampled_from([None, "gone", *keys])),
    }


def compare(document: dict[str, Any]) -> None:
    tree = ChatGPT().parse(written(document)).tree
    turns = [tree.turn(i) for i in range(len(tree))]
    found = [
        OracleTurn(t.id, t.role, t.parent, t.turn_number, t.message_ids, t.mid_turn, t.active) for t in turns
    ]
    oracle = Oracle(document)
    assert found == oracle.turns()
    assert (tree.ids[tree.current] if tree.current is not None else None) == oracle.current


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(conversations())
@example({"mapping": {}, "current_node": None})
def test_the_turns_are_those_of_the_definitions(document: dict[str, Any]) -> None:
    compare(document)
    check_invariants(ChatGPT().parse(written(document)))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda p: p.name)
def test_the_turns_of_the_files_are_those_of_the_definitions(path: Path) -> None:
    document = json.loads(path.read_bytes())
    for one in document if isinstance(document, list) else [document]:
        if "mapping" in one:
            compare(one)


@given(conversations())
@quick
def test_every_visible_message_is_in_exactly_one_turn(document: dict[str, Any]) -> None:
    tree = ChatGPT().parse(written(document)).tree
    oracle = Oracle(document)
    members = [m for ids in tree.message_ids for m in ids]
    for key in oracle.order:
        if oracle.visible_as(key):
            assert members.count(key) == 1


# ---------------------------------------------------------------- size


def linked(count: int, parent_of: Any, kinds: list[dict[str, Any]]) -> dict[str, Any]:
    mapping: dict[str, Any] = {
        f"k{i}": {
            "message": kinds[i % len(kinds)],
            "parent": None if i == 0 else f"k{parent_of(i)}",
            "children": [],
        }
        for i in range(count)
    }
    for key, entry in mapping.items():
        if entry["parent"] is not None:
            mapping[entry["parent"]]["children"].append(key)
    return {"mapping": mapping, "current_node": f"k{count - 1}"}


@pytest.mark.parametrize("kinds", [[USER, ASSISTANT], [USER, THOUGHTS, CALL, RESULT], [ASSISTANT], [USER]])
@pytest.mark.parametrize(
    ("shape", "parent_of"),
    [("chain", lambda i: i - 1), ("star", lambda i: 0), ("comb", lambda i: max(0, i - 1 - i % 2))],
)
def test_twenty_thousand_entries_deep_or_wide(
    shape: str, parent_of: Any, kinds: list[dict[str, Any]]
) -> None:
    conversation = ChatGPT().parse(written(linked(20_000, parent_of, kinds)))
    check_invariants(conversation)
    assert conversation.warnings == ()


def test_a_circle_of_twenty_thousand() -> None:
    document = linked(20_000, lambda i: i - 1, [USER, ASSISTANT])
    document["mapping"]["k0"]["parent"] = "k19999"
    document["mapping"]["k19999"]["children"] = ["k0"]
    conversation = ChatGPT().parse(written(document))
    check_invariants(conversation)
    assert [(w.code, w.node) for w in conversation.warnings] == [("CT-PARSE-11", "k0")]


# ---------------------------------------------------------------- nesting


def slow_depth(text: bytes) -> int:
    depth = deepest = 0
    inside = escaped = False
    for byte in text:
        mark = chr(byte)
        if inside:
            if escaped:
                escaped = False
            elif mark == "\\":
                escaped = True
            elif mark == '"':
                inside = False
        elif mark == '"':
            inside = True
        elif mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in "]}":
            depth -= 1
    return deepest


tricky = st.text(alphabet='[]{}"\\,:nu0 ', max_size=12)


@quick
@given(
    st.recursive(
        tricky, lambda i: st.lists(i, max_size=4) | st.dictionaries(tricky, i, max_size=4), max_leaves=30
    ),
    st.integers(0, 60),
)
def test_the_depth_is_that_of_a_walk_through_the_bytes(value: Any, more: int) -> None:
    text = b"[" * more + written(value) + b"]" * more
    assert nesting.depth(text) == slow_depth(text)
