"""Going to a message of a conversation, on whichever branch it is.

Must not know the panel, a site's requests or selectors, or the page's elements.

    journey = Journey(adapter, message, numbers, conversation=..., page=newest_report)
    commands = journey.start(now)

`numbers` is one iterator for all journeys of a tab, in a range of its own (`itertools.count(1_000_000)`):
it numbers actions and requests. Afterwards, whatever comes goes to the journey, whether or not it is meant
for it, and the commands that come back are carried out:

    page_reported(event)  action_ended(event)  request_answered(event)  timer_fired(event)
    conversation_changed(conversation)      whenever it was read or merged
    answered(yes)                           to the question of the stage `asking`
    cancel()                                Esc, another click, the page showing another conversation

After each call `state` says where it stands, and `outcome` is set when it is over; then every method returns
nothing. The names of its timers begin with `jump_`.

When commands hold `ReloadPage`, `to_text()` is not empty and must be kept over the reload. With the page's
next `PageOpened` comes

    journey = Journey.from_text(adapter, text, numbers)
    commands = journey.start(now)

and the same events, `conversation_changed` for the first reading among them. `origin` is where the person
was; `Journey(adapter, origin.leaf, numbers, show=origin.message, ...)` leads back.
"""

from conversation_tree.switching.journey import Journey
from conversation_tree.switching.outcome import Outcome, Place, State, Told
from conversation_tree.switching.path import ShownPath, shown_turns
from conversation_tree.switching.plan import newest_leaf

__all__ = ["Journey", "Outcome", "Place", "ShownPath", "State", "Told", "newest_leaf", "shown_turns"]
