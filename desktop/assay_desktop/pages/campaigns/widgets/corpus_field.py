"""Which papers a new campaign is about, and how many they are before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QWidget

from assay.campaigns.types import CorpusChoice
from assay_desktop.pages.campaigns.model import Sources
from assay_desktop.text.figures import counted, numeral
from assay_desktop.text.translate import translator
from assay_desktop.theme import S2
from assay_desktop.widgets.boxes import hbox, vbox
from assay_desktop.widgets.controls.fields import choices, text_field
from assay_desktop.widgets.reading import label

_tr = translator("corpus_field")

_TYPING_MS: Final = 150
_ALL, _COLLECTION, _FILTER, _SAVED = range(4)


class CorpusField(QWidget):
    """All papers, a collection, the Library's filter or a saved search. What it counted is what is taken."""

    wanted = Signal(object)  # CorpusChoice, to be counted
    changed = Signal()

    def __init__(self, sources: Sources) -> None:
        super().__init__()
        self._all = sources.n_papers
        self._n = sources.n_papers
        self.doc_ids: tuple[str, ...] | None = None  # None: every paper
        kinds = [(self.tr("All papers"), _ALL)]
        kinds += [(self.tr("A collection"), _COLLECTION)] * bool(sources.collections)
        kinds += [(self.tr("The Library's filter"), _FILTER)]
        kinds += [(self.tr("A saved search"), _SAVED)] * bool(sources.searches)
        self._kind = choices(self.tr("Corpus"), kinds)
        self._collection = choices(
            self.tr("Collection"), [(f"{path} ({numeral(n)})", path) for path, n in sources.collections]
        )
        self._words = text_field(self.tr("Filter"), hint=self.tr("Title, authors or venue"))
        self._saved = choices(self.tr("Saved search"), [(name, name) for name in sources.searches])
        self._stack = QStackedWidget()
        for content in (QWidget(), self._collection, self._words, self._saved):
            content.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._stack.addWidget(content)
        self._stack.setFixedHeight(self._words.sizeHint().height())
        self._said = label(role="muted", wrap=True)
        row = hbox(self._kind, (self._stack, 1), gap=S2)
        vbox(row, self._said, on=self, gap=S2)
        self._soon = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._soon.timeout.connect(self._count)
        self._kind.currentIndexChanged.connect(self._turn)
        for box in (self._collection, self._saved):
            box.currentIndexChanged.connect(self._count)
        self._words.textChanged.connect(self._await_words)
        self._turn()

    @property
    def n_papers(self) -> int:
        """How many papers it is; 0 while they are counted, and where there are none."""
        return self._n

    @property
    def choice(self) -> CorpusChoice:
        kind = self._kind.currentData()
        return CorpusChoice(
            collection=str(self._collection.currentData()) if kind == _COLLECTION else "",
            words=self._words.text().strip() if kind == _FILTER else "",
            saved=str(self._saved.currentData()) if kind == _SAVED else "",
        )

    def choose(self, choice: CorpusChoice) -> None:
        """Begin with what was chosen before, as far as it is still there."""
        for box, chosen, kind in (
            (self._collection, choice.collection, _COLLECTION),
            (self._saved, choice.saved, _SAVED),
        ):
            if chosen and box.findData(chosen) >= 0:
                box.setCurrentIndex(box.findData(chosen))
                self._kind.setCurrentIndex(self._kind.findData(kind))
        if choice.words:
            self._words.setText(choice.words)
            self._kind.setCurrentIndex(self._kind.findData(_FILTER))

    def show_papers(self, choice: CorpusChoice, doc_ids: Sequence[str] | None) -> None:
        """Say how many they are; what was asked before something else was chosen is left out."""
        if choice != self.choice:
            return
        self.doc_ids = None if doc_ids is None else tuple(doc_ids)
        self._n = self._all if doc_ids is None else len(doc_ids)
        papers = counted(self._n, self.tr("paper"), self.tr("papers"))
        words = (
            self.tr("All {0} in the library, frozen now") if doc_ids is None else self.tr("{0}, frozen now")
        )
        self._said.setText(words.format(papers) if self._n else self.tr("No papers found."))
        self.changed.emit()

    def show_fault(self, choice: CorpusChoice, why: str) -> None:
        if choice == self.choice:
            self._wait(why)

    @staticmethod
    def words_of(choice: CorpusChoice) -> str:
        """Say in words what a choice takes."""
        if choice.collection:
            return _tr("the collection “{0}”").format(choice.collection)
        if choice.saved:
            return _tr("the saved search “{0}”").format(choice.saved)
        return _tr("the filter “{0}”").format(choice.words) if choice.words else _tr("all papers")

    def _turn(self) -> None:
        self._stack.setCurrentIndex(self._kind.currentData())
        self._count()

    def _await_words(self) -> None:
        self._wait(self.tr("Counting…"))
        self._soon.start()

    def _count(self) -> None:
        self._soon.stop()
        if self.choice == CorpusChoice():
            self.show_papers(self.choice, None)
            return
        self._wait(self.tr("Counting…"))
        self.wanted.emit(self.choice)

    def _wait(self, words: str) -> None:
        """Say why there is no number: no campaign can be made until there is one."""
        self._n = 0
        self._said.setText(words)
        self.changed.emit()
