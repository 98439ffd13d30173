"""The fields of a recipe's [tuning]: how queries learn to put lists of papers in order."""

from __future__ import annotations

from typing import Final, get_args

from PySide6.QtWidgets import QVBoxLayout, QWidget

from assay_desktop.pages.training.widgets.fields import CheckField, ChoiceField, Field, FieldGrid, TextField

_DECODER: Final = "decoder"
_FIXED: Final = "fixed"


class TuningForm(QWidget):
    """Shows only what means something to the scorer, and to how far the weights go."""

    def __init__(self) -> None:
        from assay.training.recipe.tuning_spec import Interpolation, ScorerKind

        super().__init__()
        self.scorer = ChoiceField(
            "tuning.scorer", self.tr("Scorer"), [(each, self._scorer(each)) for each in get_args(ScorerKind)]
        )
        self.scorer.setToolTip(self.tr("What scores a candidate against the query"))
        self.goes = ChoiceField(
            "tuning.interpolation",
            self.tr("Goes"),
            [(each, self._goes(each)) for each in get_args(Interpolation)],
        )
        self.goes.setToolTip(self.tr("Interpolation between the base (0) and the tuned weights (1)"))
        self.share = TextField("tuning.share", self.tr("Share"), float)
        scale = CheckField("tuning.learn_scale", self.tr("Scale"), self.tr("The loss's scale learns, too"))
        self._decoder: list[list[Field]] = [
            [
                TextField("tuning.blocks", self.tr("Blocks"), int),
                TextField("tuning.heads", self.tr("Heads"), int),
            ],
            [
                TextField("tuning.width", self.tr("Width"), int),
                TextField("tuning.dropout", self.tr("Dropout"), float),
            ],
            [TextField("tuning.query_tokens", self.tr("Query tokens"), int)],
            [CheckField("tuning.among", self.tr("Looks at"), self.tr("the other candidates"))],
            [CheckField("tuning.to_query", self.tr("and at"), self.tr("the query's tokens"))],
        ]
        self._always: list[list[Field]] = [[self.scorer], [self.goes], [self.share], [scale]]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._share_grid = FieldGrid([[self.share]])
        self._decoder_grid = FieldGrid(self._decoder)
        for grid in (
            FieldGrid([[self.scorer]]),
            self._decoder_grid,
            FieldGrid([[self.goes]]),
            self._share_grid,
            FieldGrid([[scale]]),
        ):
            column.addWidget(grid)

    def fields(self) -> list[Field]:
        return [field for row in (*self._always, *self._decoder) for field in row]

    def show_tuning(self, scorer: str, goes: str) -> None:
        self._decoder_grid.setVisible(scorer == _DECODER)
        self._share_grid.setVisible(goes == _FIXED)

    def _scorer(self, scorer: str) -> str:
        return {
            "product": self.tr("product: of the vectors, as an index searches"),
            "cosine": self.tr("cosine: of vectors of one length"),
            "decoder": self.tr("decoder: candidates side by side; it can only rerank"),
        }[scorer]

    def _goes(self, goes: str) -> str:
        return {
            "chosen": self.tr("as far as the held-out queries like best"),
            "fixed": self.tr("a fixed share of the way"),
            "none": self.tr("all of the way"),
        }[goes]
