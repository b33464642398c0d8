"""What a person has set, and its record: odd ones, old ones, ones of a later version."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conversation_tree.panel.settings import CHOICES, MIGRATIONS, NAMES, RANGES, VERSION, Settings


def record(**fields: Any) -> str:
    return json.dumps({"version": VERSION, **fields})


@pytest.mark.parametrize(
    "odd", ["", "[]", "{", "null", "7", '{"version": 1, "by_reload": "yes"}', '{"version": "x"}']
)
def test_an_odd_record_means_the_usual(odd: str) -> None:
    assert Settings.from_text(odd) == Settings()


def test_a_record_says_all_that_was_set() -> None:
    settings = Settings()
    wanted = {
        "width": 420,
        "open_at_start": "open",
        "hover_delay_ms": 0,
        "way": "reload",
        "snapshots": False,
        "language": "zh_CN",
        "by_shape": True,
        "make_room": False,
        "button": [40, 300],
    }
    assert set(wanted) == set(NAMES)
    for name, value in wanted.items():
        assert settings.change(name, value)
        assert not settings.change(name, value), "nothing is different the second time"
    assert Settings.from_text(settings.to_text()).values() == wanted


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("width", "wide"),
        ("width", True),
        ("width", None),
        ("width", float("nan")),
        ("width", float("inf")),
        ("open_at_start", "sometimes"),
        ("snapshots", 0),
        ("snapshots", "false"),
        ("language", "klingon"),
        ("language", ["en"]),
        ("button", [100]),
        ("button", [100, "200"]),
        ("button", {"0": 1}),
        ("unknown", {}),
        ("version", 99),
        ("to_text", True),
    ],
)
def test_what_cannot_be_meant_changes_nothing(name: str, value: object) -> None:
    settings = Settings()
    assert not settings.change(name, value)
    assert settings == Settings()
    assert (
        Settings.from_text(record(**{name: value}) if name != "version" else "").values()
        == Settings().values()
    )


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("width", 100, 240),
        ("width", 601.7, 600),
        ("width", 333.9, 333),
        ("hover_delay_ms", -5, 0),
        ("hover_delay_ms", 10**8, 2000),
        ("button", [-3, 99_999], [40, 10_000]),
    ],
)
def test_numbers_are_brought_into_their_range(name: str, value: object, kept: object) -> None:
    settings = Settings()
    assert settings.change(name, value)
    assert settings.values()[name] == kept


def test_the_button_can_be_put_back() -> None:
    settings = Settings(button=[100, 100])
    assert settings.change("button", [])
    assert settings == Settings()


def test_every_default_may_be_set() -> None:
    for name, value in Settings().values().items():
        assert name in {*CHOICES, *RANGES, "button"}
        assert Settings.from_text(record(**{name: value})) == Settings()


class TestVersions:
    def test_there_is_a_step_from_every_version(self) -> None:
        assert len(MIGRATIONS) == VERSION - 1

    @pytest.mark.parametrize(("by_reload", "way"), [(True, "reload"), (False, "near"), ("yes", "near")])
    def test_1_to_2_names_the_way(self, by_reload: object, way: str) -> None:
        assert MIGRATIONS[0]({"by_reload": by_reload, "x": 1}) == {"way": way, "x": 1}
        assert Settings.from_text(json.dumps({"version": 1, "by_reload": by_reload})).way == way

    def test_a_record_without_a_version_is_of_the_first(self) -> None:
        assert Settings.from_text('{"by_reload": true}').by_reload

    def test_what_is_not_known_is_kept(self) -> None:
        settings = Settings.from_text(record(width=300, density="high"))
        settings.change("width", 400)
        kept = json.loads(settings.to_text())
        assert kept["density"] == "high"
        assert kept["width"] == 400
        assert kept["version"] == VERSION

    def test_one_of_a_later_version_is_read_and_never_written_over(self) -> None:
        settings = Settings.from_text(json.dumps({"version": VERSION + 1, "width": 300, "way": "on foot"}))
        assert settings.width == 300
        assert settings.way == "near"
        assert settings.change("width", 400), "it holds until the browser is closed"
        assert settings.to_text() == ""
