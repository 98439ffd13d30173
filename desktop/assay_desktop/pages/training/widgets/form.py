"""The recipe as a form: what every recipe has, its stages, and the objectives of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QApplication, QWidget

from assay_desktop.pages.training.widgets.fields import (
    CheckField,
    ChoiceField,
    Field,
    FieldGrid,
    TextField,
    in_pairs,
)
from assay_desktop.pages.training.widgets.stage import StageForm
from assay_desktop.theme import S2, S3
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.controls.fields import tab_bar
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assay_desktop.pages.training.recipe.draft import Problem
    from assay_desktop.pages.training.recipe.outline import Outline

_DECODER: Final = "decoder"
_FIXED: Final = "fixed"


class TuningForm(QWidget):
    """Shows only what means something to the scorer, and to how far the weights go."""

    def __init__(self) -> None:
        from assay.encoding.coder.folder import Among, Head
        from assay.training.recipe.tuning_spec import Interpolation, ScorerKind

        super().__init__()
        scorer, goes = get_args(ScorerKind), get_args(Interpolation)
        self._always: list[Field] = [
            ChoiceField(
                "tuning.scorer",
                self.tr("Scorer"),
                zip(scorer, map(self._scorer, scorer), strict=True),
                hint=self.tr("How candidates are scored"),
            ),
            ChoiceField(
                "tuning.interpolation",
                self.tr("Interpolation"),
                zip(goes, map(self._goes, goes), strict=True),
                hint=self.tr("Interpolation between the base (0) and the tuned weights (1)"),
            ),
            TextField("tuning.share", self.tr("Share"), float),
            CheckField("tuning.learn_scale", self.tr("Scale"), self.tr("learn the loss's scale")),
        ]
        self._decoder: list[list[Field]] = [
            *in_pairs(
                TextField("tuning.blocks", self.tr("Blocks"), int),
                TextField("tuning.heads", self.tr("Heads"), int),
                TextField("tuning.width", self.tr("Width"), int),
                TextField("tuning.dropout", self.tr("Dropout"), float),
                TextField("tuning.query_tokens", self.tr("Query tokens"), int),
            ),
            [
                ChoiceField(
                    "tuning.among",
                    self.tr("Attention to"),
                    [(one, self._among(one)) for one in get_args(Among)],
                )
            ],
            [CheckField("tuning.to_query", self.tr("plus"), self.tr("the query's tokens"))],
            [ChoiceField("tuning.head", self.tr("Head"), [(one, self._head(one)) for one in get_args(Head)])],
            [
                CheckField(
                    "tuning.head_to_query", self.tr("Head input"), self.tr("attends to the query's tokens")
                )
            ],
            [CheckField("tuning.relu", self.tr("ReLU"), self.tr("ReLU in the blocks, not GELU"))],
            [
                CheckField(
                    "tuning.gelu", self.tr("GELU"), self.tr("over tokens and candidates, before the head")
                )
            ],
            [CheckField("tuning.xavier", self.tr("Initialisation"), self.tr("Xavier"))],
        ]
        self._decoder_grid = FieldGrid(self._decoder)
        first, goes_grid, self._share_grid, scale = (FieldGrid([[each]]) for each in self._always)
        vbox(first, self._decoder_grid, goes_grid, self._share_grid, scale, on=self)

    def fields(self) -> list[Field]:
        return [*self._always, *(field for row in self._decoder for field in row)]

    def show_tuning(self, scorer: str, goes: str) -> None:
        self._decoder_grid.setVisible(scorer == _DECODER)
        self._share_grid.setVisible(goes == _FIXED)

    def _scorer(self, scorer: str) -> str:
        return {
            "product": self.tr("product: of the vectors, as in an index"),
            "cosine": self.tr("cosine: of normalised vectors"),
            "decoder": self.tr("decoder: all candidates together; reranks only"),
        }[scorer]

    def _head(self, head: str) -> str:
        return {
            "gated": self.tr("gated: product plus the blocks' output"),
            "product": self.tr("product of the blocks' output"),
            "cosine": self.tr("cosine of the blocks' output"),
            "two-class": self.tr("two classes by a linear layer"),
            "sigmoid": self.tr("linear layer, sigmoid"),
            "tanh": self.tr("linear layer, tanh"),
        }[head]

    def _among(self, among: str) -> str:
        return {
            "all": self.tr("all candidates"),
            "itself": self.tr("itself only"),
            "linear": self.tr("a linear layer instead"),
            "none": self.tr("no candidates"),
        }[among]

    def _goes(self, goes: str) -> str:
        return {
            "chosen": self.tr("best on held-out queries"),
            "fixed": self.tr("fixed share"),
            "none": self.tr("none (tuned weights)"),
        }[goes]


class FormatsForm(QWidget):
    """Shows only what means something to the variant that is chosen."""

    def __init__(self) -> None:
        from assay.training.recipe.recipe import BaseTraining, Variation

        super().__init__()
        variants = get_args(Variation)
        self.variant = ChoiceField(
            "formats.variant",
            self.tr("Vectors"),
            [(each, self._words(each)) for each in variants],
            hint=self.tr("One vector for all uses, or one per task format (SciRepEval)"),
        )
        bases = [(each, self._base(each)) for each in get_args(BaseTraining)]
        learns = ChoiceField("formats.base", self.tr("Train base"), bases)
        read_at = ChoiceField("formats.pooling", self.tr("Pooling"), self._poolings())
        words_of = TextField("formats.words", self.tr("Words model"))

        def whole(key: str, name: str) -> Field:
            return TextField(f"formats.{key}", name, int)

        def real(key: str, name: str) -> Field:
            return TextField(f"formats.{key}", name, float)

        every, adapted = {*variants} - {""}, {"adapters", "fusion"}
        rows: list[tuple[set[str], list[Field]]] = [
            (every, [TextField("formats.formats", self.tr("Formats"))]),
            (every, [learns, read_at]),
            ({"fusion"}, [TextField("formats.adapters", self.tr("Adapters of"))]),
            (adapted, [whole("layers", self.tr("Top layers")), whole("reduction", self.tr("Reduction"))]),
            ({"pals"}, [whole("pal_width", self.tr("PAL width")), whole("pal_heads", self.tr("PAL heads"))]),
            ({"pools"}, [whole("pool_width", self.tr("Head width"))]),
            ({"wide"}, [whole("own_width", self.tr("Own columns")), words_of]),
            (every, [real("head_dropout", self.tr("Head dropout")), real("head_rate", self.tr("Head rate"))]),
        ]
        self._fields: list[Field] = [self.variant, *(field for _kinds, fields in rows for field in fields)]
        self._grids = [(kinds, FieldGrid([fields])) for kinds, fields in rows]
        vbox(FieldGrid([[self.variant]]), *(grid for _kinds, grid in self._grids), on=self)
        self.show_variant("")

    def fields(self) -> list[Field]:
        return self._fields

    def show_variant(self, variant: str) -> None:
        for kinds, grid in self._grids:
            grid.setVisible(variant in kinds)

    def _words(self, variant: str) -> str:
        return {
            "": self.tr("Single vector"),
            "cls": self.tr("cls: one vector, trained on all tasks"),
            "codes": self.tr("codes: a control code before the text"),
            "adapters": self.tr("adapters: a bottleneck in each layer"),
            "fusion": self.tr("fusion: attention over adapters"),
            "pals": self.tr("pals: attention parallel to each layer"),
            "probes": self.tr("probes: read-only tokens"),
            "pools": self.tr("pools: heads over all layers"),
            "wide": self.tr("wide: own columns added to the base's"),
        }[variant]

    def _base(self, how: str) -> str:
        return {
            "auto": self.tr("default"),
            "trained": self.tr("yes"),
            "frozen": self.tr("no"),
        }[how]

    def _poolings(self) -> list[tuple[str, str]]:
        return [("mean", self.tr("mean")), ("cls", self.tr("[CLS]"))]


_DEVICES: Final = ("auto", "cpu", "cuda", "mps")


class RecipeForm(QWidget):
    """Shows what a recipe's text says and tells which key was changed; it holds nothing itself."""

    key_changed = Signal(str, object)  # key, value
    soundness_changed = Signal()  # whether `refusal` says something
    stage_added = Signal()
    objective_added = Signal(int)  # stage, from 1
    removed = Signal(str)  # the key of a stage or an objective

    def __init__(self) -> None:
        super().__init__()
        self._bases: tuple[str, ...] = ()
        self._stage = 1
        self._shape: tuple[Any, ...] = ()
        self._problem: Problem | None = None
        self._outline: Outline | None = None
        self._refused: dict[str, tuple[str, str]] = {}  # key -> what was written, why it is refused
        self._unread = label(
            self.tr("The text cannot be shown as a form. Correct it at the right."),
            "muted",
            wrap=True,
        )
        self._unread.hide()
        self._general = self._build_general()
        name, base, *short, shards, separator = list(self._general.values())[:8]
        self._head = FieldGrid([[name], [base], *in_pairs(*short), [shards], [separator]])
        self._stages = self._build_stage_bar()
        self._body = QWidget()
        parts = (self._unread, self._head, self._formats, self._tuning, self._stages, self._body)
        self._column = vbox(*parts, STRETCH, on=self, gap=S3, margins=(0, 0, S3, 0))
        self._stage_fields: list[Field] = []

    # --- building

    def _build_general(self) -> dict[str, Field]:
        from assay.training.recipe.recipe import Precision

        self.base = ChoiceField("base", self.tr("Base model"), (), free=True)
        fields: list[Field] = [
            TextField("name", self.tr("Name")),
            self.base,
            ChoiceField("device", self.tr("Device"), [(each, each) for each in _DEVICES], free=True),
            ChoiceField("precision", self.tr("Precision"), [(each, each) for each in get_args(Precision)]),
            TextField("random_seed", self.tr("Random seed"), int),
            TextField("max_length", self.tr("Max length"), int),
            CheckField("shard_weights", self.tr("Weights"), self.tr("sharded across processes")),
            TextField(
                "separator",
                self.tr("Separator"),
                hint=self.tr("Text between title and abstract"),
                keeps_blanks=True,
            ),
        ]
        self._formats = FormatsForm()
        self._tuning = TuningForm()
        fields += [*self._formats.fields(), *self._tuning.fields()]
        for field in fields:
            field.changed.connect(self.key_changed)
            field.refused.connect(self._refuse)
        return {field.key: field for field in fields}

    def _build_stage_bar(self) -> QWidget:
        self._bar = tab_bar(self.tr("Stages"), ())
        self._bar.currentChanged.connect(self._turn)
        self._add_stage = button(self.tr("Add a stage"), self.stage_added.emit, kind="link")
        self._remove_stage = button(
            self.tr("Remove this stage"), lambda: self.removed.emit(f"stages[{self._stage}]"), kind="link"
        )
        return boxed(hbox((self._bar, 1), self._remove_stage, self._add_stage, margins=(0, S2, 0, 0)))

    # --- what there is to see

    def show_bases(self, bases: Sequence[str]) -> None:
        """Offer the models that one can begin from."""
        self._bases = tuple(bases)
        self.base.show_choices([(each, each) for each in bases])

    def show_outline(self, outline: Outline | None) -> None:
        """Show what the text says. Fields are made again only where stages or objectives came or went.

        None: a text that no form can show; nothing can then be changed here.
        """
        for part in (self._head, self._formats, self._tuning, self._stages, self._body):
            part.setEnabled(outline is not None)
            part.setVisible(outline is not None or bool(self._shape))  # nothing of the recipe before it
        self._unread.setVisible(outline is None)
        if outline is None:
            return
        self._outline = outline
        self._stage = min(self._stage, len(outline.stages))
        self._show_stages(outline)
        shown = outline.stages[self._stage - 1]
        self._formats.show_variant(str(outline.values.get("formats.variant", "")))
        self._tuning.setVisible(outline.tunes_queries)
        self._formats.setVisible(not outline.tunes_queries or bool(outline.values.get("formats.variant")))
        self._tuning.show_tuning(
            str(outline.values.get("tuning.scorer", "")), str(outline.values.get("tuning.interpolation", ""))
        )
        parts = (shown.kinds, shown.loss, shown.has_formats, shown.of_library, shown.schedule)
        shape = (self._stage, *parts)
        if shape != self._shape:
            self._shape = shape
            self._build_stage(outline)
        for field in self.fields():
            if field.key in outline.values:
                field.show_value(outline.values[field.key])
        self._refused = {
            key: refused for key, refused in self._refused.items() if self._is_refused(key, outline)
        }
        self.show_problem(None)

    @property
    def refusal(self) -> str:
        """The first value that a field refuses, and why; "" where none does."""
        names = {field.key: field.name for field in self.fields()}
        for key, (_, why) in self._refused.items():
            return f"{names.get(key, key)}: {why}"
        return ""

    def forget(self) -> None:
        """Forget what was written and refused: another recipe is opened."""
        self._refused = {}
        self._shape = ()
        self._stage = 1
        for field in self._general.values():
            field.forget()

    def commit(self) -> None:
        """Say what was typed and not said yet."""
        for field in tuple(self.fields()):
            field.commit()

    def show_problem(self, problem: Problem | None) -> None:
        """Show it next to the field of its key; on the tab of its stage where that is not shown."""
        self._problem = problem
        for field in self.fields():
            field.show_problem(problem.at_field if problem is not None and problem.key == field.key else "")
        for number in range(self._bar.count()):
            text = self._bar.tabText(number).removesuffix(" !")
            begin = f"stages[{number + 1}]"
            meant = problem is not None and problem.key.startswith(begin)
            meant = meant or any(key.startswith(begin) for key in self._refused)
            self._bar.setTabText(number, f"{text} !" if meant else text)

    def fields(self) -> Iterator[Field]:
        yield from self._general.values()
        yield from self._stage_fields

    def shown_field(self, key: str) -> Field | None:
        """Return the field of a key, its stage shown; None for a key that has none."""
        if key.startswith("stages["):
            self._bar.setCurrentIndex(int(key[len("stages[") : key.index("]")]) - 1)
        return next((field for field in self.fields() if field.key == key), None)

    def field(self, key: str) -> Field:
        """Raise KeyError for a key that is not shown."""
        return {field.key: field for field in self.fields()}[key]

    # --- stages

    def _show_stages(self, outline: Outline) -> None:
        with QSignalBlocker(self._bar):
            while self._bar.count() > len(outline.stages):
                self._bar.removeTab(self._bar.count() - 1)
            for place, stage in enumerate(outline.stages):
                if place == self._bar.count():
                    self._bar.addTab("")
                self._bar.setTabText(place, stage.name.replace("&", "&&"))
            self._bar.setCurrentIndex(self._stage - 1)
        self._remove_stage.setVisible(len(outline.stages) > 1)

    def _turn(self, place: int) -> None:
        if place + 1 != self._stage and place >= 0:
            self.commit()
            self._stage = place + 1
            problem = self._problem
            self.show_outline(self._outline)
            self.show_problem(problem)

    def _build_stage(self, outline: Outline) -> None:
        body = StageForm(outline.stages[self._stage - 1], self._stage)
        body.key_changed.connect(self.key_changed)
        body.objective_added.connect(lambda: self.objective_added.emit(self._stage))
        body.removed.connect(self.removed)
        focused = next((each.key for each in self._stage_fields if _has_focus(each)), "")
        self._stage_fields = body.fields
        for field in body.fields:
            field.refused.connect(self._refuse)
            if field.key in outline.values:
                field.show_value(outline.values[field.key])
            if field.key in self._refused:
                field.show_refused(*self._refused[field.key])
        old, self._body = self._body, body
        self._column.replaceWidget(old, body)
        body.show()  # a layout shows what it is given one turn later
        old.hide()
        old.deleteLater()
        before: QWidget = self._add_stage
        for widget in body.focus_order():  # what is made last would come last, after the rest of the page
            QWidget.setTabOrder(before, widget)
            before = widget
        for field in body.fields:
            if field.key == focused:
                field.setFocus()

    def _refuse(self, key: str, written: str, why: str) -> None:
        if why:
            self._refused[key] = (written, why)
        else:
            self._refused.pop(key, None)
        self.show_problem(self._problem)
        self.soundness_changed.emit()

    def _is_refused(self, key: str, outline: Outline) -> bool:
        """Still: the field was not given another value, and is there or may come again."""
        shown = {field.key: field for field in self.fields()}
        return bool(shown[key].refusal) if key in shown else key in outline.values


def _has_focus(field: Field) -> bool:
    focused = QApplication.focusWidget()
    return focused is not None and (focused is field or field.isAncestorOf(focused))
