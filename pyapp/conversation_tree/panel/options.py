"""The options page: what it shows, and what follows when a person sets something there.

Must not know how the page looks, nor which tabs there are besides those that asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from conversation_tree.panel.diagnostics import report
from conversation_tree.panel.settings import RECORD, Settings
from conversation_tree.panel.texts import Texts
from conversation_tree.protocol import (
    ClearingAsked,
    Command,
    CopyText,
    DiagnosticsAsked,
    DropSnapshots,
    Event,
    SaveRecord,
    SettingChanged,
    SettingsAsked,
    SettingsChanged,
    ShowSettings,
    TellTabs,
)

Commands = Iterator[Command]
EVENTS = (SettingsAsked, SettingChanged, ClearingAsked, DiagnosticsAsked)
"""What only an options page asks for; any tab may."""


def saved(settings: Settings) -> Commands:
    """Something was set: keep it, and let every tab know."""
    record = settings.to_text()
    if record:
        yield SaveRecord(RECORD, record)
    yield TellTabs()


class Options:
    """Every options page that is open."""

    def __init__(
        self,
        settings: Settings,
        texts_in: Callable[[str], Texts],
        conditions: Callable[[], list[Mapping[str, object]]],
    ) -> None:
        """`conditions` says how each tab is, without any content."""
        self._settings = settings
        self._texts_in = texts_in
        self._conditions = conditions
        self._languages: dict[int, str] = {}
        """The browser's language, by the tab of each page that asked."""

    def is_for(self, tab: int, event: Event) -> bool:
        return isinstance(event, EVENTS) or (isinstance(event, SettingsChanged) and tab in self._languages)

    def close(self, tab: int) -> None:
        self._languages.pop(tab, None)

    def dispatch(self, tab: int, event: Event) -> Commands:
        """Everything that follows from one event that `is_for` it."""
        if isinstance(event, SettingsAsked):
            self._languages[tab] = event.language
            yield self._shown(tab)
        elif isinstance(event, SettingsChanged):
            yield self._shown(tab)
        elif isinstance(event, ClearingAsked):
            yield DropSnapshots()
            if tab in self._languages:
                yield self._shown(tab, "stored_cleared")
        elif isinstance(event, DiagnosticsAsked):
            yield CopyText(report(event.facts, self._settings, self._conditions()))
        elif isinstance(event, SettingChanged) and self._settings.change(event.name, event.value):
            if not self._settings.snapshots:
                # What is not to be kept is not kept on from before.
                yield DropSnapshots()
            yield from saved(self._settings)

    def _shown(self, tab: int, said: str = "") -> Command:
        language = self._settings.language or self._languages.get(tab, "en")
        return ShowSettings(self._settings.values(), self._texts_in(language).locale, said)
