"""The whole core behind one function: an event of a tab goes in, its commands come out.

Must not know the DOM, JavaScript, clocks or the network.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping

from conversation_tree.errors import MESSAGES
from conversation_tree.panel.drawing import Drawing
from conversation_tree.panel.labels import TurnLabels
from conversation_tree.panel.options import Options
from conversation_tree.panel.session import OPEN_RECORD, Session
from conversation_tree.panel.settings import RECORD as SETTINGS_RECORD
from conversation_tree.panel.settings import Settings
from conversation_tree.panel.texts import Catalogue, Texts
from conversation_tree.protocol import (
    Command,
    Event,
    LogWarning,
    SaveRecord,
    SettingsChanged,
    encode_commands,
)
from conversation_tree.sites.base import SiteAdapter

REMEMBERED_TABS = 64
"""Sessions kept; the tab that was quiet longest is forgotten first."""


class App:
    """One engine for every tab, one `Session` each."""

    def __init__(
        self,
        adapter: Callable[[], SiteAdapter],
        locales: Mapping[str, Catalogue],
        records: Mapping[str, str] | None = None,
    ) -> None:
        """`adapter` makes the adapter of one tab, `records` are the durable ones, by key."""
        self._adapter = adapter
        self._locales = locales
        self._records = dict(records or {})
        self._settings = Settings.from_text(self._records.get(SETTINGS_RECORD, ""))
        self._sessions: dict[int, Session] = {}
        self._options = Options(self._settings, self._texts, self._conditions)

    def dispatch(self, tab: int, event: Event) -> list[Command]:
        """Everything that follows from one event of one tab, in order.

        A fault of ours ends here: it is reported in the commands, and the other tabs never notice.
        """
        if self._options.is_for(tab, event):
            return self._kept(list(self._options.dispatch(tab, event)))
        if isinstance(event, SettingsChanged) and tab not in self._sessions:
            return []
        session = self._session(tab)
        commands: list[Command] = []
        try:
            for command in session.dispatch(event):
                commands.append(command)  # one by one: a fault must not cost those before it
        except Exception as fault:  # noqa: BLE001 - the one door for faults of ours
            commands += [LogWarning(fault_report(fault)), *session.fault()]
        return self._kept(commands)

    def _kept(self, commands: list[Command]) -> list[Command]:
        self._records.update({c.key: c.value for c in commands if isinstance(c, SaveRecord)})
        return commands

    def close(self, tab: int) -> None:
        """The tab's page is gone, perhaps only for a reload."""
        self._options.close(tab)
        if tab in self._sessions:
            self._sessions[tab].rest()

    def warm_up(self) -> None:
        """Go the way from bytes to picture once, with a made-up conversation, and forget it.

        In WebAssembly code is slow until it has run a few times; then the first real conversation is
        drawn in half the time.
        """
        adapter, drawing = self._adapter(), Drawing()
        tree = adapter.parse(adapter.specimen()).tree
        drawing.show(tree, TurnLabels(self._texts("en")))
        drawing.look_at(*drawing.centred(tree.current))
        encode_commands(list(drawing.patch()), "page")

    def _session(self, tab: int) -> Session:
        session = self._sessions.pop(tab, None)
        if session is None:
            last = bool(self._records.get(OPEN_RECORD))
            open_at_first = {"open": True, "closed": False}.get(self._settings.open_at_start, last)
            session = Session(self._adapter(), self._texts, open_at_first, self._settings)
        self._sessions[tab] = session
        while len(self._sessions) > REMEMBERED_TABS:
            del self._sessions[next(iter(self._sessions))]
        return session

    def _conditions(self) -> list[Mapping[str, object]]:
        return [session.condition() for session in self._sessions.values()]

    def _texts(self, language: str) -> Texts:
        return Texts(self._locales, language)


def fault_report(fault: Exception) -> str:
    """Type and place of a fault, never its message: that could hold words of a conversation."""
    place = traceback.extract_tb(fault.__traceback__)[-1]
    where = f"{type(fault).__name__} at {place.name}:{place.lineno}"
    return f"CT-ENGINE-03: {MESSAGES['CT-ENGINE-03'].replace('{detail}', where)}"
