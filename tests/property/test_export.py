"""Any tree and any words: what is written reads back, every entry is accounted for, every change is named.

Must not know how a file is written.
"""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conversation_tree.errors import CodedError
from conversation_tree.export.findings import Report
from conversation_tree.export.links import links_of, path_to
from conversation_tree.export.readback import check_file
from conversation_tree.export.request import Options
from conversation_tree.sites.chatgpt.records import read
from tests.unit.export import second_reader
from tests.unit.export.making import NONCE, conversation, entry, export, found

FORMS = ["md", "html", "json", "txt"]
PIECES = [
    *("```", "~~~", "\n", "\r\n", "\r", "<!-- ct ", "-->", f"<!-- /ct {NONCE} 1 -->\n"),
    *(
        f"<!-- ct-begin {NONCE} -->\n",
        "ct-index ",
        "[1/2] user\n",
        "seal ",
        "\\(x\\)",
        "\\[",
        "\\]",
        "$$",
        "`",
    ),
    *(
        "**",
        "| a |\n|---|\n",
        "- ",
        "> ",
        "\ue200cite\ue202t\ue201",
        "\ufdd01\ufdd1",
        "\u05e9",
        "🌲",
        "\ud83d",
    ),
    *(
        "\u2028",
        "\0",
        "&lt;",
        "<b>",
        "</script>",
        "---\n",
        '"raw":',
        ',\n"seal":',
        "\u0085",
        "word",
        " ",
        "  \n",
    ),
]
words = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=12).map("".join)
ids = st.text(min_size=1, max_size=6)


@st.composite
def trees(draw: st.DrawFn) -> dict:
    """Entries in any shape, some of them broken, with any words."""
    count = draw(st.integers(1, 12))
    names = draw(st.lists(ids, min_size=count, max_size=count, unique=True))
    entries = []
    for n, name in enumerate(names):
        parent = draw(st.sampled_from([None, "gone", *names[: n + 1]])) if n else None
        if draw(st.integers(0, 3)) and n:
            parent = names[draw(st.integers(0, n - 1))]
        role = draw(st.sampled_from(["user", "assistant", "assistant", "tool", "system", "critic"]))
        more = {"create_time": draw(st.one_of(st.none(), st.floats(), st.integers(0, 10**12)))}
        hidden = (
            {"is_visually_hidden_from_conversation": draw(st.booleans())}
            if not draw(st.integers(0, 4))
            else {}
        )
        entries.append(entry(name, parent, role, draw(words), metadata=hidden, **more))
    value = conversation(entries, title=draw(words))
    value["current_node"] = draw(st.sampled_from(names))
    return value


@given(
    trees(),
    st.sampled_from(FORMS),
    st.sampled_from(["path", "tree"]),
    st.builds(Options, st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.booleans()),
)
@settings(deadline=None, max_examples=40)
def test_whatever_is_written_reads_back(value: dict, form: str, scope: str, options: Options):
    body = json.dumps(value).encode()
    outcome = export(body, form, scope, options)
    if outcome.content is None:
        assert set(found(outcome)) & {"U3", "U4", "U6", "C1", "C5"}
        assert not set(found(outcome)) & {"C4", "V1", "V2", "V7", "V8", "V10"}
        return
    assert check_file(outcome.content).intact
    nodes = read(body).nodes
    reads = second_reader.read(outcome.content, form)
    assert len(reads) == outcome.messages > 0
    for each in reads:
        message = nodes[each.id].message
        assert message is not None
        assert (each.whole, each.role, each.source_hash) == (
            True,
            message.role,
            second_reader.sha(message.text),
        )


@given(trees())
@settings(deadline=None, max_examples=80)
def test_path_entries_are_written_or_skipped_with_a_reason(value: dict):
    body = json.dumps(value).encode()
    outcome = export(body, "json")
    if outcome.content is None:
        return
    counts = json.loads(outcome.content)["integrity"]["counts"]
    assert counts["messages"] + sum(counts["skipped"].values()) == counts["entries"]
    record = read(body)
    assert record.current is not None
    assert counts["entries"] == len(path_to(record.nodes, record.current)[0])
    assert "" not in counts["skipped"]


@given(trees())
@settings(deadline=None, max_examples=80)
def test_every_entry_is_reached_once(value: dict):
    nodes = read(json.dumps(value).encode()).nodes
    links = links_of(nodes)
    reached = [key for top in (*links.roots, *links.orphans, *links.looping) for key in links.below(top)]
    assert sorted(reached) == sorted(nodes)


def checked(content: bytes) -> Report | None:
    """None where the bytes are no export at all; every other fault is ours."""
    try:
        return check_file(content)
    except CodedError as error:
        if error.code != "CT-EXPORT-02":
            raise
        return None


CONTENTS: dict[str, bytes] = {}


def exported(form: str) -> bytes:
    if form not in CONTENTS:
        rows = [entry("m0", None, "user", "first words 🌲")]
        for n in range(1, 6):
            rows.append(
                entry(f"m{n}", f"m{n - 1}", "user" if n % 2 == 0 else "assistant", f"words {n}\n\n**b** `c`")
            )
        content = export(conversation(rows), form).content
        assert content is not None
        CONTENTS[form] = content
    return CONTENTS[form]


@pytest.mark.parametrize("form", FORMS)
@given(st.data())
@settings(deadline=None, max_examples=120)
def test_any_single_change_is_named(form: str, data: st.DataObject):
    text = exported(form).decode()
    at = data.draw(st.integers(0, len(text) - 1))
    how = data.draw(st.sampled_from(["letter", "gone", "added", "cut", "piece gone", "piece doubled"]))
    length = data.draw(st.integers(1, 400))
    letter = data.draw(st.sampled_from("aZ09 \n<-\u05d0"))
    changed = {
        "letter": text[:at] + letter + text[at + 1 :],
        "gone": text[:at] + text[at + 1 :],
        "added": text[:at] + letter + text[at:],
        "cut": text[:at],
        "piece gone": text[:at] + text[at + length :],
        "piece doubled": text[: at + length] + text[at:],
    }[how]
    if changed == text:
        return
    report = checked(changed.encode())
    if report is not None:
        assert not report.intact
        assert all(report.lines())


@pytest.mark.parametrize("form", FORMS)
@given(st.binary(max_size=200), st.integers(0, 2**32))
@settings(deadline=None, max_examples=50)
def test_any_bytes_are_read_without_a_fault_of_ours(form: str, noise: bytes, seed: int):
    content = exported(form)
    at = Random(seed).randrange(len(content))
    for each in (noise, content[:at] + noise + content[at:], content[:at] + noise):
        checked(each)
