"""Formats, parameters and speed on the Models page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from assay import config
from assay.encoding.multiformat.sizes import ModelSize
from assay.encoding.multiformat.spec import FormatSpec
from assay.registry.card import Card
from assay.types import TaskFormat
from assay.workspace import Workspace
from assay_desktop.pages.training.catalogue import (
    Catalogue,
    card_facts,
    card_sections,
    card_summary,
    model_columns,
    read_catalogue,
)
from assay_desktop.pages.training.size_words import formats_cell

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.pages.training.page import TrainingPage

CLF, RGN, PRX, QRY = TaskFormat.CLF, TaskFormat.RGN, TaskFormat.PRX, TaskFormat.QRY
TAUGHT = {CLF: 197_056, PRX: 0, QRY: 0, RGN: 197_056}
POOLS = ModelSize("pools", 22_000_000, TAUGHT, specs=(FormatSpec("pools"),))
WIDE = ModelSize("wide", 22_000_000, TAUGHT, specs=(FormatSpec("wide", own_width=96),))
EACH = dict.fromkeys((CLF, PRX, QRY, RGN), 21_252_096)
FUSION = ModelSize("fusion", 110_000_000, EACH, 3_578_112, (FormatSpec("fusion"),))
LATE = ModelSize(
    "adapters", 22_000_000, dict.fromkeys(EACH, 37_680), specs=(FormatSpec("adapters", layers=2),)
)
SPEED = {"one": 96.4, "every": 24.1, "n_vectors": 3, "n_texts": 64, "device": "cpu", "created": ""}


def test_a_model_of_formats_says_what_each_has_of_its_own() -> None:
    facts = dict(card_facts(Card("a-12345678", name="a", parameters=5), POOLS))
    assert facts["Formats"] == "CLF, PRX, QRY, RGN · heads over all layers"
    assert facts["Parameters"] == "22,394,112"
    assert facts["of the base"] == "22,000,000"
    assert facts["of a format"] == "CLF 197,056; RGN 197,056; PRX, QRY none: the base's own vector"
    assert "shared" not in facts
    assert facts["Speed"] == "not measured"


def test_a_vector_that_nothing_was_learned_for_is_told_as_it_is() -> None:
    facts = dict(card_facts(Card("a-12345678", name="a"), WIDE))
    assert facts["Formats"] == "CLF, PRX, QRY, RGN · own columns added to the base's"
    assert facts["of a format"] == (
        "CLF 197,056; RGN 197,056; PRX, QRY none: the base's vector and 96 columns made from its words"
    )
    both = ModelSize("ensemble", 44_000_000, TAUGHT, specs=(*POOLS.specs, *WIDE.specs))
    facts = dict(card_facts(Card("a-12345678", name="a"), both))
    assert facts["of a format"] == "CLF 197,056; RGN 197,056; PRX, QRY none"


def test_adapters_of_the_top_layers_only_are_told_from_those_of_all() -> None:
    facts = dict(card_facts(Card("a-12345678", name="a"), LATE))
    assert facts["Formats"] == "CLF, PRX, QRY, RGN · adapters in the top 2 layers only"
    facts = dict(card_facts(Card("a-12345678", name="a"), FUSION))
    assert facts["Formats"] == "CLF, PRX, QRY, RGN · adapters with fusion"


def test_a_card_says_first_what_the_model_is_for_and_folds_the_rest(page: TrainingPage) -> None:
    data = ({"name": "year", "n_train": 270, "n_validation": 30},)
    card = Card("a-12345678", name="a", data=data, base={"id": "mini"}, device="cpu", seed=7)
    page.open_models()
    page.show()
    page.models.show_catalogue(Catalogue((card,), "b", (), (), {"a-12345678": FUSION}), "a-12345678")
    QApplication.processEvents()
    seen = [each.text() for each in page.models.card.findChildren(QLabel) if each.isVisible()]
    uses = "queries, similar papers, topics, years and scores"
    assert f"Separate vectors for {uses}." in seen
    for name, value in (("Trained on", "year (270)"), ("Base", "mini")):
        assert seen[seen.index(name) + 1] == value
    assert "Licence" in seen
    assert "Random seed" not in seen
    page.models.card.fold.click()
    assert "Random seed" in [
        each.text() for each in page.models.card.findChildren(QLabel) if each.isVisible()
    ]


@pytest.mark.parametrize(
    ("model", "licence"),
    [
        ("all-MiniLM-L6-v2", "Apache-2.0"),
        ("assay-papers", "free for any use, no warranty; its base Apache-2.0"),
        ("a-12345678", "as its base and training data"),
    ],
)
def test_a_card_says_the_licence_as_notice_has_it(model: str, licence: str) -> None:
    card = Card(model, name="a", device="" if model.startswith("all") else "cpu")
    assert dict(card_summary(card, None))["Licence"] == licence


def test_what_a_model_was_taught_by_stands_under_a_heading_of_its_own(page: TrainingPage) -> None:
    data = ({"name": "year", "n_train": 270, "n_validation": 30},)
    card = Card("a-12345678", name="a", data=data, stages=({"name": "one", "steps": 60},))
    assert card_sections(card) == [
        ("Trained on", [("year", "270 examples, 30 held out")]),
        ("Stages", [("one", "60 steps")]),
    ]
    assert "year" not in dict(card_facts(card))
    assert card_sections(Card("b-12345678", name="b")) == []
    page.open_models()
    page.models.show_catalogue(Catalogue((card,), "base", (), (), {}), "")
    shown = [each.text() for each in page.models.card.findChildren(QLabel)]
    assert shown.index("Trained on") < shown.index("year") < shown.index("Stages") < shown.index("one")


def test_what_formats_share_stands_by_itself() -> None:
    facts = dict(card_facts(Card("a-12345678", name="a", scores={"speed": SPEED}), FUSION))
    assert facts["of a format"] == "21,252,096 each"
    assert facts["shared"] == "3,578,112"
    assert facts["Speed"] == "96 texts per second; 24 with all 3 vectors (cpu)"


def test_a_plain_model_has_one_vector_and_an_unknown_one_what_its_card_says() -> None:
    facts = dict(card_facts(Card("a-12345678", name="a"), ModelSize("", 22)))
    assert (facts["Formats"], facts["Parameters"]) == ("one vector for all", "22")
    assert "of the base" not in facts
    facts = dict(card_facts(Card("a-12345678", name="a", parameters=5)))
    assert facts["Parameters"] == "5"
    assert "Formats" not in facts


def test_the_table_tells_models_of_several_vectors_from_those_of_one() -> None:
    none = ModelSize("cls", 22, dict.fromkeys((CLF, PRX), 0), specs=(FormatSpec("cls"),))
    assert [formats_cell(each) for each in (POOLS, WIDE, LATE, none, ModelSize("", 22), None)] == [
        "3 · heads",
        "3 · columns",
        "4 · adapters",
        "1",
        "1",
        "",
    ]
    catalogue = Catalogue((Card("a-12345678", name="a"),), "base", (), (), {"a-12345678": FUSION})
    column = next(each for each in model_columns(catalogue) if each.title == "Vectors")
    assert column.text(catalogue.cards[0]) == "4 · fusion"


def test_the_size_of_the_model_in_use_is_read_though_it_has_no_card(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    Workspace.open(folder).close()
    config.save(config.Config(model="all-MiniLM-L6-v2"), folder)
    with Workspace.open(folder) as workspace:
        found = read_catalogue(workspace).sizes["all-MiniLM-L6-v2"]
    assert (found.variant, found.total) == (
        "",
        22_713_216 - (384 * 384 + 384),
    )  # as its authors count, less a pooler that nobody reads


def test_the_model_in_use_is_told_of_though_it_has_no_card(page: TrainingPage) -> None:
    page.open_models()
    page.models.show_catalogue(Catalogue((), "base", (), (), {"base": POOLS}), "")
    shown = [each.text() for each in page.models.findChildren(QLabel)]
    assert "Active model: base · 3 vectors of a text · 22,394,112 parameters" in shown


def test_the_card_offers_to_measure_and_to_measure_again(
    page: TrainingPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = (
        Card("a-12345678", name="a", created="2"),
        Card("b-12345678", name="b", created="1", scores={"speed": SPEED}),
    )
    page.open_models()
    show = page.models.show_catalogue
    monkeypatch.setattr(page.models, "show_catalogue", lambda *_read: None)  # what the library itself has
    show(Catalogue(cards, "base", (), (), {"a-12345678": POOLS}), "")
    button = page.models.card.speed
    assert button.isVisible()
    assert button.text() == "Measure speed"
    with qtbot.waitSignal(page.models.speed_wanted, timeout=1000) as wanted:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert wanted.args == ["a-12345678"]
    page.models.table.selectRow(1)
    assert button.isVisible()
    assert button.text() == "Measure speed again"

    def shown() -> list[str]:
        return [each.text() for each in page.models.card.findChildren(QLabel) if each.isVisible()]

    qtbot.waitUntil(lambda: "96 texts per second; 24 with all 3 vectors (cpu)" in shown(), timeout=2000)
