"""A published BERT is added in the window once it is said how its tokens become a vector."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import Mock

import pytest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from assay_desktop.pages.training.presenters.models import ModelsPresenter
from assay_desktop.pages.training.widgets.models import ModelsView
from assay_desktop.pages.training.widgets.questions import ask_pooling


@pytest.fixture
def bert(tmp_path: Path) -> Path:
    """The files of SciBERT, as far as the window looks at them."""
    folder = tmp_path / "scibert_scivocab_uncased"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({"hidden_size": 768}))
    for name in ("vocab.txt", "pytorch_model.bin"):
        (folder / name).touch()
    return folder


def test_the_pooling_is_asked_for_where_the_folder_does_not_say_it(bert: Path) -> None:
    view = Mock(models=Mock(spec=ModelsView))
    presenter = Mock(spec=ModelsPresenter, _page=view)
    ModelsPresenter.add(presenter, str(bert))
    view.models.ask_pooling.assert_called_once_with(str(bert))
    presenter._run.assert_not_called()
    presenter.tr = lambda text: text
    ModelsPresenter.add(presenter, str(bert), "mean")
    assert presenter._run.call_args[0][0].words == ("add", str(bert), "--pooling", "mean")
    (bert / "modules.json").write_text("[]")
    ModelsPresenter.add(presenter, str(bert))
    assert presenter._run.call_args[0][0].words == ("add", str(bert))


def test_each_button_of_the_question_is_a_pooling(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    chosen: list[str] = []
    for place in (0, 1):
        box = ask_pooling(parent, "scincl", chosen.append)
        assert "scincl" in box.heading.text()
        assert "SciNCL" in box.note.text()
        assert box.cancel.isDefault()
        buttons = {each.text(): each for each in box.findChildren(QPushButton)}
        buttons[("First token", "Mean of all tokens")[place]].click()
    assert chosen == ["cls", "mean"]
