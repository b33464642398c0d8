"""Every message that crosses the boundary of the core, declared once.

Holds no behaviour but the reading and writing of messages; must not know the DOM, a site or a tree.

Events (past tense) go in, commands (imperative) come out. On the wire an event is a JSON object with a
`type` and, for the few that carry one, a separate `body` of bytes; the commands of one event come out
as one JSON array. The JavaScript names are generated from this module.
"""

from __future__ import annotations

import dataclasses
import json
import re
from dataclasses import field
from typing import Any, ClassVar, Literal

from conversation_tree.frozen import frozen

# ---------------------------------------------------------------- events: page to core


@frozen
class Event:
    """Something that happened."""

    time: float = field(default=0.0, kw_only=True)
    """When, in Unix seconds by the browser's clock; the core has no clock of its own."""


@frozen
class PageOpened(Event):
    """The bridge reached the engine: after a load, a restart of the engine, a return from the page cache."""

    address: str
    language: str = "en"
    """The browser's interface language, a BCP 47 tag."""
    state: str = ""
    """The last `MirrorState.state` the bridge knows, or empty."""
    cookies: dict[str, str] = field(default_factory=dict)
    """Those of the page's cookies that the site adapter names in its page facts."""
    utc_offsets: list[list[float]] = field(default_factory=list)
    """`[Unix seconds, minutes]`: from when on the person's clocks go how far before UTC, oldest first."""


@frozen
class AddressChanged(Event):
    """The page moved without a load."""

    address: str


@frozen
class PageReported(Event):
    """What the page itself shows now; sent when any of it has changed, and before every `ActionEnded`."""

    messages: list[list[str]] = field(default_factory=list)
    """The messages that are mounted, from the oldest to the newest: `[id, role, text]` each. `text` is the
    beginning of what is on screen for those that were not in the last report, and for the newest while the
    page is answering; else empty."""
    renderer: str = ""
    """Which of the site's page layouts this is, by its name in the site's page facts; empty for none."""
    answering: bool = False
    """A reply is being written."""
    draft: bool = False
    """The page's own text box holds something a reload would lose."""
    editing: bool = False
    """A message of the conversation is being edited in its place."""


@frozen
class PageFocused(Event):
    """The person came back to this tab or window."""


@frozen
class ActionEnded(Event):
    """A `ShowMessage`, `ScrollPage`, `PressPager` or `LookAtPage` ended."""

    action: int
    outcome: str
    """`done`; or why not: `absent` (no such message mounted, or no pager there), `hidden` (it is mounted but
    not on screen in the end), `refused` (the pager's button is disabled), `unchanged` (the page stayed as it
    was), `end` (there is nowhere to scroll to)."""
    message: str = ""
    """For `LookAtPage`: the message in the middle of the screen."""


@frozen
class TimerFired(Event):
    """The time that `SetTimer` named is over."""

    timer: str


@frozen
class SnapshotRead(Event):
    """Engine: the answer to `ReadSnapshot`."""

    conversation: str
    saved: float = 0.0
    """When it was stored, Unix seconds."""
    body: bytes = b""
    """Empty when there is none."""


@frozen
class ControlActivated(Event):
    """A control of the sidebar's frame was pressed: `open`, `close` or `retry`."""

    control: str


@frozen
class ElementClicked(Event):
    """Something drawn was clicked; `key` is the key of the item, empty for the bare drawing."""

    key: str
    shift: bool = False
    ctrl: bool = False
    x: float = 0.0
    """Where, in px of the scrolled content."""
    y: float = 0.0


@frozen
class PointerEntered(Event):
    """The pointer is over something drawn now, and was not before."""

    key: str
    """Of the item; empty for nothing that has one, and outside the sidebar."""


@frozen
class PointerHeld(Event):
    """A finger was held on something drawn without moving."""

    key: str


@frozen
class EndReached(Event):
    """Something in a card was scrolled until its end was near."""

    key: str


@frozen
class PagePressed(Event):
    """The page was pressed while a card was shown."""


@frozen
class TextCopied(Event):
    """A `CopyText` ended."""

    done: bool
    """Whether the text is on the clipboard."""


