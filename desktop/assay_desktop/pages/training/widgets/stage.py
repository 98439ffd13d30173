"""How one stage learns, and what from: the fields of a stage and of each of its objectives."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from assay_desktop.pages.training.recipe.outline import LISTS
from assay_desktop.pages.training.widgets.fields import (
    CheckField,
    ChoiceField,
    Field,
    FieldGrid,
    TextField,
    in_pairs,
)
from assay_desktop.text.translate import translator
from assay_desktop.theme import S2, S3
from assay_desktop.widgets.boxes import hbox, vbox
from assay_desktop.widgets.controls.ask_path import ask_path
from assay_desktop.widgets.section import Section, button

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from assay_desktop.pages.training.recipe.outline import StageOutline

_tr = translator("training")


class StageForm(QWidget):
    """How one stage learns, and what from."""

    key_changed = Signal(str, object)
    objective_added = Signal()
    removed = Signal(str)

    def __init__(self, stage: StageOutline, number: int) -> None:
        super().__init__()
        self._key = f"stages[{number}]"
        self._has_formats = stage.has_formats
        self.fields: list[Field] = []
        self._order: list[QWidget] = []
        add = button(self.tr("Add an objective"), self.objective_added.emit, kind="link")
        self._order.append(add)
        objectives = Section(self.tr("Objectives"), add)
        for place, (kind, own) in enumerate(zip(stage.kinds, stage.of_library, strict=True), start=1):
            alone = len(stage.kinds) == 1
            objectives.add(self._objective(place, kind, alone=alone, of_library=own))
        learning = Section(self.tr("Learning"))
        learning.add(FieldGrid(self._learning_rows(stage)))
        vbox(objectives, learning, on=self, gap=S3)
        for field in self.fields:
            field.changed.connect(self.key_changed)

    def focus_order(self) -> Iterator[QWidget]:
        """Yield what can have the keyboard, as it is read."""
        for widget in self._order:
            yield widget.focusProxy() or widget

    def _objective(self, place: int, kind: str, *, alone: bool, of_library: bool) -> QFrame:
        from assay.training.recipe.objective_spec import OBJECTIVES

        key = f"{self._key}.objectives[{place}]"
        path = TextField(f"{key}.path", self.tr("Path"))
        browse = button(self.tr("Browse…"), lambda: None)
        browse.setMenu(self._browse_menu(path, kind))
        gone = button(self.tr("Remove"), lambda: self.removed.emit(key), kind="link")
        gone.setVisible(not alone)
        kinds = ChoiceField(f"{key}.kind", self.tr("Kind"), [(each, each) for each in OBJECTIVES])
        share = self.tr("Its share of mixed batches; all weights sum to 1, or all are 0")
        most = self.tr("Maximum number of examples; 0 means all")
        held_out = self.tr("Share of the examples held out for validation")
        rows: list[list[Field]] = [
            [kinds],
            [TextField(f"{key}.name", self.tr("Name"))],
            *in_pairs(
                TextField(f"{key}.weight", self.tr("Weight"), float, hint=share),
                TextField(f"{key}.limit", self.tr("Max examples (0 = all)"), int, hint=most),
                TextField(f"{key}.validation", self.tr("Validation share"), float, hint=held_out),
                TextField(f"{key}.validation_limit", self.tr("Max validation"), int),
            ),
            *self._of_kind(key, kind, of_library=of_library),
        ]
        frame = QFrame()
        frame.setProperty("role", "raised")
        path.edit.setPlaceholderText(self._example_path(kind))
        line = hbox((path, 1), browse, gone, gap=S2)
        vbox(line, FieldGrid(rows), on=frame, gap=S2, margins=(S3, S3, S3, S2))
        own = [field for row in rows for field in row]
        self.fields += [path, *own]
        self._order += [path, browse, gone, *own]
        return frame

    def _of_kind(self, key: str, kind: str, *, of_library: bool) -> list[list[Field]]:
        """Return what means something to this kind alone."""
        from assay.training.recipe.objective_spec import Variant, keys_of

        known = keys_of(kind)
        rows: list[list[Field]] = []
        if "label" in known:
            named = [TextField(f"{key}.labels", self.tr("Labels file"))] if "labels" in known else []
            rows.append([label_field(f"{key}.label", kind, of_library=of_library), *named])
        if "multi_label" in known:
            several = self.tr("A text may have several labels")
            rows.append([CheckField(f"{key}.multi_label", self.tr("Multi-label"), several)])
        if "fields" in known:
            rows.append([TextField(f"{key}.fields", self.tr("Text fields"))])
        if "per_query" in known:
            rows.append([TextField(f"{key}.per_query", self.tr("Per query"), int)])
        if self._has_formats and "format" in known:
            rows.append(self._formats(key, asks="query_format" in known))
        if "grade" in known:
            least = self.tr("1 or 2: papers with at least this grade are positives")
            rows.append([TextField(f"{key}.grade", self.tr("Minimum grade"), int, hint=least)])
        rows += self._negatives(key, known)
        if "first" in known:
            rows += self._of_lists(key)
        if "variant" in known:
            words = {"paper": self.tr("As in the paper"), "released": self.tr("As in the released code")}
            choices = [(each, words[each]) for each in get_args(Variant)]
            rows.append([ChoiceField(f"{key}.variant", self.tr("Variant"), choices)])
        return rows

    def _negatives(self, key: str, known: Collection[str]) -> list[list[Field]]:
        """Return how negatives are found, where that can be said."""
        if "easy" in known:
            drawn = self.tr("From a graph (data.json): uncited papers per query")
            further = self.tr("From a graph (data.json): papers cited only by cited papers")
            easy = TextField(f"{key}.easy", self.tr("Easy negatives"), int, hint=drawn)
            return [[easy, TextField(f"{key}.hard", self.tr("Hard"), int, hint=further)]]
        if "margin" not in known:
            return []
        below = self.tr("Minimum distance of a negative's cross-encoder score below the worst positive")
        mined = self.tr("Negatives from each mining system")
        margin = TextField(f"{key}.margin", self.tr("Margin"), float, hint=below)
        return [[margin, TextField(f"{key}.per_system", self.tr("Per system"), int, hint=mined)]]

    def _of_lists(self, key: str) -> list[list[Field]]:
        """Return where the candidates of a query come from, and how their vectors are held."""
        from assay.training.recipe.objective_spec import Residency

        stages = [
            ("hybrid", self.tr("hybrid")),
            ("dense", self.tr("dense: semantic")),
            ("keyword", self.tr("keyword")),
            ("random", self.tr("random")),
        ]
        what = self.tr("Source of a query's candidates: a search, random, or a run file")
        more = self.tr("Candidates per query; missing relevant papers are added")
        drawn = self.tr("Random papers added to them")
        others = self.tr("Candidates of the batch's other queries, added in every step")
        teach = self.tr("File of query ids to train on, one per line; empty for all")
        held = [(each, each) for each in get_args(Residency)]
        memory = self.tr("How the papers' vectors are held in memory")
        return [
            [ChoiceField(f"{key}.first", self.tr("Candidates"), stages, hint=what, free=True)],
            [
                TextField(f"{key}.n", self.tr("Per query"), int, hint=more),
                TextField(f"{key}.random", self.tr("Random"), int, hint=drawn),
            ],
            [TextField(f"{key}.others", self.tr("From other queries"), int, hint=others)],
            [TextField(f"{key}.queries", self.tr("Queries file"), hint=teach)],
            [ChoiceField(f"{key}.residency", self.tr("Storage"), held, hint=memory)],
        ]

    def _formats(self, key: str, *, asks: bool) -> list[Field]:
        """Return which format's vectors learn."""
        from assay.training.recipe.objective_spec import FormatName

        choices = [(each, each or self.tr("by kind")) for each in get_args(FormatName)]
        fields: list[Field] = [ChoiceField(f"{key}.format", self.tr("Format"), choices)]
        if asks:
            fields.append(ChoiceField(f"{key}.query_format", self.tr("of query"), choices))
        return fields

    def _example_path(self, kind: str) -> str:
        return {
            "judgements": self.tr("library: for your grades, or a BEIR folder"),
            "cropping": self.tr("A file of title<TAB>abstract, or JSON Lines"),
            "msmarco": self.tr("A folder with MS MARCO and its mined negatives"),
            "specter": self.tr("specter_train.tsv, or its folder, or one with data.json"),
            "unarxiv-doc2doc": self.tr("A folder with collection.tsv and contexts.jsonl"),
            "unarxiv-context2doc": self.tr("A folder with collection.tsv and contexts.jsonl"),
            "inpars": self.tr("JSON Lines of question and doc_text"),
            "pairs": self.tr("JSON Lines or CSV of query, positive and negative"),
            "classification": self.tr("JSON Lines of papers with a label"),
            "regression": self.tr("JSON Lines of papers with a number"),
            "candidates": self.tr("JSON Lines of queries with graded candidates"),
            "lists": self.tr("library: for your grades, library:CAMPAIGN@1, or prepared lists"),
        }.get(kind, self.tr("A file or a folder"))

    def _learning_rows(self, stage: StageOutline) -> list[list[Field]]:
        from assay.training.recipe.recipe import Mixing, OptimiserKind, ScheduleKind

        of = self._key
        mixings = [(each, self._mixing(each)) for each in get_args(Mixing)]
        averages = [
            ("objectives", self.tr("objectives: equal weight each")),
            ("examples", self.tr("examples: larger objectives count more")),
        ]
        keeps = [
            ("best", self.tr("the best weights by what is held out")),
            ("last", self.tr("the last weights: what is held out only tests")),
        ]
        schedules = [(each, each) for each in get_args(ScheduleKind)]
        optimisers = [(each, self._optimiser(each)) for each in get_args(OptimiserKind)]
        rows: list[list[Field]] = [
            [TextField(f"{of}.name", self.tr("Stage name"))],
            [ChoiceField(f"{of}.mixing", self.tr("Mixing"), mixings)],
            *in_pairs(
                TextField(f"{of}.batch_size", self.tr("Batch"), int),
                TextField(f"{of}.gradient_accumulation_steps", self.tr("Gradient accumulation"), int),
                TextField(f"{of}.epochs", self.tr("Epochs"), int),
                TextField(f"{of}.max_steps", self.tr("Max steps"), int),
                ChoiceField(f"{of}.optimiser.kind", self.tr("Optimiser"), optimisers),
                ChoiceField(f"{of}.optimiser.schedule", self.tr("Schedule"), schedules),
                TextField(f"{of}.optimiser.learning_rate", self.tr("Learning rate"), float),
                TextField(f"{of}.optimiser.max_grad_norm", self.tr("Max gradient norm"), float),
            ),
            *(self._plateau() if stage.schedule == "plateau" else ()),
            *in_pairs(
                TextField(f"{of}.optimiser.warmup_steps", self.tr("Warm-up"), int),
                TextField(f"{of}.optimiser.warmup_from", self.tr("start at LR"), float),
                TextField(f"{of}.optimiser.weight_decay", self.tr("Weight decay"), float),
                TextField(f"{of}.optimiser.epsilon", self.tr("Epsilon"), float),
                *self._loss(stage),
                TextField(f"{of}.stopping.interval", self.tr("Validate every"), int),
                TextField(f"{of}.stopping.patience", self.tr("Patience"), int),
                TextField(f"{of}.stopping.after", self.tr("Stop after"), int),
            ),
            [ChoiceField(f"{of}.stopping.average", self.tr("Average over"), averages)],
            [ChoiceField(f"{of}.stopping.keep", self.tr("Keep"), keeps)],
        ]
        if stage.of_lists:
            measures = [("loss", self.tr("lowest loss")), ("ndcg", self.tr("highest nDCG@10"))]
            rows.append([ChoiceField(f"{of}.stopping.measure", self.tr("Best is"), measures)])
            rows += self._labels(stage)
        elif stage.loss != "triplet":
            of_all = self.tr("across all processes (torchrun)")
            rows.append([CheckField(f"{of}.loss.gather_across_devices", self.tr("Negatives"), of_all)])
            words = self.tr("skip duplicate documents as negatives")
            rows.append([CheckField(f"{of}.loss.mask_duplicates", self.tr("Duplicates"), words)])
        made = [field for row in rows for field in row]
        self.fields += made
        self._order += made
        return rows

    def _loss(self, stage: StageOutline) -> list[Field]:
        """The losses that the objectives can have, and the one number of each."""
        from assay.training.recipe.recipe import LIST_LOSSES

        of = self._key
        kinds = LIST_LOSSES if stage.of_lists else ("mnrl", "triplet")
        kind = ChoiceField(
            f"{of}.loss.kind", self.tr("Loss"), [(each, self._loss_name(each)) for each in kinds]
        )
        if stage.loss == "triplet":
            return [kind, TextField(f"{of}.loss.margin", self.tr("Margin"), float)]
        return [kind, TextField(f"{of}.loss.scale", self.tr("Scale"), float)]

    def _labels(self, stage: StageOutline) -> list[list[Field]]:
        """List the fields of what becomes of grades before a loss of lists sees them."""
        from assay.training.recipe.recipe import LabelNorm

        of = f"{self._key}.loss"
        names = [(each, each or self.tr("unchanged")) for each in get_args(LabelNorm)]
        rows: list[list[Field]] = [
            [ChoiceField(f"{of}.labels", self.tr("Grades"), names), TextField(f"{of}.boost", "×", float)],
            [TextField(f"{of}.least_label", self.tr("Relevant from"), float)],
        ]
        if stage.loss == "max-margin":
            rows.append([CheckField(f"{of}.padded", self.tr("Mean"), self.tr("over the longest list"))])
        return rows

    def _plateau(self) -> list[list[Field]]:
        """List the fields of when the rate falls, and how far."""
        of = f"{self._key}.optimiser.plateau"
        lower = self.tr("Minimum relative improvement of the validation loss")
        return in_pairs(
            TextField(f"{of}_factor", self.tr("Factor"), float),
            TextField(f"{of}_patience", self.tr("after"), int),
            TextField(f"{of}_threshold", self.tr("Threshold"), float, hint=lower),
            TextField(f"{of}_cooldown", self.tr("Cooldown"), int),
            TextField(f"{of}_floor", self.tr("Floor"), float),
        )

    def _loss_name(self, kind: str) -> str:
        return {
            "mnrl": self.tr("MNRL"),
            "triplet": self.tr("triplet"),
            "listnet": self.tr("ListNet"),
            "max-margin": self.tr("max-margin"),
            "infonce": self.tr("InfoNCE"),
            "two-class": self.tr("two classes"),
        }[kind]

    def _optimiser(self, kind: str) -> str:
        return {"adamw": self.tr("AdamW"), "radam": self.tr("RAdam")}[kind]

    def _mixing(self, mixing: str) -> str:
        return {
            "mixed": self.tr("mixed: examples drawn by weight"),
            "exact": self.tr("exact: fixed shares in each batch"),
            "alternate": self.tr("alternate: one objective per batch"),
            "tasks": self.tr("tasks: equal shares in each batch"),
        }[mixing]

    def _browse_menu(self, path: TextField, kind: str) -> QMenu:
        from assay.training.recipe.objective_spec import LIBRARY, OBJECTIVES, ObjectiveSpec

        menu = QMenu(self)
        tell, title = partial(self.key_changed.emit, path.key), self.tr("Training data")
        menu.addAction(self.tr("A file…"), lambda: ask_path(self, title, tell, files="*"))
        menu.addAction(self.tr("A folder…"), lambda: ask_path(self, title, tell))
        if kind in {"judgements", LISTS}:
            menu.addAction(self.tr("This library's judgements"), lambda: tell(LIBRARY))
        elif OBJECTIVES.get(kind, ObjectiveSpec).library_labels is not None:
            menu.addAction(self.tr("This library's papers"), lambda: tell(LIBRARY))
        return menu


