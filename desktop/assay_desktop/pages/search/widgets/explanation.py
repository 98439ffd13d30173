"""Why a paper was found: ranks, words, what was asked with, the nearest sentences."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from assay.items.readable import readable
from assay_desktop.pages.search.widgets.predictions import ShareBar
from assay_desktop.text.figures import counted, numeral, percent, signed
from assay_desktop.text.translate import translator
from assay_desktop.theme import S1, S2, S3, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, clear, hbox, vbox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.searching.types import Explanation, Moved, NearestPassage, Passage, Start
    from assay_desktop.widgets.papers.card import ChannelRank

_tr = translator("search")

SENTENCES = 2
"""As many of the nearest sentences are shown, in the order of the abstract."""

WORDS = 8
_LEAST_SHARE = 0.01  # what counts less is not listed


@dataclass(frozen=True, slots=True)
class Bar:
    """A name with a bar of a length from 0 to 1; what pushes away is drawn differently."""

    name: str
    length: float
    away: bool = False
    number: float | None = None  # what the bar stands for, where that says something in figures


@dataclass(frozen=True, slots=True)
class Reasons:
    """What there is to say of one result. The ranks are there at once, the rest once it was asked for."""

    ranks: tuple[ChannelRank, ...] = ()
    score: float | None = None
    mode: str = ""
    formats: str = ""
    words: tuple[Bar, ...] = ()
    starts: tuple[Bar, ...] = ()
    sentences: tuple[str, ...] = ()
    passage: Passage = ()  # of the full text
    page: int = 0
    nearest: NearestPassage | None = None  # by meaning
    note: Passage = ()  # of the reader's own
    passed: tuple[str, ...] = ()
    learned: bool = False  # the ranking uses grades
    moved: Moved | None = None
    pending: bool = field(default=False, compare=False)

    @property
    def is_found(self) -> bool:
        """Whether the paper is among the results on screen."""
        return bool(self.ranks) or self.score is not None


def words_of(explanation: Explanation) -> tuple[Bar, ...]:
    """Return the words that count, with their share of the BM25 score; those that lower it come last."""
    parts = [part for part in explanation.words if abs(part.share) >= _LEAST_SHARE]
    longest = max((abs(part.share) for part in parts), default=0.0) or 1.0
    shown = [part for place, part in enumerate(parts) if place < WORDS or part.share < 0]
    return tuple(Bar(part.word, abs(part.share) / longest, part.share < 0, part.share) for part in shown)


def starts_of(explanation: Explanation) -> tuple[Bar, ...]:
    """Return what the search started from, the nearest first; the nearest has the longest bar.

    Cosines tell an order and no more, so they are not shown as numbers; below 0 there is no bar.
    """
    longest = max((start.cosine for start in explanation.starts), default=0.0)
    return tuple(
        Bar(_title(start), max(0.0, start.cosine) / longest if longest > 0 else 0.0, start.sign < 0)
        for start in explanation.starts
    )


def _title(start: Start) -> str:
    if start.kind == "grades":
        return _tr("your {0}").format(counted(int(start.name), _tr("grade"), _tr("grades")))
    return readable(start.title)


def sentences_of(explanation: Explanation) -> tuple[str, ...]:
    """Return the nearest sentences in text order; none of an abstract that is no longer than these."""
    if len(explanation.sentences) <= 1:
        return ()
    best = sorted(explanation.sentences[:SENTENCES], key=lambda sentence: sentence.number)
    return tuple(sentence.text for sentence in best)


_BAR_WIDTH = 96


class WhyView(QWidget):
    """Shows what it is given, each kind of reason under a heading of its own."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._column = vbox(on=self, gap=0)

    def show_reasons(self, reasons: Reasons) -> None:
        clear(self._column)
        if not reasons.is_found:
            self._say(self.tr("This paper is not in the current results."), "muted")
        else:
            self._show_ranks(reasons)
            self._show_bars(self.tr("Matching words"), reasons.words, self._share_of)
            self._show_bars(self.tr("Closest seed"), reasons.starts, self._order_of)
            self._show_moved(reasons.moved)
            self._show_sentences(reasons)
            self._show_passage(reasons)
            self._show_notes(reasons)
        self._column.addStretch(1)

    # --- kinds of reasons

    def _show_ranks(self, reasons: Reasons) -> None:
        names = {
            "keyword": self.tr("Keyword match (BM25)"),
            "semantic": self.tr("Semantic match (vectors)"),
            "full text": self.tr("In its full text (BM25)"),
            "passages": self.tr("Closest passage (vectors)"),
            "rerank": self.tr("Reranked"),
        }
        for rank in reasons.ranks:
            self._pair(names.get(rank.channel, rank.channel), self.tr("rank {0}").format(rank.rank))
        by = {
            "hybrid": self.tr("Combined score"),
            "keyword": self.tr("BM25 score"),
            "semantic": self.tr("Cosine of the vectors"),
            "rerank": self.tr("Cosine of the vectors"),
        }
        if reasons.score is not None:
            self._pair(by.get(reasons.mode, self.tr("Score")), numeral(reasons.score, 4))

    def _show_bars(
        self, title: str, bars: tuple[Bar, ...], words: Callable[[Bar, int], tuple[str, str]]
    ) -> None:
        if not bars:
            return
        self._heading(title)
        for place, bar in enumerate(bars, start=1):
            self._column.addWidget(_BarRow(self._theme, bar, words(bar, place)))

    def _share_of(self, bar: Bar, _place: int) -> tuple[str, str]:
        """Return the figures, and what assistive tools say."""
        share = bar.number or 0.0
        if bar.away:
            return f"−{percent(-share)}", self.tr("{0} takes {1} away").format(bar.name, percent(-share))
        return percent(share), self.tr("{0} gives {1} of the score").format(bar.name, percent(share))

    def _order_of(self, bar: Bar, place: int) -> tuple[str, str]:
        if bar.away:
            return self.tr("away"), self.tr("{0} comes {1} and pushes away").format(bar.name, place)
        return "", self.tr("{0} comes {1}").format(bar.name, place)

    def _show_moved(self, moved: Moved | None) -> None:
        """Say what was learned from judged queries, and which of them move this search most."""
        if moved is None:
            return
        longest = max((share for _, share in moved.queries), default=1.0)
        queries = [(text, share) for text, share in moved.queries if share >= _LEAST_SHARE]
        bars = tuple(Bar(text, share / longest, number=share) for text, share in queries)
        self._show_bars(self.tr("Learned from judged queries"), bars, self._moves_of)
        if bars:
            self._pair(self.tr("Its ranker adds"), signed(moved.gain, 4))
        text = self.tr("Semantic weight {0}, keyword weight {1} (learned weights {2}).")
        shares = (percent(moved.meaning), percent(1 - moved.meaning))
        self._say(text.format(*shares, moved.version), "caption")

    def _moves_of(self, bar: Bar, _place: int) -> tuple[str, str]:
        share = percent(bar.number or 0.0)
        return share, self.tr("{0} counts {1} of all").format(bar.name, share)

    def _show_sentences(self, reasons: Reasons) -> None:
        if reasons.pending:
            self._heading(self.tr("Closest sentences"))
            self._say(self.tr("Reading…"), "caption")
        elif reasons.sentences:
            self._heading(self.tr("Closest sentences"))
            for sentence in reasons.sentences:
                self._quote(html.escape(sentence))

    def _show_passage(self, reasons: Reasons) -> None:
        if (nearest := reasons.nearest) is not None:
            self._heading(self.tr("Closest passage, page {0}").format(nearest.page))
            self._quote(html.escape(nearest.sentence))
            counts = self.tr("Counted: it is closer to the search than title and abstract.")
            rest = self.tr("Not counted: title and abstract are closer to the search.")
            self._say(counts if nearest.score > nearest.own else rest, "caption")
        if reasons.passage and reasons.page:
            self._heading(self.tr("Full text, page {0}").format(reasons.page))
            self._quote(_bold(reasons.passage))
        if reasons.note:
            self._heading(self.tr("Your note"))
            self._quote(_bold(reasons.note))
            self._say(
                self.tr("Papers found by a note rank below those with the word in their text."), "caption"
            )

    def _show_notes(self, reasons: Reasons) -> None:
        if reasons.passed:
            self._heading(self.tr("Passes the filters"))
            self._say("; ".join(reasons.passed), "muted")
        notes = [reasons.formats] if reasons.formats else []
        if reasons.learned:
            notes.insert(0, self.tr("Grades are used: words and vectors of papers graded 1 or 2 count too."))
        if reasons.words:
            notes.insert(0, self.tr("The percentages are each word's share of the keyword score."))
        for note in notes:
            self._column.addSpacing(S2)
            self._say(note, "caption")

    # --- pieces

    def _heading(self, text: str) -> None:
        self._column.addSpacing(S3)
        self._column.addWidget(label(text, "section"))
        self._column.addSpacing(S1)

    def _say(self, text: str, role: str) -> None:
        self._column.addWidget(label(text, role, wrap=True))

    def _quote(self, rich: str) -> None:
        quote = label("", wrap=True)
        quote.setTextFormat(Qt.TextFormat.RichText)
        quote.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        quote.setText(f'<p style="line-height:140%; margin:0">{rich}</p>')
        self._column.addWidget(quote)
        self._column.addSpacing(S2)

    def _pair(self, name: str, value: str) -> None:
        row = hbox(label(name), STRETCH, label(value, "number"), margins=(0, S1, 0, S1))
        self._column.addWidget(boxed(row))


def _bold(passage: Passage) -> str:
    return "".join(f"<b>{html.escape(text)}</b>" if hit else html.escape(text) for text, hit in passage)


class _BarRow(QWidget):
    """A name, its bar at a fixed place, and what stands behind it."""

    def __init__(self, theme: Theme, bar: Bar, words: tuple[str, str]) -> None:
        super().__init__()
        figures, spoken = words
        name = ElidedLabel("")
        name.show_text(bar.name)
        number = label(figures, "number")
        number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        number.setFixedWidth(52)
        line = ShareBar(theme, bar.length, "", color="danger" if bar.away else "accent")
        line.setFixedWidth(_BAR_WIDTH)
        hbox(name, STRETCH, line, number, on=self, gap=S2, margins=(0, 2, 0, 2))
        self.setAccessibleName(spoken)
