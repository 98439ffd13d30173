"""Numbers and dates follow the window's language."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale

from assay_desktop.text.figures import clock, day, minute, numeral, percent, plain, recent, signed, typed
from assay_desktop.text.language import language_of, speak

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication

MOMENT = datetime(2026, 3, 1, 14, 5).astimezone()


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    speak(qapp, "de")
    yield
    speak(qapp, "en")


def test_numbers_in_english() -> None:
    assert [numeral(1234567), numeral(0.6834, 3), numeral(-0.5, 1)] == ["1,234,567", "0.683", "−0.5"]
    assert [signed(0.0123), signed(-0.0123), percent(0.456, 1)] == ["+0.012", "−0.012", "45.6 %"]


def test_numbers_are_rounded_as_the_command_line_rounds_them() -> None:
    assert [numeral(value, 2) for value in (0.625, 0.375, 2.675)] == ["0.62", "0.38", "2.67"]
    assert [numeral(value) for value in (0.5, 1.5, 2.5)] == ["0", "2", "2"]


def test_numbers_in_german(german: None) -> None:
    assert [numeral(1234567), numeral(0.6834, 3), numeral(-0.5, 1)] == ["1.234.567", "0,683", "−0,5"]
    assert [signed(0.0123), signed(-0.0123), percent(0.456, 1)] == ["+0,012", "−0,012", "45,6 %"]


def test_dates_in_english() -> None:
    assert [day(MOMENT), minute(MOMENT), clock(MOMENT)] == ["1 Mar 2026", "1 Mar 2026, 14:05", "14:05"]
    assert recent(MOMENT) == "1 Mar 14:05"


def test_dates_in_german(german: None) -> None:
    assert [day(MOMENT), minute(MOMENT), clock(MOMENT)] == ["1. März 2026", "1. März 2026, 14:05", "14:05"]
    assert recent(MOMENT) == "1. März 14:05"


def test_what_a_german_types_is_the_number_that_a_german_means(german: None) -> None:
    assert float(typed("0,5")) == 0.5
    assert float(typed("2e-5")) == 2e-5
    assert float(typed("0.5")) == 0.5
    assert plain(0.1) == "0,1"
    assert float(typed(plain(2.5e-5))) == 2.5e-5


def test_commas_in_english_stand_between_thousands() -> None:
    assert int(typed("1,000")) == 1000
    assert plain(0.1) == "0.1"


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [(["de-AT", "en"], "de"), (["en-GB", "de"], "en"), (["et-EE", "de"], "en"), ([], "en")],
)
def test_the_systems_first_language_is_spoken_where_it_is_known(
    wanted: list[str], spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QLocale, "uiLanguages", lambda _self: wanted)
    assert language_of("system") == spoken
    assert (language_of("en"), language_of("de")) == ("en", "de")


def test_speaking_another_language_forgets_the_one_before(qapp: QApplication) -> None:
    assert speak(qapp, "de") == "de"
    assert qapp.translate("QPlatformTheme", "Cancel") == "Abbrechen"
    assert qapp.translate("StatusBar", "Search stopped") == "Suche angehalten"
    assert speak(qapp, "en") == "en"
    assert qapp.translate("QPlatformTheme", "Cancel") == "Cancel"
    assert qapp.translate("StatusBar", "Search stopped") == "Search stopped"
