"""The fields of a recipe's [formats]: one vector for everything, or one for each task format."""

from __future__ import annotations

from typing import get_args

from PySide6.QtWidgets import QVBoxLayout, QWidget

from assay_desktop.pages.training.widgets.fields import ChoiceField, Field, FieldGrid, TextField


class FormatsForm(QWidget):
    """Shows only what means something to the variant that is chosen."""

    def __init__(self) -> None:
        from assay.training.recipe.recipe import BaseTraining, Variation

        super().__init__()
        self.variant = ChoiceField(
            "formats.variant", self.tr("Vectors"), [(each, self._words(each)) for each in get_args(Variation)]
        )
        self.variant.setToolTip(self.tr("One vector for every use, or one for each task format (SciRepEval)"))
        self._rest: list[tuple[frozenset[str], list[Field]]] = []
        every = frozenset(get_args(Variation)) - {""}
        adapted = frozenset({"adapters", "fusion"})
        self._add(every, TextField("formats.formats", self.tr("Formats")))
        self._add(
            every,
            ChoiceField(
                "formats.base",
                self.tr("Base learns"),
                [(each, self._base(each)) for each in get_args(BaseTraining)],
            ),
            ChoiceField("formats.pooling", self.tr("Read at"), self._poolings()),
        )
        self._add(frozenset({"fusion"}), TextField("formats.adapters", self.tr("Adapters of")))
        self._add(
            adapted,
            TextField("formats.layers", self.tr("Top layers"), int),
            TextField("formats.reduction", self.tr("Reduction"), int),
        )
        self._add(
            frozenset({"pals"}),
            TextField("formats.pal_width", self.tr("PAL width"), int),
            TextField("formats.pal_heads", self.tr("PAL heads"), int),
        )
        self._add(frozenset({"pools"}), TextField("formats.pool_width", self.tr("Head width"), int))
        self._add(
            frozenset({"wide"}),
            TextField("formats.own_width", self.tr("Own columns"), int),
            TextField("formats.words", self.tr("Words of")),
        )
        self._add(
            every,
            TextField("formats.head_dropout", self.tr("Head dropout"), float),
            TextField("formats.head_rate", self.tr("Head rate"), float),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(FieldGrid([[self.variant]]))
        self._grids = []
        for kinds, fields in self._rest:
            grid = FieldGrid([fields])
            self._grids.append((kinds, grid))
            column.addWidget(grid)
        self.show_variant("")

    def fields(self) -> list[Field]:
        return [self.variant, *(field for _, fields in self._rest for field in fields)]

    def show_variant(self, variant: str) -> None:
        for kinds, grid in self._grids:
            grid.setVisible(variant in kinds)

    def _add(self, kinds: frozenset[str], *fields: Field) -> None:
        self._rest.append((kinds, list(fields)))

    def _words(self, variant: str) -> str:
        return {
            "": self.tr("Single vector"),
            "cls": self.tr("cls: one, learned on all tasks"),
            "codes": self.tr("codes: a control code before the text"),
            "adapters": self.tr("adapters: a bottleneck in each layer"),
            "fusion": self.tr("fusion: attention over adapters"),
            "pals": self.tr("pals: attention beside each layer"),
            "probes": self.tr("probes: tokens that only read"),
            "pools": self.tr("pools: heads over all layers"),
            "wide": self.tr("wide: own columns beside the base's"),
        }[variant]

    def _base(self, how: str) -> str:
        return {
            "auto": self.tr("as is usual"),
            "trained": self.tr("yes"),
            "frozen": self.tr("no"),
        }[how]

    def _poolings(self) -> list[tuple[str, str]]:
        return [("mean", self.tr("the mean")), ("cls", self.tr("[CLS]"))]
