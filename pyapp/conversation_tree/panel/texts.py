"""The words of the panel in the person's language, from the catalogues in `_locales`.

Must not hold any of those words itself.
"""

from __future__ import annotations

from collections.abc import Mapping

Catalogue = Mapping[str, Mapping[str, str]]
"""One `messages.json`: key to an object whose `message` may hold `$1` to `$9`."""

FALLBACK = "en"


class Texts:
    """The texts of one language; a key that this language lacks is taken from English."""

    def __init__(self, locales: Mapping[str, Catalogue], language: str) -> None:
        self.locale = best_locale(list(locales), language)
        self._messages = {
            key: entry["message"]
            for name in (FALLBACK, self.locale)
            for key, entry in locales.get(name, {}).items()
        }

    def __call__(self, key: str, *values: object) -> str:
        text = self._messages.get(key, key)
        for number, value in enumerate(values, 1):
            text = text.replace(f"${number}", str(value))
        return text

    def count(self, key: str, number: int) -> str:
        """`key_one` for one thing, `key_other` for any other number; enough for the catalogues there are."""
        return self(f"{key}_one" if number == 1 else f"{key}_other", number)

    @property
    def tag(self) -> str:
        """The language as an HTML `lang` value."""
        return self.locale.replace("_", "-")


def best_locale(available: list[str], language: str) -> str:
    """The catalogue for a BCP 47 tag: the same tag, else the same language, else English."""
    wanted = language.replace("-", "_")
    if wanted in available:
        return wanted
    same = [name for name in available if name.split("_")[0] == wanted.split("_")[0]]
    return same[0] if same else FALLBACK
