"""Going to a message as a person sees it: the strip that says how it stands, the question, the way back.

Must not know how a message is reached; a `switching.Journey` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from conversation_tree.model import Conversation
from conversation_tree.panel.frame import Frame
from conversation_tree.panel.page_view import PageView
from conversation_tree.panel.settings import Settings
from conversation_tree.panel.situation import with_code
from conversation_tree.panel.texts import Texts
from conversation_tree.panel.view_state import ConversationView, ViewState
from conversation_tree.protocol import (
    ActionEnded,
    Command,
    MirrorState,
    PageReported,
    ReloadPage,
    RequestAnswered,
    TimerFired,
)
from conversation_tree.sites.base import SiteAdapter
from conversation_tree.switching import Journey, Outcome, Told

FIRST_NUMBER = 1_000_000
"""Numbers of a journey's actions and requests begin here, those of loads and looks at 1."""
BACK = "back "
"""Before what is kept of a journey over a reload: it leads back."""

Commands = Iterator[Command]


class Going:
    """At most one journey, and what is said of the last one."""

    def __init__(self, adapter: SiteAdapter, page: PageView, frame: Frame, settings: Settings) -> None:
        self._adapter = adapter
        self._page = page
        self._frame = frame
        self._settings = settings
        self._numbers = count(FIRST_NUMBER)
        self._journey: Journey | None = None
        self._way_back = False
        """This journey leads back, so it is not itself a place to come back from."""
        self.missed = ""
        """The message that the last journey did not reach; it can be shown in the panel."""
        self.to_show = ""
        """The message that a person chose to be shown in the panel instead."""
        self.said = False
        """The strip says something of a journey that is over."""

    @property
    def target(self) -> str:
        """The message that is being gone to, or empty."""
        return self._journey.target if self._journey else ""

    # ------------------------------------------------------------ setting out

    def go(self, message: str, conversation: Conversation, can_reload: bool) -> list[Command]:
        if message == self.target and not self._way_back:
            # The second click of two, or an impatient one: what is under way already leads there.
            return []
        self._way_back = False
        return self._start(message, message, conversation, can_reload)

    def back(self, view: ConversationView, conversation: Conversation, can_reload: bool) -> list[Command]:
        """To where the person was before the last jump that is not undone yet."""
        while view.places:
            leaf, message = view.places.pop()
            if conversation.tree.index_of(leaf) is not None:
                commands = self._start(leaf, message, conversation, can_reload)
                self._way_back = True
                return commands
        return []

    def _start(self, target: str, show: str, conversation: Conversation, can_reload: bool) -> list[Command]:
        before = self._journey.cancel() if self._journey else []
        self.missed = ""
        self._journey = Journey(
            self._adapter,
            target,
            self._numbers,
            conversation=conversation,
            page=self._page.report,
            by_reload=self._settings.by_reload,
            can_reload=can_reload,
            show=show,
        )
        return [*before, *self._journey.start()]

    def resume(self, text: str, now: float) -> list[Command]:
        """Go on after the reload that a journey ordered."""
        self._way_back = text.startswith(BACK)
        try:
            self._journey = Journey.from_text(self._adapter, text.removeprefix(BACK), self._numbers)
        except ValueError:
            return []
        return self._journey.start(now)

    def forget(self) -> None:
        """The page is another one: what was asked of the old one is never answered."""
        self._journey = None
        self.missed = self.to_show = ""
        self.said = False

    # ------------------------------------------------------------ what happens on the way

    def happened(self, event: PageReported | ActionEnded | RequestAnswered | TimerFired) -> list[Command]:
        journey = self._journey
        if journey is None:
            return []
        if isinstance(event, PageReported):
            return journey.page_reported(event)
        if isinstance(event, ActionEnded):
            return journey.action_ended(event)
        if isinstance(event, RequestAnswered):
            return journey.request_answered(event)
        return journey.timer_fired(event)

    def page_refused(self) -> list[Command]:
        """The page itself did not get the conversation."""
        return self._journey.page_refused() if self._journey else []

    def interrupted(self, view: ConversationView, say: Texts) -> Commands:
        """The page or the engine came anew while a journey was under way, which nobody goes on with."""
        self.missed, view.going = view.going, ""
        yield from self._strip(
            say("jump_interrupted"), say("jump_show_here_button"), say("dismiss"), busy=False
        )

    def conversation_changed(self, conversation: Conversation) -> list[Command]:
        return self._journey.conversation_changed(conversation) if self._journey else []

    def answered(self, yes: bool) -> list[Command]:
        """One of the strip's two buttons: the answer to its question, or the end of the journey."""
        journey = self._journey
        if journey is None:
            return []
        if journey.state.stage == "asking":
            return journey.answered(yes)
        return journey.cancel()

    def cancel(self) -> list[Command]:
        return self._journey.cancel() if self._journey else []

    # ------------------------------------------------------------ what follows

    def settle(
        self, commands: Sequence[Command], state: ViewState, view: ConversationView, say: Texts
    ) -> Commands:
        """Give out what a journey wants done, and say how it stands now."""
        journey = self._journey
        for command in commands:
            if isinstance(command, ReloadPage) and journey is not None:
                # Mirrored before the page is gone, with all that the reload must not lose.
                state.journey = BACK * self._way_back + journey.to_text()
                yield MirrorState(state.to_text())
            yield command
        if journey is None:
            return
        view.going = journey.show
        if journey.outcome is None:
            yield from self._say_stage(journey, say)
            return
        self._journey = None
        state.journey = view.going = ""
        yield from self._say_outcome(journey, journey.outcome, view, say)

    def _say_stage(self, journey: Journey, say: Texts) -> Commands:
        state = journey.state
        asking = state.stage == "asking"
        by_reload = state.text.text_key != "jump_asking_editing"
        yes = say("jump_go" if by_reload else "jump_go_on") if asking else ""
        no = say("jump_show_here_button" if asking else "cancel")
        yield from self._strip(told(state.text, say), yes, no, busy=not asking)

    def _say_outcome(
        self, journey: Journey, outcome: Outcome, view: ConversationView, say: Texts
    ) -> Commands:
        arrived = outcome.kind in {"arrived", "arrived_otherwise"}
        moved = not arrived and outcome.page in {"moved", "empty"}
        if (arrived or moved) and not self._way_back and journey.origin.leaf:
            view.came_from(journey.origin.leaf, journey.origin.message)
        self.missed = "" if arrived or outcome.kind == "cancelled" else journey.show
        self.to_show = journey.show if outcome.kind == "show_here" else ""
        parts = [told(outcome.text, say), *(told(reason, say) for reason in outcome.reasons)]
        if outcome.kind in {"impossible", "failed"} or (not arrived and outcome.page != "as_it_was"):
            parts.append(say(f"jump_page_{outcome.page}"))
        text = " ".join(parts)
        if outcome.kind in {"arrived", "cancelled", "show_here"} and not moved:
            yield from self.clear(say)
            yield from self._frame.update({"live": {"text": text}})
        else:
            yes = say("jump_show_here_button") if self.missed else ""
            yield from self._strip(text, yes, say("dismiss"), busy=False)

    def clear(self, say: Texts) -> Commands:
        """Take the strip away."""
        yield from self._strip("", "", "", busy=False)

    def _strip(self, text: str, yes: str, no: str, *, busy: bool) -> Commands:
        self.said = bool(text) and self._journey is None
        attributes = {"aria-busy": "true" if busy else None, "aria-label": text or None}
        yield from self._frame.update(
            {
                "journey": {"hidden": not text, "attributes": attributes},
                "journey_text": {"text": text},
                "journey_yes": {"text": yes, "hidden": not yes},
                "journey_no": {"text": no, "hidden": not no},
                **({"live": {"text": text}} if text else {}),
            }
        )


def told(text: Told, say: Texts) -> str:
    """The words for a journey's text; the code of an error is told with it."""
    key = text.text_key
    code = key.removeprefix("error_").replace("_", "-") if key.startswith("error_") else ""
    return with_code(say(key, *text.values), code)
