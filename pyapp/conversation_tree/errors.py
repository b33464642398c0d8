"""Coded errors and warnings: the one table of what can go wrong with *their* data.

Must not know the panel, a site or a browser. A code is never reused for something else.
*Theirs* (a page or a file changed shape) is a `CodedError` or a `Warning`; *ours* is an ordinary exception.
"""

from __future__ import annotations

from conversation_tree.frozen import frozen

MESSAGES: dict[str, str] = {}
"""Code to English text, for the command line and the diagnostics. `{detail}` is filled in where known."""

MESSAGES |= {
    # A conversation was read, with a fault that a default could stand in for.
    "CT-PARSE-01": "An entry of the conversation is not an object and counts as missing.",
    "CT-PARSE-02": "A message is null; what hangs below it is kept.",
    "CT-PARSE-03": "A parent names nothing in this conversation; the entry became a root.",
    "CT-PARSE-04": "An entry names itself as its parent; it became a root.",
    "CT-PARSE-05": "A parent is no string; the entry became a root.",
    "CT-PARSE-06": "A list of children is no list and counts as empty.",
    "CT-PARSE-07": "A list of children holds something that is no id, or one id twice.",
    "CT-PARSE-08": "A listed child does not exist.",
    "CT-PARSE-09": "A listed child names another parent and stays there.",
    "CT-PARSE-10": "A child is missing from its parent's list; it comes last.",
    "CT-PARSE-11": "Entries form a circle; it was cut above the one the file names first.",
    "CT-PARSE-12": "The current node is not in this conversation; nothing is marked as current.",
    "CT-PARSE-13": "A field has an unexpected type; a default stands in for it: {detail}.",
    "CT-PARSE-14": "A text holds characters that cannot be stored; they were replaced.",
    "CT-PARSE-15": "The text is not valid UTF-8; the damaged places were replaced.",
    "CT-PARSE-16": "A part of this conversation is missing: {detail}.",
    "CT-PARSE-17": "More faults of a kind listed above were left out: {detail}.",
    # A conversation could not be read at all.
    "CT-FILE-01": "This is not JSON: {detail}.",
    "CT-FILE-02": "This JSON is not a conversation: {detail}.",
    "CT-FILE-03": "The data is nested more than 500 levels deep and was not read.",
    "CT-FILE-04": "The file is empty.",
    "CT-FILE-05": "The archive holds no conversations.json.",
    "CT-FILE-06": "The archive is damaged: {detail}.",
    "CT-FILE-07": "An entry of the archive is too large or packed too tightly to be honest: {detail}.",
    "CT-FILE-08": "No conversation in this file has that title: {detail}.",
    "CT-FILE-09": "The file cannot be read: {detail}.",
    "CT-FILE-10": "The file cannot be written: {detail}.",
    # A conversation could not be loaded from the site. What a person reads is in `_locales`.
    "CT-LOAD-01": "The site did not answer.",
    "CT-LOAD-02": "The site asks to sign in again.",
    "CT-LOAD-03": "The site refuses to show this conversation.",
    "CT-LOAD-04": "The site does not know this conversation.",
    "CT-LOAD-05": "The site asks to wait before the next request.",
    "CT-LOAD-06": "The site has a fault of its own.",
    "CT-LOAD-07": "The site's answer is not a conversation.",
    "CT-LOAD-08": "The site took too long to answer.",
    "CT-LOAD-09": "The site's answer is not JSON.",
    "CT-LOAD-10": "The site answered with a web page instead of data.",
    "CT-LOAD-11": "The site's answer breaks off.",
    "CT-LOAD-12": "The site does not know this conversation, and the workspace could not be named to it.",
    "CT-LOAD-13": "The site does not know this shared conversation.",
    # The site was asked to make another message the current one.
    "CT-GO-01": "The site refuses to go to this message.",
    "CT-GO-02": "The site asks to wait before going to a message.",
    "CT-GO-03": "The site has a fault of its own and did not go to the message.",
    "CT-GO-04": "The site did not answer when asked to go to a message.",
    "CT-GO-05": "The conversation could not be read back after going to a message: {detail}.",
    # A conversation taken out as a file, and such a file read back.
    "CT-EXPORT-01": "The conversation was not exported: {detail}.",
    "CT-EXPORT-02": "This file is not an export of this program: {detail}.",
    "CT-EXPORT-03": "This is no scope of an export: {detail}.",
    # The engine behind the panel.
    "CT-ENGINE-01": "The engine did not start.",
    "CT-ENGINE-02": "The engine stopped and is being started again.",
    "CT-ENGINE-03": "A fault of this extension was caught: {detail}.",
}


@frozen
class Warning:  # noqa: A001 - the field's own word, and `warnings` is its list
    """One fault in *their* data that was survived."""

    code: str
    """A key of `MESSAGES`."""
    node: str | None = None
    """The entry it is about, a key of the mapping; None when it is about the whole."""
    detail: str = ""

    @property
    def message(self) -> str:
        return MESSAGES[self.code].replace("{detail}", self.detail)


class CodedError(Exception):
    """*Their* data cannot be used at all; expected, coded and shown."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {MESSAGES[code].replace('{detail}', detail)}")
        self.code = code
        self.detail = detail

    @property
    def message(self) -> str:
        return MESSAGES[self.code].replace("{detail}", self.detail)
