"""What a person does on the stand-in's pages, the same on both: send, stop, edit, ask for another answer.

Must not know the sidebar; `test_stand_in_page.py` and its neighbours show that the pages do it.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.replica.control import Control

RENDERERS = ("legacy", "shell")
ACTIVE = '[data-app-shell-active-page="true"]'
ANSWER = "Three small pieces of text."


class ChatPage:
    """One page of the site, whichever renderer it has."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # ------------------------------------------------------------ what is there

    def message(self, name: str) -> Locator:
        shell = f'{ACTIVE} [data-chatgpt-search-message-ids$="{name}"]'
        return self.page.locator(f'[data-message-id="{name}"], {shell}').first

    def text(self, words: str) -> Locator:
        """What the page says somewhere in the conversation on screen."""
        return self.page.locator(f"[data-message-id], {ACTIVE} [data-turn-key] .unit").get_by_text(words)

    @property
    def field(self) -> Locator:
        return self.page.locator(f"#prompt-textarea, {ACTIVE} [data-composer-markdown]")

    @property
    def stop_button(self) -> Locator:
        return self.page.locator("[data-testid=stop-button]:visible")

    def turn(self, words: str) -> Locator:
        """The newest turn that says so."""
        turns = self.page.locator(f'[data-testid^="conversation-turn-"], {ACTIVE} [data-turn-key]')
        return turns.filter(has_text=words).last

    # ------------------------------------------------------------ what a person does

    def send(self, words: str) -> None:
        self.field.click()
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")

    def answered(self) -> None:
        """Wait until the answer that is being written is complete."""
        expect(self.stop_button).to_have_count(0)

    def _press(self, words: str, control: str) -> None:
        turn = self.turn(words)
        turn.hover(position={"x": 8, "y": 8})
        turn.get_by_test_id(control).last.click()

    def edit(self, words: str, new_words: str) -> None:
        turn = self.turn(words)
        turn.hover(position={"x": 8, "y": 8})
        turn.get_by_test_id("edit-turn-action-button").first.click()
        editor = self.page.locator("form.editor")
        editor.locator("textarea").fill(new_words)
        editor.locator("[type=submit]").click()

    def regenerate(self, words: str) -> None:
        self._press(words, "regenerate-turn-action-button")

    def step(self, words: str, button: str) -> None:
        """Press the pager of a turn: `Previous response` or `Next response`."""
        self.turn(words).hover(position={"x": 8, "y": 8})
        self.turn(words).get_by_role("button", name=button).last.click()

    def menu_of(self, title: str, entry: str) -> None:
        """An entry of the menu that belongs to a chat in the list."""
        chat = self.page.locator(".chat").filter(has_text=title)
        chat.locator("[data-testid$=-options]").click()
        chat.get_by_test_id(f"{entry}-chat-menu-item").click()

    def rename(self, title: str, new_title: str) -> None:
        self.menu_of(title, "rename")
        self.page.locator(".chat input").fill(new_title)
        self.page.keyboard.press("Enter")

    def delete(self, title: str) -> None:
        self.menu_of(title, "delete")
        self.page.get_by_test_id("delete-conversation-confirm-button").click()

    def go_home(self) -> None:
        self.page.get_by_test_id("create-new-chat-button").click()


def reads(site: Control, name: str) -> int:
    """How often the extension asked for a conversation."""
    return len(site.asked("GET", f"/backend-api/conversation/{name}", by="extension"))


def own_requests(site: Control) -> list[str]:
    """What the extension asked for, as `METHOD path`."""
    paths: list[Any] = [
        f"{r.method} {r.path}"
        for r in list(site.requests)
        if not r.by_page and r.path.startswith(("/backend-api/", "/api/"))
    ]
    return [p for p in paths if not p.endswith("/api/auth/session")]
