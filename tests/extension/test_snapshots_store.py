"""Stored conversations: kept within bounds, never of a private window, and never in anybody's way.

Must not know when the core wants one stored; the engine's document is told as the core would.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.extension.conftest import SITE, Chromium
from tests.extension.conversations import Maker
from tests.extension.engine_document import TAB, EngineDocument
from tests.extension.panel import Panel
from tests.replica.control import Control


class Store(EngineDocument):
    """The snapshots, reached as the core reaches them."""

    def perform(self, command: str, body: str | None = None, **fields: str) -> None:
        bytes_ = "null" if body is None else f"new TextEncoder().encode({json.dumps(body)}).buffer"
        self.run(
            f"""const number = {TAB}, tab = engine.tabs.get(number);
            engine.perform.{command}({json.dumps(fields)}, {{ number, tab, body: {bytes_}, levels: 3 }});"""
        )

    def save(self, conversation: str, body: str, account: str = "me") -> None:
        """Store a body, and wait until that is done: reading waits for writing."""
        self.perform("save_snapshot", body, account=account, conversation=conversation)
        self.read("none")

    def read(self, conversation: str, account: str = "me") -> dict[str, Any]:
        """What the core is told when it asks."""
        wanted = json.dumps({"account": account, "conversation": conversation})
        told = self.run(
            f"""const {{ supervisor, perform }} = engine;
            const number = {TAB}, tab = engine.tabs.get(number);
            const told = new Promise(resolve => {{
                supervisor.call = function (call, done) {{
                    const header = JSON.parse(call.header);
                    if (header.type === 'snapshot_read') {{
                        delete supervisor.call;
                        const body = call.body && new TextDecoder().decode(call.body);
                        resolve({{ ...header, body, levels: call.levels }});
                    }}
                    Object.getPrototypeOf(supervisor).call.call(supervisor, call, done);
                }};
            }});
            perform.read_snapshot({wanted}, {{ number, tab, body: null, levels: 0 }});
            return told;"""
        )
        assert isinstance(told, dict)
        assert told["conversation"] == conversation
        return told

    def holds(self, *conversations: str) -> list[str]:
        return [name for name in conversations if self.read(name)["body"] is not None]


@pytest.fixture
def page_with_tree(panel: Panel, site: Control) -> Panel:
    name = site.add(Maker().rounds(2).answer())
    return panel.goto(f"{SITE}/c/{name}").open().shows("4 nodes · 1 branch")


@pytest.fixture
def store(page_with_tree: Panel, watched: Chromium) -> Store:
    """Empty, with the bounds that ship."""
    store = Store(watched)
    store.run("Object.assign(engine.bounds, { bytes: 64 * 1024 * 1024, conversations: 200 });")
    store.perform("drop_snapshots", account="", conversation="")
    return store


def test_what_was_stored_comes_back_with_its_age_and_depth(store: Store) -> None:
    store.save("a", "the bytes")
    told = store.read("a")
    assert (told["body"], told["levels"]) == ("the bytes", 3)
    assert 0 <= told["time"] - told["saved"] < 60


def test_what_was_never_stored_is_told_to_be_nothing(store: Store) -> None:
    told = store.read("b")
    assert (told["body"], told["saved"]) == (None, 0)


def test_accounts_do_not_see_each_others(store: Store) -> None:
    store.save("a", "mine")
    store.save("a", "yours", account="you")
    assert store.read("a")["body"] == "mine"
    assert store.read("a", account="you")["body"] == "yours"


def test_too_many_the_oldest_goes_first(store: Store) -> None:
    store.run("engine.bounds.conversations = 3;")
    for name in ("a", "b", "c"):
        store.save(name, name)
    store.save("a", "again")
    store.save("d", "d")
    assert store.holds("a", "b", "c", "d") == ["a", "c", "d"]


def test_too_large_together_the_oldest_go_first(store: Store) -> None:
    store.run("engine.bounds.bytes = 1000;")
    for name in ("a", "b", "c"):
        store.save(name, "x" * 400)
    assert store.holds("a", "b", "c") == ["b", "c"]
    store.save("d", "x" * 900)
    assert store.holds("a", "b", "c", "d") == ["d"]


def test_one_that_is_too_large_costs_the_others_nothing(store: Store) -> None:
    store.run("engine.bounds.bytes = 1000;")
    store.save("a", "x" * 400)
    store.save("b", "x" * 1001)
    assert store.holds("a", "b") == ["a"]


def test_one_or_all_can_be_dropped(store: Store) -> None:
    for name in ("a", "b"):
        store.save(name, name)
    store.save("c", "c", account="you")
    store.perform("drop_snapshots", account="me", conversation="a")
    assert store.holds("a", "b") == ["b"]
    store.perform("drop_snapshots", account="", conversation="")
    assert store.holds("a", "b") == []
    assert store.read("c", account="you")["body"] is None


def test_a_private_window_stores_and_reads_nothing(store: Store) -> None:
    store.save("a", "not private")
    store.run(f"engine.tabs.get({TAB}).secret = true;")
    store.save("b", "private")
    assert store.holds("a", "b") == []
    store.run(f"engine.tabs.get({TAB}).secret = false;")
    assert store.holds("a", "b") == ["a"]


# ---------------------------------------------------------------- databases of other versions


@pytest.fixture
def alone(fresh_chromium: Callable[..., Chromium], site: Control) -> tuple[Store, Panel]:
    """A browser of its own, whose database may be spoilt."""
    running = fresh_chromium()
    panel = running.new_panel().goto(f"{SITE}/c/{site.add(Maker().rounds(2).answer())}").open()
    panel.shows("4 nodes · 1 branch")
    return Store(running), panel


MAKE = """
    const gone = indexedDB.deleteDatabase('conversation-tree');
    await new Promise(resolve => (gone.onsuccess = resolve));
    const request = indexedDB.open('conversation-tree', %d);
    request.onupgradeneeded = () => request.result.createObjectStore('records').put('kept', 'old');
    await new Promise(resolve => (request.onsuccess = resolve));
    request.result.close();
"""


def test_records_of_the_first_version_survive(alone: tuple[Store, Panel]) -> None:
    store, _ = alone
    store.run(MAKE % 1)
    store.save("a", "the bytes")
    assert store.read("a")["body"] == "the bytes"
    assert store.run("return (await import('./records.js')).readRecords();") == {"old": "kept"}


def test_a_later_version_costs_the_snapshots_only(alone: tuple[Store, Panel]) -> None:
    store, panel = alone
    store.run(MAKE % 99)
    store.save("a", "the bytes")
    assert store.read("a")["body"] is None
    assert store.run("return (await import('./records.js')).readRecords();") == {"old": "kept"}
    panel.reload().shows("4 nodes · 1 branch")
