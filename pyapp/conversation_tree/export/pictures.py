"""Images in a page: embedded when their data came, named with the reason when not.

Must not know where data come from. Only raster images are embedded: others could load things or run.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape

from conversation_tree.export.document import Shown
from conversation_tree.export.request import Picture
from conversation_tree.record import Asset

LARGEST = 5_000_000
LARGEST_TOTAL = 50_000_000
RASTER = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"})


def reason_against(picture: Picture | None) -> str:
    """Why an image that was asked for is not embedded; empty when it can be."""
    if picture is None:
        return "not received"
    if picture.reason or not picture.data:
        return picture.reason or "empty"
    if picture.mime not in RASTER:
        return "not an image of a kind that is safe to embed"
    return "too large" if len(picture.data) > LARGEST else ""


def judged(assets: list[Asset], pictures: Mapping[str, Picture]) -> tuple[int, Counter[str]]:
    """How many images are not embedded, and why."""
    reasons: Counter[str] = Counter()
    total = 0
    for asset in assets:
        picture = pictures.get(asset.pointer)
        reason = reason_against(picture)
        if not reason and picture is not None:
            total += len(picture.data)
            if total > LARGEST_TOTAL:
                total -= len(picture.data)
                reason = "too large together"
        if reason:
            reasons[reason] += 1
    return reasons.total(), reasons


class Album:
    """The images of one file, in the order that they are shown."""

    def __init__(self, pictures: Mapping[str, Picture] | None, shown: Shown) -> None:
        self._pictures = pictures
        self._shown = shown
        self._total = 0

    def parts(self, text: str, assets: tuple[Asset, ...]) -> Iterator[tuple[str, Asset | None]]:
        """The text up to each asset's placeholder, and that asset; then the rest."""
        reached = 0
        for asset in assets:
            at = text.find(asset.placeholder, reached)
            if at >= 0:
                yield text[reached:at], asset
                reached = at + len(asset.placeholder)
        yield text[reached:], None

    def figure(self, asset: Asset) -> str:
        name = escape(asset.placeholder, quote=False)
        self._shown.placeholders += 1
        if asset.kind != "image" or self._pictures is None:
            return f'<p><span class="asset">{name}</span></p>\n'
        picture = self._pictures.get(asset.pointer)
        reason = reason_against(picture)
        if picture is None or reason or self._total + len(picture.data) > LARGEST_TOTAL:
            return f'<p><span class="asset">{name} ({escape(reason or "too large together")})</span></p>\n'
        self._total += len(picture.data)
        self._shown.placeholders -= 1
        self._shown.pictures += 1
        data = b64encode(picture.data).decode()
        return f'<p><img alt="{escape(asset.name)}" src="data:{picture.mime};base64,{data}"></p>\n'
