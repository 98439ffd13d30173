"""Names at the left of the library's table are cut so that no two read the same."""

from __future__ import annotations

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assay_desktop.widgets.elided import distinct_text

YEARS = [
    f"Proceedings of the {year} Conference of the North American Chapter of the Association for "
    "Computational Linguistics: Human Language Technologies"
    for year in (2018, 2019, 2021)
]


def cut(texts: list[str], width: int) -> list[str]:
    metrics = QFontMetrics(QApplication.font())
    found = [distinct_text(place, texts, metrics, width) for place in range(len(texts))]
    assert all(metrics.horizontalAdvance(text) <= width for text in found)
    return found


def test_names_that_differ_in_the_middle_are_still_told_apart(qtbot: QtBot) -> None:
    found = cut([*YEARS, "ACL"], 160)
    assert len(set(found)) == 4
    assert [year in text for year, text in zip(("2018", "2019", "2021"), found, strict=False)] == [True] * 3


def test_a_long_name_is_cut_at_its_end(qtbot: QtBot) -> None:
    [text, short] = cut([YEARS[0], "ACL"], 160)
    assert text.startswith("Proceedings of")
    assert text.endswith("…")
    assert short == "ACL"


def test_names_that_are_the_same_are_cut_alike(qtbot: QtBot) -> None:
    one, two = cut([YEARS[0], YEARS[0]], 160)
    assert one == two
    assert one.startswith("Proc")
