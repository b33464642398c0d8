"""An answer that is not what was asked for, as the coded error that a person reads about.

Must not know what was asked, nor what is done about it.
"""

from __future__ import annotations

import json
import re

from conversation_tree.errors import CodedError
from conversation_tree.frozen import frozen

NO_ANSWER, SIGNED_OUT, REFUSED, UNKNOWN, WAIT = (f"CT-LOAD-0{n}" for n in range(1, 6))
FAULT, NO_CONVERSATION, TOO_LATE, NOT_JSON = (f"CT-LOAD-0{n}" for n in range(6, 10))
A_PAGE, BROKEN_OFF, NO_WORKSPACE, NOT_SHARED = (f"CT-LOAD-{n}" for n in range(10, 14))

FINAL = frozenset({NO_ANSWER, SIGNED_OUT, WAIT})
"""After these no other way is tried: it would end the same, or make the site angry."""

_BY_STATUS = {401: SIGNED_OUT, 403: REFUSED, 404: UNKNOWN, 410: UNKNOWN, 429: WAIT, 408: TOO_LATE}
_DATE = re.compile(r"[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT", re.ASCII)
"""The one form of a date that may be sent today (RFC 9110, section 5.6.7)."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_NEAR_THE_END = 12
"""Characters: a word, a number or an escape that breaks off is blamed on its beginning."""


@frozen
class Answer:
    """What `base.Loader.answer` is told."""

    status: int
    headers: dict[str, str]
    body: bytes
    failure: str
    now: float

    @property
    def is_page(self) -> bool:
        """HTML, whatever it says it is: a sign-in, a check for robots, a page that says the site is down."""
        return self.body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<" or self.says_page

    @property
    def says_page(self) -> bool:
        return "text/html" in self.headers.get("content-type", "").lower()


def of_status(answer: Answer) -> CodedError | None:
    """What is wrong with an answer before its body is read as data; None when nothing is."""
    status = answer.status
    if answer.failure == "timeout":
        return CodedError(TOO_LATE, answer.failure)
    if answer.failure or status == 0:
        return CodedError(NO_ANSWER, answer.failure)
    if status == 429:
        return CodedError(WAIT, seconds_to_wait(answer))
    if status in (200, 403) and answer.is_page:
        return CodedError(A_PAGE, str(status))
    if status == 200:
        return None
    return CodedError(FAULT if status >= 500 else _BY_STATUS.get(status, NO_CONVERSATION), str(status))


def of_body(error: CodedError) -> CodedError:
    """What is wrong with a body that could not be read as a conversation."""
    cause = error.__cause__
    if error.code != "CT-FILE-01" or not isinstance(cause, json.JSONDecodeError):
        return CodedError(NO_CONVERSATION, error.code)
    text = cause.doc.rstrip()
    broken_off = cause.msg.startswith("Unterminated") or cause.pos >= len(text) - _NEAR_THE_END
    if text[:1] in ("{", "[") and broken_off and not cause.msg.startswith("Extra"):
        return CodedError(BROKEN_OFF, error.code)
    return CodedError(NOT_JSON, error.code)


def seconds_to_wait(answer: Answer) -> str:
    """How long the site asks to wait, in whole seconds; empty when it does not say, or says nonsense."""
    asked = answer.headers.get("retry-after", "").strip()
    if asked.isascii() and asked.isdigit():
        return str(int(asked)) if len(asked) <= 9 else ""
    date = _DATE.fullmatch(asked)
    if date is None or not answer.now:
        return ""
    from datetime import UTC, datetime  # noqa: PLC0415 - rarely needed

    day, month, year, hour, minute, second = date.groups()
    try:
        at = int(year), _MONTHS.index(month) + 1, int(day), int(hour), int(minute), int(second)
        until = datetime(*at, tzinfo=UTC)
    except ValueError:
        return ""
    return str(max(0, round(until.timestamp() - answer.now)))