def label_field(key: str, kind: str, *, of_library: bool) -> TextField | ChoiceField:
    """A choice of what the library teaches to this kind, or the key of a row where a file does."""
    from assay.training.recipe.objective_spec import LIBRARY, OBJECTIVES, LabelledSpec, ObjectiveSpec

    cls = OBJECTIVES.get(kind, ObjectiveSpec)
    known = cls.library_labels or ()
    if of_library:
        words = _words()
        none = [] if cls.needs_label else [("", _none(kind))]
        choice = ChoiceField(key, _tr("Learn from"), [*none, *((each, words[each]) for each in known)])
        choice.setToolTip(_tr("What to learn from this library"))
        return choice
    field = TextField(key, _tr("Label key"))
    listed = ", ".join(known)
    if issubclass(cls, LabelledSpec):
        template = _tr("Row key that holds the label. For this library ({0}): {1}.")
    else:
        template = _tr("Not for files. For this library (path {0}): {1}.")
    field.setToolTip(template.format(LIBRARY, listed))
    return field


def _words() -> dict[str, str]:
    return {
        "year": _tr("year"),
        "rating": _tr("rating"),
        "venue": _tr("venue"),
        "keywords": _tr("keywords: a paper has several"),
        "title": _tr("title: finds its abstract"),
        "tldr": _tr("tldr: finds its paper"),
        "citation": _tr("citation: a paper, and one it cites"),
        "cocitation": _tr("cocitation: papers cited together"),
        "typed": _tr("typed: grades of typed queries"),
        "papers": _tr("papers: grades of similar papers"),
    }


def _none(kind: str) -> str:
    return _tr("grades of all queries") if kind == "judgements" else _tr("title by default")