@frozen
class TextEntered(Event):
    """A text box of the frame holds this now."""

    element: str
    text: str


@frozen
class PartDragged(Event):
    """A part of the frame that can be dragged was let go; meanwhile the page side moved it by itself."""

    element: str
    x: float
    """Where its left is, in px from the window's right."""
    y: float
    """And its top, from the window's bottom."""


@frozen
class KeyPressed(Event):
    """A key the panel may want, pressed while `element` of the frame had the focus."""

    key: str
    """`KeyboardEvent.key`."""
    element: str = "scroller"
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


@frozen
class ViewportChanged(Event):
    """The part of the drawing on screen, in px of the scrolled content."""

    left: float
    top: float
    width: float
    height: float


@frozen
class RequestAnswered(Event):
    """A `RequestHost` ended."""

    request: int
    status: int
    """HTTP status; 0 when there was no answer."""
    headers: dict[str, str] = field(default_factory=dict)
    """Lower-case names; only `content-type`, `retry-after` and `content-language` cross."""
    failure: str = ""
    """`network`, `timeout` or empty."""
    body: bytes = b""


@frozen
class PageRequestEnded(Event):
    """One of the page's own watched requests ended; the bridge holds its body for a while."""

    capture: int
    method: str
    address: str
    status: int


@frozen
class CaptureTaken(Event):
    """The answer to `TakeCapture`; `body` is empty when the capture was displaced."""

    capture: int
    body: bytes = b""


@frozen
class ConversationKept(Event):
    """After a restart of the engine: what `KeepBody` asked to keep."""

    conversation: str
    body: bytes = b""


@frozen
class SettingsAsked(Event):
    """The options page was opened: `ShowSettings` follows, and after each `SettingsChanged` again."""

    language: str = "en"
    """The browser's, a BCP 47 tag."""


@frozen
class SettingChanged(Event):
    """A person set something; `name` is a field of `panel.settings.Settings`."""

    name: str
    value: Any


@frozen
class SettingsChanged(Event):
    """Engine, to every tab after `TellTabs`: what is set may be different now."""


@frozen
class ClearingAsked(Event):
    """The stored conversations shall go."""


@frozen
class DiagnosticsAsked(Event):
    """A person wants a report without any content; `CopyText` follows."""

    facts: dict[str, Any] = field(default_factory=dict)
    """What only the outside knows: the browser, how the engine was started and in how many ms."""


@frozen
class DescriptionAsked(Event):
    """Somebody wants the figures of the tree shown (`DescribeTree` answers)."""


# ---------------------------------------------------------------- commands: core to page or engine


@frozen
class Command:
    """Something to do."""

    target: ClassVar[Literal["page", "engine"]] = "page"


@frozen
class ApplyPatch(Command):
    """Change the drawing or the cards; see `scene.patch` for the operations."""

    operations: list[list[Any]]
    layer: str = "drawing"
    """Or `cards`, or `markers` beside the scrollbar."""


@frozen
class UpdateFrame(Command):
    """Change named elements of the sidebar's frame: `{element: {"text", "hidden", "attributes": {...}}}`."""

    elements: dict[str, dict[str, Any]]


@frozen
class ScrollTo(Command):
    """Scroll the drawing so that this px of the content is at the top left."""

    left: float
    top: float
    smooth: bool = False


@frozen
class FocusElement(Command):
    """Move the keyboard focus to a named element of the frame."""

    element: str


@frozen
class RequestHost(Command):
    """Send a request to the page's own origin; `RequestAnswered` follows."""

    request: int
    method: str
    path: str
    """Begins with one slash; the bridge refuses anything else."""
    headers: dict[str, str] = field(default_factory=dict)
    body: str = ""
    """Sent as it is; empty for none."""
    timeout_ms: int = 30_000


@frozen
class SetTimer(Command):
    """Say `TimerFired` after so many ms, whatever was wished for that name before; below 0 for not at all."""

    timer: str
    ms: int


@frozen
class LookAtPage(Command):
    """Report what the page shows; `ActionEnded` names the message in the middle of the screen."""

    action: int


@frozen
class ShowMessage(Command):
    """Bring a mounted message to where it can be read, and see with a hit test that it is there."""

    action: int
    message: str
    flash: bool = True
    """Mark it for a moment."""


