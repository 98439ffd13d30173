"""The recipe as a form: what every recipe has, its stages, and the objectives of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QMenu, QTabBar, QVBoxLayout, QWidget

from assay_desktop.pages.training.page_fields import CheckField, ChoiceField, Field, FieldGrid, TextField
from assay_desktop.theme import S2, S3
from assay_desktop.widgets.section import Section, button

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from assay.training.recipe import Recipe
    from assay_desktop.pages.training.draft import Problem

_DEVICES: Final = ("auto", "cpu", "cuda", "mps")


class RecipeForm(QWidget):
    """Shows a recipe and says which key was changed; it holds nothing itself."""

    key_changed = Signal(str, object)  # key, value
    stage_added = Signal()
    objective_added = Signal(int)  # stage, from 1
    removed = Signal(str)  # the key of a stage or an objective

    def __init__(self) -> None:
        super().__init__()
        self._bases: tuple[str, ...] = ()
        self._stage = 1
        self._shape: tuple[Any, ...] = ()
        self._problem: Problem | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, S3, 0)
        self._column.setSpacing(S3)
        self._general = self._build_general()
        self._column.addWidget(FieldGrid(self._general_rows()))
        self._column.addWidget(self._build_stage_bar())
        self._body = QWidget()
        self._column.addWidget(self._body)
        self._column.addStretch(1)
        self._stage_fields: list[Field] = []

    # --- building

    def _build_general(self) -> dict[str, Field]:
        from assay.training.recipe import Precision

        self.base = ChoiceField("base", self.tr("Base model"), (), free=True)
        fields: list[Field] = [
            TextField("name", self.tr("Name")),
            self.base,
            ChoiceField("device", self.tr("Device"), [(each, each) for each in _DEVICES], free=True),
            ChoiceField("precision", self.tr("Precision"), [(each, each) for each in get_args(Precision)]),
            TextField("seed", self.tr("Seed"), int),
            TextField("max_length", self.tr("Wordpieces"), int),
        ]
        for field in fields:
            field.changed.connect(self.key_changed)
        return {field.key: field for field in fields}

    def _general_rows(self) -> list[list[Field]]:
        of = self._general
        return [
            [of["name"]],
            [of["base"]],
            [of["device"], of["precision"]],
            [of["seed"], of["max_length"]],
        ]

    def _build_stage_bar(self) -> QWidget:
        self._bar = QTabBar()
        self._bar.setExpanding(False)
        self._bar.setDrawBase(False)
        self._bar.setAccessibleName(self.tr("Stages"))
        self._bar.currentChanged.connect(self._turn)
        self._add_stage = button(self.tr("Add a stage"), self.stage_added.emit, kind="link")
        self._remove_stage = button(
            self.tr("Remove this stage"), lambda: self.removed.emit(f"stages[{self._stage}]"), kind="link"
        )
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, S2, 0, 0)
        row.addWidget(self._bar, 1)
        row.addWidget(self._remove_stage)
        row.addWidget(self._add_stage)
        return holder

    # --- what there is to see

    def show_bases(self, bases: Sequence[str]) -> None:
        """The models that one can begin from."""
        self._bases = tuple(bases)
        self.base.show_choices([(each, each) for each in bases])

    def show_recipe(self, recipe: Recipe, values: Mapping[str, Any]) -> None:
        """A recipe that is sound. Fields are made anew only where stages or objectives came or went."""
        self._stage = min(self._stage, len(recipe.stages))
        shape = (
            self._stage,
            tuple(stage.name for stage in recipe.stages),
            tuple(spec.kind for spec in recipe.stages[self._stage - 1].objectives),
            recipe.stages[self._stage - 1].loss.kind,
        )
        if shape != self._shape:
            self._shape = shape
            self._show_stages(recipe)
            self._build_stage(recipe)
        for field in self.fields():
            if field.key in values:
                field.show_value(values[field.key])
        self.show_problem(None)
        self._recipe, self._values = recipe, values

    def show_problem(self, problem: Problem | None) -> None:
        """Beside the field of its key; on the tab of its stage where that is not the one shown."""
        self._problem = problem
        for field in self.fields():
            field.show_problem(problem.text if problem is not None and problem.key == field.key else "")
        for number in range(self._bar.count()):
            text = self._bar.tabText(number).removesuffix(" !")
            meant = problem is not None and problem.key.startswith(f"stages[{number + 1}]")
            self._bar.setTabText(number, f"{text} !" if meant else text)

    def fields(self) -> Iterator[Field]:
        yield from self._general.values()
        yield from self._stage_fields

    def field(self, key: str) -> Field:
        """Raises KeyError for a key that is not shown."""
        return {field.key: field for field in self.fields()}[key]

    # --- stages

    def _show_stages(self, recipe: Recipe) -> None:
        self._bar.blockSignals(True)
        while self._bar.count():
            self._bar.removeTab(0)
        for stage in recipe.stages:
            self._bar.addTab(stage.name.replace("&", "&&"))
        self._bar.setCurrentIndex(self._stage - 1)
        self._bar.blockSignals(False)
        self._remove_stage.setVisible(len(recipe.stages) > 1)

    def _turn(self, place: int) -> None:
        if place + 1 != self._stage and place >= 0:
            self._stage = place + 1
            problem = self._problem
            self.show_recipe(self._recipe, self._values)
            self.show_problem(problem)

    def _build_stage(self, recipe: Recipe) -> None:
        body = _StageForm(recipe, self._stage)
        body.key_changed.connect(self.key_changed)
        body.objective_added.connect(lambda: self.objective_added.emit(self._stage))
        body.removed.connect(self.removed)
        self._stage_fields = body.fields
        old, self._body = self._body, body
        self._column.replaceWidget(old, body)
        old.hide()
        old.deleteLater()


class _StageForm(QWidget):
    """How one stage learns, and what from."""

    key_changed = Signal(str, object)
    objective_added = Signal()
    removed = Signal(str)

    def __init__(self, recipe: Recipe, number: int) -> None:
        super().__init__()
        self._key = f"stages[{number}]"
        stage = recipe.stages[number - 1]
        self.fields: list[Field] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S3)
        add = button(self.tr("Add an objective"), self.objective_added.emit, kind="link")
        objectives = Section(self.tr("Objectives"), add)
        for place, spec in enumerate(stage.objectives, start=1):
            objectives.add(self._objective(place, spec.kind, alone=len(stage.objectives) == 1))
        column.addWidget(objectives)
        learning = Section(self.tr("Learning"))
        learning.add(FieldGrid(self._learning_rows(mnrl=stage.loss.kind == "mnrl")))
        column.addWidget(learning)
        for field in self.fields:
            field.changed.connect(self.key_changed)

    def _objective(self, place: int, kind: str, *, alone: bool) -> QFrame:
        from assay.training.recipe import ObjectiveKind

        key = f"{self._key}.objectives[{place}]"
        path = TextField(f"{key}.path", self.tr("Path"))
        browse = button(self.tr("Browse…"), lambda: self._browse(path))
        browse.setMenu(self._browse_menu(path, kind))
        gone = button(self.tr("Remove"), lambda: self.removed.emit(key), kind="link")
        gone.setVisible(not alone)
        kinds = ChoiceField(
            f"{key}.kind", self.tr("Kind"), [(each, each) for each in get_args(ObjectiveKind)]
        )
        weight = TextField(f"{key}.weight", self.tr("Weight"), float)
        weight.setToolTip(self.tr("Its share of mixed batches; all weights sum to 1, or all are 0"))
        limit = TextField(f"{key}.limit", self.tr("At most"), int)
        limit.setToolTip(self.tr("At most so many examples; 0 means all"))
        rows: list[list[Field]] = [[kinds, TextField(f"{key}.name", self.tr("Name"))], [weight, limit]]
        if kind == "judgements":
            rows.append([TextField(f"{key}.grade", self.tr("Least grade"), int), self._share(key)])
        else:
            rows.append([self._share(key), TextField(f"{key}.validation_limit", self.tr("but at most"), int)])
        frame = QFrame()
        frame.setProperty("role", "raised")
        column = QVBoxLayout(frame)
        column.setContentsMargins(S3, S3, S3, S2)
        column.setSpacing(S2)
        line = QHBoxLayout()
        line.setSpacing(S2)
        line.addWidget(path, 1)
        line.addWidget(browse)
        line.addWidget(gone)
        path.edit.setPlaceholderText(self.tr("A file, a folder, or library: for your own judgements"))
        column.addLayout(line)
        column.addWidget(FieldGrid(rows))
        self.fields += [path, *(field for row in rows for field in row)]
        return frame

    def _share(self, key: str) -> Field:
        field = TextField(f"{key}.validation", self.tr("Held out"), float)
        field.setToolTip(self.tr("Share of the examples that validate and are never learnt from"))
        return field

    def _learning_rows(self, *, mnrl: bool) -> list[list[Field]]:
        from assay.training.recipe import LossKind, Mixing, ScheduleKind

        of = self._key
        mixing = ChoiceField(
            f"{of}.mixing", self.tr("Mixing"), [(each, self._mixing(each)) for each in get_args(Mixing)]
        )
        kinds = [
            (each, self.tr("MNRL") if each == "mnrl" else self.tr("triplet")) for each in get_args(LossKind)
        ]
        scale: Field = TextField(f"{of}.loss.scale", self.tr("Scale"), float)
        if not mnrl:
            scale = TextField(f"{of}.loss.margin", self.tr("Margin"), float)
        schedules = [(each, each) for each in get_args(ScheduleKind)]
        rows: list[list[Field]] = [
            [mixing],
            [
                TextField(f"{of}.batch_size", self.tr("Batch"), int),
                TextField(f"{of}.accumulation", self.tr("Batches an update"), int),
            ],
            [
                TextField(f"{of}.epochs", self.tr("Epochs"), int),
                TextField(f"{of}.max_updates", self.tr("Updates, at most"), int),
            ],
            [
                TextField(f"{of}.optimiser.learning_rate", self.tr("Learning rate"), float),
                ChoiceField(f"{of}.optimiser.schedule", self.tr("Schedule"), schedules),
            ],
            [
                TextField(f"{of}.optimiser.warmup_updates", self.tr("Warm-up"), int),
                TextField(f"{of}.optimiser.clip", self.tr("Clip at"), float),
            ],
            [ChoiceField(f"{of}.loss.kind", self.tr("Loss"), kinds), scale],
            [
                TextField(f"{of}.stopping.interval", self.tr("Validate every"), int),
                TextField(f"{of}.stopping.patience", self.tr("Patience"), int),
            ],
        ]
        if mnrl:
            words = self.tr("Equal documents are no negatives")
            rows.append([CheckField(f"{of}.loss.mask_duplicates", self.tr("Duplicates"), words)])
        self.fields += [field for row in rows for field in row]
        return rows

    def _mixing(self, mixing: str) -> str:
        words = {
            "mixed": self.tr("mixed: each example is drawn by the weights"),
            "exact": self.tr("exact: each batch has the weights' shares"),
            "alternate": self.tr("alternate: each batch is of one objective"),
        }
        return words[mixing]

    def _browse_menu(self, path: TextField, kind: str) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("A file…")).triggered.connect(lambda: self._browse(path))
        menu.addAction(self.tr("A folder…")).triggered.connect(lambda: self._browse(path, folder=True))
        if kind == "judgements":
            action = menu.addAction(self.tr("This library's judgements"))
            action.triggered.connect(lambda: self.key_changed.emit(path.key, "library:"))
        return menu

    def _browse(self, path: TextField, *, folder: bool = False) -> None:
        dialog = QFileDialog(self, self.tr("What to learn from"))
        if folder:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda chosen: self.key_changed.emit(path.key, chosen))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
