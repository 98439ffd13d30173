"""A model out of a list, or out of a folder that is not in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from assay_desktop.theme import S3
from assay_desktop.widgets.boxes import hbox
from assay_desktop.widgets.controls.fields import choices
from assay_desktop.widgets.section import button


class ModelChoice(QWidget):
    """`models` are words and names; a folder that is chosen joins them."""

    def __init__(self, models: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.box = choices(self.tr("Model"), models)
        self.changed = self.box.currentIndexChanged
        self._folder = button(self.tr("Folder…"), self._choose_folder)
        hbox((self.box, 1), self._folder, on=self, gap=S3)
        self.setFocusProxy(self.box)

    @property
    def model(self) -> str:
        """The name or the folder of the model that is chosen."""
        return str(self.box.currentData() or "")

    def choose_folder(self, path: str) -> None:
        """Choose the model in a folder."""
        place = self.box.findData(path)
        if place < 0:
            self.box.addItem(Path(path).name, path)
            place = self.box.count() - 1
        self.box.setCurrentIndex(place)

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("The folder of a model"))
        if path:
            self.choose_folder(path)