@frozen
class ScrollPage(Command):
    """Scroll the conversation on the page and let it mount what belongs there."""

    action: int
    screens: float = 0.0
    """By so many heights of the view; below 0 towards the oldest message."""
    fraction: float | None = None
    """To this part of the whole instead: 0 is the oldest end, 1 the newest."""


@frozen
class PressPager(Command):
    """Press one button of the pager that belongs to a mounted message, and touch nothing else of the page."""

    action: int
    message: str
    step: int
    """-1 for the variant before, 1 for the one behind."""


@frozen
class ReloadPage(Command):
    """Load the page anew."""


@frozen
class TakeCapture(Command):
    """Ask for the body of a `PageRequestEnded`."""

    capture: int


@frozen
class MirrorState(Command):
    """Keep this opaque text and hand it back with the next `PageOpened`."""

    state: str


@frozen
class CopyText(Command):
    """Put a text on the clipboard; `TextCopied` follows."""

    text: str


@frozen
class ShowSettings(Command):
    """For the options page."""

    values: dict[str, Any]
    locale: str
    """The catalogue to speak with."""
    said: str = ""
    """Key of a text about what was just done."""


@frozen
class LogWarning(Command):
    """Write one coded line to the console, without any content of the conversation."""

    text: str


@frozen
class DescribeTree(Command):
    """The figures of the tree shown, for the demo and the diagnostics."""

    figures: dict[str, Any]


@frozen
class KeepBody(Command):
    """Engine: keep the body of the event just handled, for `ConversationKept` after a restart."""

    target: ClassVar[Literal["page", "engine"]] = "engine"
    conversation: str


@frozen
class SaveRecord(Command):
    """Engine: store a small record durably; all records come back when the engine starts."""

    target: ClassVar[Literal["page", "engine"]] = "engine"
    key: str
    value: str


@frozen
class TellTabs(Command):
    """Engine: `SettingsChanged` follows for every tab."""

    target: ClassVar[Literal["page", "engine"]] = "engine"


@frozen
class OpenOptions(Command):
    """Engine: show the options page."""

    target: ClassVar[Literal["page", "engine"]] = "engine"


@frozen
class SaveSnapshot(Command):
    """Engine: store the body of the event just handled, unless the tab is private; the oldest make room."""

    target: ClassVar[Literal["page", "engine"]] = "engine"
    account: str
    conversation: str


@frozen
class ReadSnapshot(Command):
    """Engine: `SnapshotRead` follows."""

    target: ClassVar[Literal["page", "engine"]] = "engine"
    account: str
    conversation: str


@frozen
class DropSnapshots(Command):
    """Engine: forget one stored conversation, of every account when that is empty; all of every account when
    the conversation is empty."""

    target: ClassVar[Literal["page", "engine"]] = "engine"
    account: str = ""
    conversation: str = ""


# ---------------------------------------------------------------- the wire


def wire_name(message: type[Event] | type[Command]) -> str:
    """`PageOpened` is `page_opened` on the wire."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", message.__name__).lower()


EVENTS: dict[str, type[Event]] = {wire_name(c): c for c in Event.__subclasses__()}
COMMANDS: dict[str, type[Command]] = {wire_name(c): c for c in Command.__subclasses__()}


def decode_event(header: bytes, body: bytes | None) -> Event:
    """An event from its JSON header and its body.

    Raises KeyError, TypeError or ValueError on anything that is no event: the sender is our own bridge,
    so that is a fault of ours.
    """
    fields = json.loads(header)
    kind = EVENTS[fields.pop("type")]
    if body is not None:
        fields["body"] = body
    return kind(**fields)


def encode_commands(commands: list[Command], target: Literal["page", "engine"]) -> bytes:
    """The commands for one target as a UTF-8 JSON array; empty bytes when there are none."""
    chosen = [c for c in commands if c.target == target]
    if not chosen:
        return b""
    objects = [
        {"type": wire_name(type(c)), **{f.name: getattr(c, f.name) for f in dataclasses.fields(c)}}
        for c in chosen
    ]
    return json.dumps(objects, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
