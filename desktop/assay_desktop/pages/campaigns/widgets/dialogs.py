"""The page's dialogs, one at a time: a new campaign, a new run, an assignment, a merge, an import."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QPlainTextEdit,
    QRadioButton,
    QSlider,
    QStackedWidget,
    QWidget,
)

from assay.campaign_types import MergeReport, QueueKind
from assay.campaigns.types import CorpusChoice, ImportPreview
from assay_desktop.background.job_kinds import RunCampaign
from assay_desktop.pages.campaigns.model import NewCampaign, Overview, Sources, queue_words
from assay_desktop.pages.campaigns.widgets.corpus_field import CorpusField
from assay_desktop.pages.campaigns.widgets.merge_dialogs import ImportDialog, MergeDialog
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator
from assay_desktop.theme import S2, S3, S4
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, vbox
from assay_desktop.widgets.controls.fields import ChoiceBox, choices, number_field, text_field
from assay_desktop.widgets.controls.form_dialog import FormDialog
from assay_desktop.widgets.controls.model_choice import ModelChoice
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button

_tr = translator("campaigns")

_WIDTH: Final = 560
_SEEDS: Final = 2**31 - 1
_TEXTS_PX: Final = 84
_LINE_PX: Final = 34


class NewCampaignDialog(FormDialog):
    """Stays open with the reason where the campaign cannot be made; nothing typed is lost."""

    creation_wanted = Signal(object)  # NewCampaign

    def __init__(self, parent: QWidget, sources: Sources) -> None:
        super().__init__(parent, _tr("New campaign"), action=_tr("Create"), width=_WIDTH)
        self.corpus = CorpusField(sources)
        self.corpus.changed.connect(self._take_corpus)
        self._path = ""
        self._name = text_field(self.tr("Name"), hint=self.tr("ICLR 2022 pilot"))
        self._name.textChanged.connect(self._dress)
        for words, field in (
            (self.tr("Name"), self._name),
            (self.tr("Corpus"), self.corpus),
            (self.tr("Queries"), self._build_queries()),
            (self.tr("Assessors"), self._build_assessors()),
            (self.tr("Raters per pair"), self._build_raters()),
            (self.tr("Queue"), self._build_queue()),
            (self.tr("Random seed"), self._build_seed()),
        ):
            self.form.addRow(words, field)
        self.on_action(self._tell)
        self._dress()
        self._name.setFocus()

    def _build_queries(self) -> QWidget:
        self._sampled = QRadioButton(self.tr("Sample papers"))
        self._typed = QRadioButton(self.tr("Type"))
        self._filed = QRadioButton(self.tr("From a file"))
        choice = hbox(gap=S4)
        self._query_stack = QStackedWidget()
        for place, (each, content) in enumerate(
            (
                (self._sampled, self._build_sample()),
                (self._typed, self._build_typed()),
                (self._filed, self._build_filed()),
            )
        ):
            each.clicked.connect(partial(self._choose_queries, place))
            choice.addWidget(each)
            self._query_stack.addWidget(content)
        choice.addStretch(1)
        holder = boxed(vbox(choice, self._query_stack, gap=S2, margins=(0, 2, 0, 0)))
        self._sampled.setChecked(True)
        self._choose_queries(0)
        return holder

    def _build_sample(self) -> QWidget:
        most = self.corpus.n_papers
        self._n = number_field(self.tr("Papers that become queries"), 0, most, min(40, most))
        return _row(self._n, label(self.tr("papers drawn with the random seed below"), "muted"))

    def _build_typed(self) -> QWidget:
        self._texts = QPlainTextEdit()
        self._texts.setAccessibleName(self.tr("Queries, one per line"))
        self._texts.setPlaceholderText(self.tr("One query per line"))
        self._texts.setTabChangesFocus(True)
        self._texts.setFixedHeight(_TEXTS_PX)
        return self._texts

    def _build_filed(self) -> QWidget:
        self._file = label(self.tr("no file chosen"), "muted")
        return _row(button(self.tr("Choose…"), self._choose_file), self._file)

    def _build_assessors(self) -> QWidget:
        self._people = text_field(
            self.tr("Assessors"), hint=self.tr("Names, separated by commas; add more later")
        )
        return self._people

    def _build_raters(self) -> QWidget:
        self._raters = number_field(self.tr("Raters per pair"), 1, 100, 1)
        return _row(self._raters, label(self.tr("fixed once the campaign is open"), "muted"))

    def _build_queue(self) -> QWidget:
        self._queue = ChoiceBox()
        self._queue.setAccessibleName(self.tr("Queue"))
        for kind in (QueueKind.ASSIGNED, QueueKind.SHARED):
            self._queue.addItem(queue_words(kind), kind)
        return self._queue

    def _build_seed(self) -> QWidget:
        seed = random.randrange(10_000)  # noqa: S311 - a number to be written down, not a secret
        self._seed = number_field(self.tr("Random seed"), 0, _SEEDS, seed)
        return _row(self._seed, label(self.tr("for the sample and the assessors' orders"), "muted"))

    @property
    def filled(self) -> NewCampaign:
        """What is filled in."""
        place = self._query_stack.currentIndex()
        lines = tuple(line.strip() for line in self._texts.toPlainText().splitlines() if line.strip())
        people = (name.strip() for name in self._people.text().split(","))
        return NewCampaign(
            name=self._name.text().strip(),
            raters_per_pair=self._raters.value(),
            queue=QueueKind(self._queue.currentData()),
            seed=self._seed.value(),
            assessors=tuple(dict.fromkeys(name for name in people if name)),
            queries=lines if place == 1 else (),
            query_file=self._path if place == 2 else "",
            sample=self._n.value() if place == 0 else 0,
            guideline=first_guideline(),
            doc_ids=self.corpus.doc_ids,
            choice=self.corpus.choice,
        )

    def _choose_queries(self, place: int, _checked: bool = True) -> None:
        """Show a page of the stack, which is as high as its highest page unless its height is set."""
        self._query_stack.setCurrentIndex(place)
        self._query_stack.setFixedHeight(_TEXTS_PX if place == 1 else _LINE_PX)

    def _choose_file(self) -> None:
        path, _filter = QFileDialog.getOpenFileName(self, self.tr("Queries from a file"))
        if path:
            self._path = path
            self._file.setText(Path(path).name)
            self._file.setToolTip(escape_markup(path))

    def _take_corpus(self) -> None:
        """Draw no more queries than there are papers."""
        if self.corpus.n_papers:
            self._n.setMaximum(self.corpus.n_papers)
        self._dress()

    def _dress(self) -> None:
        self.action.setEnabled(bool(self._name.text().strip()) and self.corpus.n_papers > 0)

    def _tell(self) -> None:
        self.action.setEnabled(False)
        self.creation_wanted.emit(self.filled)


class CorpusDialog(FormDialog):
    """Asks which papers a draft is about from now on."""

    corpus_chosen = Signal(object, object)  # CorpusChoice; the doc_ids, None for every paper

    def __init__(self, parent: QWidget, sources: Sources, before: CorpusChoice | None) -> None:
        """`before` is how the corpus was chosen, None where this window does not know."""
        super().__init__(parent, _tr("Re-freeze corpus"), action=_tr("Freeze"), width=_WIDTH)
        self.corpus = CorpusField(sources)
        self.corpus.changed.connect(lambda: self.action.setEnabled(self.corpus.n_papers > 0))
        self.form.addRow(self.tr("Corpus"), self.corpus)
        note = self.tr("These papers, as they are now, replace the corpus. Make its runs again.")
        if before is not None:
            note = self.tr("Currently: {0}.").format(CorpusField.words_of(before)) + " " + note
        self.show_note(note)
        self.on_action(self._tell)

    def _tell(self) -> None:
        self.action.setEnabled(False)
        self.corpus_chosen.emit(self.corpus.choice, self.corpus.doc_ids)


def first_guideline() -> str:
    """The guideline that a campaign begins with."""
    return _tr(
        "Grade how useful the paper is for the query.\n\n"
        "- **2** very relevant: you would cite it together with the query paper, or it answers the query\n"
        "- **1** relevant: same problem or method, worth opening\n"
        "- **0** not relevant: neither\n"
    )


def _row(*widgets: QWidget) -> QWidget:
    return boxed(hbox(*widgets, STRETCH, gap=S3))


_DEEPEST: Final = 10_000


class NewRunDialog(FormDialog):
    """The tag follows the choices until somebody types one."""

    run_wanted = Signal(object)  # RunCampaign, which has no campaign yet

    def __init__(self, parent: QWidget, models: Sequence[tuple[str, str]], *, taken: frozenset[str]) -> None:
        super().__init__(parent, _tr("New run"), action=_tr("Run"))
        self._taken = taken
        self._mode = choices(
            self.tr("Mode"),
            [
                (self.tr("Semantic (vectors)"), "semantic"),
                (self.tr("Keyword (BM25)"), "keyword"),
                (self.tr("Hybrid (keyword and semantic)"), "hybrid"),
                (self.tr("Reranked (keyword first, then semantic)"), "reranked"),
            ],
        )
        self._text = choices(
            self.tr("Text"),
            [(self.tr("Title and abstract"), "title+abstract"), (self.tr("Title only"), "title")],
        )
        self._model = ModelChoice(models)
        self._k = number_field(self.tr("Results per query"), 1, _DEEPEST, 100)
        self._tag = text_field(self.tr("Tag"))
        self._lay_out()
        for box in (self._mode, self._text):
            box.currentIndexChanged.connect(self._suggest)
        self._tag.textChanged.connect(self._dress)
        self.on_action(self._tell)
        self._suggest()

    def _lay_out(self) -> None:
        for words, field in (
            (self.tr("Mode"), self._mode),
            (self.tr("Text"), self._text),
            (self.tr("Model"), self._model),
            (self.tr("Depth"), self._k),
            (self.tr("Tag"), self._tag),
        ):
            self.form.addRow(words, field)
        self.show_note(self.tr("The run works in the background; see Jobs for progress."))

    def _suggest(self) -> None:
        """Suggest a tag that says what the run is, with a number if there is one of that name."""
        mode = str(self._mode.currentData())
        plain = mode if self._text.currentData() != "title" else f"{mode}-title"
        tries = [plain, *(f"{plain}-{n}" for n in range(2, len(self._taken) + 3))]
        self._tag.setText(next(tag for tag in tries if tag not in self._taken))
        self._model.setEnabled(mode != "keyword")

    def _dress(self) -> None:
        tag = self._tag.text().strip()
        spaced = any(letter.isspace() for letter in tag)
        self.action.setEnabled(bool(tag) and not spaced)
        if spaced:
            self.show_problem(self.tr("Tags cannot have spaces: run files separate columns by them."))
            self.action.setEnabled(False)
        else:
            again = self.tr("A run with this tag exists; it is replaced.") if tag in self._taken else ""
            self.show_problem(again)
            self.action.setEnabled(bool(tag))

    def _tell(self) -> None:
        mode = str(self._mode.currentData())
        model = "" if mode == "keyword" else self._model.model
        text = str(self._text.currentData())
        tag, k = self._tag.text().strip(), self._k.value()
        self.run_wanted.emit(RunCampaign(tag=tag, mode=mode, text=text, model=model, k=k))
        self.accept()


class AssignDialog(FormDialog):
    """Whole queries or single pairs, and how many of them get all raters."""

    assign_wanted = Signal(str, float)  # "pair" or "query"; overlap 0..1

    def __init__(self, parent: QWidget, *, n_pairs: int, n_assessors: int, raters: int) -> None:
        super().__init__(parent, _tr("Assign pairs"), action=_tr("Assign"))
        self._raters = raters
        self._by = choices(
            self.tr("Unit to assign"),
            [
                (self.tr("Single pairs, as evenly as possible"), "pair"),
                (self.tr("Whole queries, so one person knows each query"), "query"),
            ],
        )
        self._by.currentIndexChanged.connect(self._dress)
        self._overlap = QSlider(Qt.Orientation.Horizontal)
        self._overlap.setRange(0, 100)
        self._overlap.setValue(100)
        self._overlap.setPageStep(10)
        self._overlap.setAccessibleName(self.tr("Overlap in percent"))
        self._overlap.valueChanged.connect(self._dress)
        self._share = label(role="number")
        self._share.setFixedWidth(48)
        row = hbox((self._overlap, 1), self._share, gap=S3)
        self.form.addRow(
            self.tr("Pairs"),
            label(
                self.tr("{0} for {1} {1:assessor|assessors}").format(numeral(n_pairs), numeral(n_assessors))
            ),
        )
        self.form.addRow(self.tr("By"), self._by)
        if raters > 1:
            self.form.addRow(self.tr("Overlap"), row)
        self.on_action(self._tell)
        self._dress()

    def _dress(self) -> None:
        share = self._overlap.value()
        self._share.setText(f"{share} %")
        what = self.tr("pairs") if self._by.currentData() == "pair" else self.tr("queries")
        if self._raters > 1:
            text = self.tr("{0} % of {1} get {2} raters; the rest get one.")
            self.show_note(text.format(share, what, self._raters))
        else:
            self.show_note(self.tr("Each pair gets one rater."))

    def _tell(self) -> None:
        self.assign_wanted.emit(str(self._by.currentData()), self._overlap.value() / 100)
        self.accept()


_BUNDLES = "Bundles (*.jsonl *.jsonl.gz);;All files (*)"


class CampaignDialogs(QObject):
    """A dialog stays until what it asked for was done; a refusal is shown in it."""

    creation_wanted = Signal(object)  # NewCampaign
    run_wanted = Signal(object)  # RunCampaign, which has no campaign yet
    assign_wanted = Signal(str, float)  # "pair" or "query"; overlap 0..1
    bundle_chosen = Signal(str)  # to be looked at
    merge_wanted = Signal(str, bool, object, str)  # path, create, the HeldBack that were accepted, the plan
    bundle_path_chosen = Signal(str, str)  # to be written; for this assessor's eyes, "" for everything
    preview_wanted = Signal(object)  # NewImport
    import_wanted = Signal(object)  # NewImport

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._shown: FormDialog | None = None

    @property
    def is_open(self) -> bool:
        return self._shown is not None

    def close(self) -> None:
        """Close the dialog: what was asked for is done."""
        if self._shown is not None:
            self._shown.accept()

    def show_problem(self, text: str) -> bool:
        """Say in the dialog why it was refused; return False where none is open any more."""
        if self._shown is None:
            return False
        if isinstance(self._shown, ImportDialog):
            self._shown.show_refusal(text)
        else:
            self._shown.show_problem(text)
        return True

    def ask_campaign(self, sources: Sources) -> CorpusField:
        """Return the field that wants a corpus counted."""
        dialog = NewCampaignDialog(self._page, sources)
        dialog.creation_wanted.connect(self.creation_wanted)
        self._open(dialog)
        return dialog.corpus

    def ask_corpus(
        self, sources: Sources, *, before: CorpusChoice | None, chosen: Callable[..., None]
    ) -> CorpusField:
        """Return the field that wants a corpus counted; `chosen` gets its choice and doc_ids."""
        dialog = CorpusDialog(self._page, sources, before)
        dialog.corpus_chosen.connect(chosen)
        self._open(dialog)
        return dialog.corpus

    def show_corpus(self, choice: CorpusChoice, doc_ids: Sequence[str] | None) -> None:
        if isinstance(self._shown, NewCampaignDialog | CorpusDialog):
            self._shown.corpus.show_papers(choice, doc_ids)

    def miss_corpus(self, choice: CorpusChoice, why: str) -> None:
        if isinstance(self._shown, NewCampaignDialog | CorpusDialog):
            self._shown.corpus.show_fault(choice, why)

    def ask_run(self, taken: Sequence[str], models: Sequence[tuple[str, str]]) -> None:
        dialog = NewRunDialog(self._page, models, taken=frozenset(taken))
        dialog.run_wanted.connect(self.run_wanted)
        self._open(dialog)

    def ask_assignment(self, overview: Overview) -> None:
        n_assessors = sum(each.active for each in overview.state.progress)
        dialog = AssignDialog(
            self._page,
            n_pairs=overview.state.n_pairs,
            n_assessors=n_assessors,
            raters=overview.campaign.raters_per_pair,
        )
        dialog.assign_wanted.connect(self.assign_wanted)
        self._open(dialog)

    def ask_merge(self, path: str, report: MergeReport, *, create: bool) -> None:
        dialog = MergeDialog(self._page, path, report, create=create)
        dialog.merge_wanted.connect(self.merge_wanted)
        self._open(dialog)

    def ask_import(self, path: str) -> None:
        dialog = ImportDialog(self._page, path)
        dialog.preview_wanted.connect(self.preview_wanted)
        dialog.import_wanted.connect(self.import_wanted)
        self._open(dialog)

    def show_import_preview(self, preview: ImportPreview) -> None:
        if isinstance(self._shown, ImportDialog):
            self._shown.show_preview(preview)

    def choose_bundle(self) -> None:
        path, _filter = QFileDialog.getOpenFileName(self._page, self.tr("Merge a bundle"), "", _BUNDLES)
        if path:
            self.bundle_chosen.emit(path)

    def choose_bundle_path(self, name: str, assessor: str) -> None:
        title = self.tr("Export the campaign as a bundle")
        stem = f"{name} for {assessor}" if assessor else name
        suggestion = stem.replace("/", "-").replace("\\", "-")
        path, _filter = QFileDialog.getSaveFileName(self._page, title, f"{suggestion}.jsonl.gz", _BUNDLES)
        if path:
            self.bundle_path_chosen.emit(path, assessor)

    def choose_judgements(self) -> None:
        path, _filter = QFileDialog.getOpenFileName(self._page, self.tr("Import judgements"))
        if path:
            self.ask_import(path)

    def choose_judgement_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self._page, self.tr("A BEIR folder"))
        if path:
            self.ask_import(path)

    def _open(self, dialog: FormDialog) -> None:
        self.close()
        self._shown = dialog
        dialog.finished.connect(lambda _result: self._forget(dialog))
        dialog.open()

    def _forget(self, dialog: FormDialog) -> None:
        if self._shown is dialog:
            self._shown = None
