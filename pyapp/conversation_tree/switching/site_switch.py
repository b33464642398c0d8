"""Asking the site to open the conversation at another branch, and loading the page anew when it agrees.

Must not know any request of any site: the adapter words them, and reads the conversation back.
"""

from __future__ import annotations

from conversation_tree.errors import CodedError
from conversation_tree.protocol import ReloadPage
from conversation_tree.sites.base import SiteRequest, Step
from conversation_tree.switching.costs import OF_A_RELOAD, consented
from conversation_tree.switching.outcome import Told
from conversation_tree.switching.plan import newest_leaf
from conversation_tree.switching.trip import Course, Trip

RELOAD_MS = 20_000


def switch_to(trip: Trip, message: str) -> Course[Told | None]:
    """Ask, read back, reload. Whoever comes back from here has not got there, for the reason returned; none
    when the person declined the reload.

    After the reload another journey goes on from what was kept.
    """
    tree = trip.conversation.tree
    leaf = newest_leaf(tree, trip.turn_of(message))
    try:
        loader = trip.adapter.switcher(trip.conversation.id, tree.ids[leaf])
    except CodedError as refusal:
        # Before anybody is asked about a reload that will not come.
        return _told(refusal, inherent=True)
    if not (yield from consented(trip, OF_A_RELOAD)):
        return None
    trip.stage("switching")
    step: Step = loader.start(trip.now)
    while isinstance(step, SiteRequest):
        trip.asked_site = trip.asked_site or step.method != "GET"
        answer = yield from trip.request(step)
        step = loader.answer(answer.status, answer.headers, answer.body, answer.failure, trip.now)
    if isinstance(step, CodedError):
        return _told(step)
    turn = step.tree.index_of(message)
    if turn is None or not step.tree.active[turn]:
        return Told("jump_not_taken", inherent=True)
    # What a reload costs may have changed while the site was asked.
    if not (yield from consented(trip, OF_A_RELOAD)):
        return None
    trip.stage("reloading")
    trip.commands.append(ReloadPage())
    yield from trip.until(lambda: False, RELOAD_MS)
    return Told("jump_no_reload")


def _told(error: CodedError, inherent: bool = False) -> Told:
    return Told("error_" + error.code.replace("-", "_"), (error.detail,) if error.detail else (), inherent)
