"""The options page as the core sees it, and what its settings change in the tabs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conversation_tree import __version__
from conversation_tree.app import App
from conversation_tree.panel.settings import VERSION, Settings
from conversation_tree.protocol import (
    ClearingAsked,
    ControlActivated,
    CopyText,
    DiagnosticsAsked,
    DropSnapshots,
    OpenOptions,
    ReadSnapshot,
    RequestAnswered,
    RequestHost,
    SaveRecord,
    SaveSnapshot,
    SettingChanged,
    SettingsAsked,
    SettingsChanged,
    ShowSettings,
    TellTabs,
)
from tests.unit.panel.fake_site import answer
from tests.unit.panel.test_session import FORKED, Panel

OPTIONS = 99


@pytest.fixture
def panel() -> Panel:
    return Panel(open_record="1").opened().answered(FORKED)


@pytest.fixture
def app(panel: Panel) -> App:
    return panel.app


def set_to(panel: Panel, name: str, value: Any) -> None:
    """Set on an options page; then every tab is told, as the engine does."""
    commands = panel.app.dispatch(OPTIONS, SettingChanged(name, value))
    if TellTabs() in commands:
        panel.send(SettingsChanged())


def test_the_page_is_shown_all_settings_and_its_language(app: App) -> None:
    assert app.dispatch(OPTIONS, SettingsAsked("fr")) == [ShowSettings(Settings().values(), "fr")]


def test_a_change_is_kept_and_told(app: App) -> None:
    record, told = app.dispatch(OPTIONS, SettingChanged("width", 400))
    assert isinstance(record, SaveRecord)
    assert json.loads(record.value)["width"] == 400
    assert told == TellTabs()


def test_no_change_is_nothing(app: App) -> None:
    assert app.dispatch(OPTIONS, SettingChanged("width", 360)) == []
    assert app.dispatch(OPTIONS, SettingChanged("colour", "red")) == []


def test_a_record_of_a_later_version_is_not_written_over() -> None:
    panel = Panel(records={"settings": json.dumps({"version": VERSION + 1, "width": 300})})
    assert panel.app.dispatch(OPTIONS, SettingChanged("width", 400)) == [TellTabs()]


def test_every_options_page_shows_what_another_one_set(app: App) -> None:
    app.dispatch(OPTIONS, SettingsAsked())
    app.dispatch(98, SettingsAsked())
    app.dispatch(98, SettingChanged("by_shape", True))
    (shown,) = app.dispatch(OPTIONS, SettingsChanged())
    assert isinstance(shown, ShowSettings)
    assert shown.values["by_shape"] is True
    app.close(OPTIONS)
    assert app.dispatch(OPTIONS, SettingsChanged()) == [], "it is gone"


def test_the_footer_leads_there(panel: Panel) -> None:
    assert panel.send(ControlActivated("settings")) == [OpenOptions()]


class TestInOpenTabs:
    def test_the_width(self, panel: Panel) -> None:
        set_to(panel, "width", 500)
        assert panel.frame["panel"]["attributes"]["--cgt-edge-x"] == "500px"

    def test_making_room_and_shapes(self, panel: Panel) -> None:
        set_to(panel, "make_room", False)
        set_to(panel, "by_shape", True)
        assert panel.frame["panel"]["attributes"]["data-cgt-room"] is None
        assert panel.frame["panel"]["attributes"]["data-cgt-by-shape"] == "true"

    def test_the_language_of_everything_on_screen(self, panel: Panel) -> None:
        set_to(panel, "language", "fr")
        assert panel.text("status") == "5 nœuds · 2 branches"
        assert panel.frame["panel"]["attributes"]["lang"] == "fr"
        assert all("question" in panel.items[turn][4]["aria-label"] for turn in panel.turns)
        assert panel.items[panel.turns[0]][4]["aria-label"].startswith("Vous")
        set_to(panel, "language", "")
        assert panel.text("status") == "5 nodes · 2 branches"

    def test_the_language_holds_for_the_next_page(self, panel: Panel) -> None:
        set_to(panel, "language", "zh_CN")
        panel.opened(language="fr").answered(FORKED)
        assert panel.frame["panel"]["attributes"]["lang"] == "zh-CN"

    def test_a_closed_sidebar_speaks_it_when_it_opens(self, panel: Panel) -> None:
        panel.send(ControlActivated("close"))
        set_to(panel, "language", "fr")
        assert panel.frame["button"]["attributes"]["aria-label"] == "Afficher l’arbre de la conversation"


@pytest.mark.parametrize(
    ("wish", "last", "is_open"),
    [("last", "1", True), ("last", "", False), ("open", "", True), ("closed", "1", False)],
)
def test_a_new_tab_opens_as_wished(wish: str, last: str, is_open: bool) -> None:
    record = json.dumps({"version": VERSION, "open_at_start": wish})
    panel = Panel(open_record=last, records={"settings": record}).opened()
    assert panel.hidden("panel") is not is_open


def test_a_tab_that_is_loaded_anew_keeps_its_own_state() -> None:
    record = json.dumps({"version": VERSION, "open_at_start": "closed"})
    panel = Panel(records={"settings": record}).opened()
    panel.send(ControlActivated("open"))
    assert not panel.opened(state=panel.state).hidden("panel")


class TestStoredConversations:
    def test_none_is_kept_or_read_when_that_is_switched_off(self) -> None:
        record = json.dumps({"version": VERSION, "snapshots": False})
        assert self.stored(Panel(open_record="1", records={"settings": record})) == (0, 0)

    def test_they_are_kept_otherwise(self) -> None:
        assert self.stored(Panel(open_record="1")) == (1, 1)

    def stored(self, panel: Panel) -> tuple[int, int]:
        """How often the stored copy is asked for, and how often one is stored."""
        panel.site.account = "somebody"
        panel.opened()
        (token,) = panel.commands(RequestHost)
        panel.send(RequestAnswered(token.request, 200, {}, "", b"a token"))
        asked = len(panel.commands(ReadSnapshot))
        (request,) = panel.commands(RequestHost)
        panel.send(RequestAnswered(request.request, 200, {}, "", FORKED))
        return asked, len(panel.commands(SaveSnapshot))

    def test_switching_it_off_drops_what_there_is(self, app: App) -> None:
        commands = app.dispatch(OPTIONS, SettingChanged("snapshots", False))
        assert DropSnapshots() in commands
        assert DropSnapshots() not in app.dispatch(OPTIONS, SettingChanged("snapshots", True))

    def test_clearing_drops_them_and_says_so(self, app: App) -> None:
        app.dispatch(OPTIONS, SettingsAsked())
        dropped, shown = app.dispatch(OPTIONS, ClearingAsked())
        assert dropped == DropSnapshots()
        assert isinstance(shown, ShowSettings)
        assert shown.said == "stored_cleared"


class TestTheReport:
    SECRETS = ("Where to?", "The sea", "hills", "fake", "a-0", '"a"')

    def report(self, panel: Panel, **facts: Any) -> str:
        (copy,) = panel.app.dispatch(OPTIONS, DiagnosticsAsked(facts))
        assert isinstance(copy, CopyText)
        return copy.text

    def test_it_says_how_everything_is(self, panel: Panel) -> None:
        said = json.loads(self.report(panel, engine_start_ms=1200, boot="snapshot", browser="Chromium"))
        assert said["version"] == __version__
        assert (said["engine_start_ms"], said["boot"], said["browser"]) == (1200, "snapshot", "Chromium")
        assert said["settings"] == Settings().values()
        (tab,) = said["tabs"]
        assert (tab["turns"], tab["forks"], tab["place"], tab["open"]) == (5, 1, "saved", True)
        assert tab["warnings"] == {}

    def test_it_counts_warnings_by_their_codes(self) -> None:
        odd = answer("a", ("user", None, "Where to?"), current=0, warn=True)
        panel = Panel(open_record="1").opened().answered(odd)
        (tab,) = json.loads(self.report(panel))["tabs"]
        assert tab["warnings"] == {"CT-PARSE-03": 2}

    def test_it_holds_nothing_of_any_conversation(self, panel: Panel) -> None:
        text = self.report(panel, browser="x", title="Where to?", address="https://fake/chat/a")
        assert [secret for secret in self.SECRETS if secret in text] == []
