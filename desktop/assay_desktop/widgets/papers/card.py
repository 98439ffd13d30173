"""What a paper looks like as a card in a list, as plain text: no painting here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assay.items.readable import readable
from assay.types import Paper, shown_title
from assay_desktop.text.translate import translator
from assay_desktop.widgets.tables.rows import ITEM_ROLE, ItemModel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_tr = translator("authors")

MAX_NAMES = 5
"""So many family names are shown before the rest becomes a number."""


@dataclass(frozen=True, slots=True)
class PaperCard:
    """One paper of a result list.

    `passage` is a text in pieces, each with whether it is bold; `badges` are the ranks per channel ("K3",
    "D1"); `grade` is 0..2, or None where the paper is not judged for this search. `new` says that the first
    badge tells of news.
    """

    doc_id: str
    title: str
    byline: str = ""
    passage: tuple[tuple[str, bool], ...] = ()
    badges: tuple[str, ...] = ()
    grade: int | None = None
    new: bool = False


@dataclass(frozen=True, slots=True)
class JudgedBefore:
    """One line of a paper's history: for which query, by whom, and the grade or else the state."""

    query: str
    assessor: str
    relevance: int | None
    state: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class ChannelRank:
    """Where one channel put a paper: its rank there, from 1; None if it was not found there."""

    channel: str
    rank: int | None


def badge_words(badge: str) -> str:
    """Return what a badge says in full: "K3" is the third rank by keyword. Others are words already."""
    letter, rank = badge[:1], badge[1:]
    words = {
        "K": _tr("Keyword: rank {0} by your search words (BM25)"),
        "F": _tr("Full text: rank {0} by keyword in the PDFs' passages"),
        "D": _tr("Semantic: rank {0} by vector similarity"),
        "P": _tr("Passages: rank {0} by similarity of the PDFs' passages"),
        "R": _tr("Reranked: rank {0} by the second model"),
        "↑": _tr("Up {0} because grades are used"),
        "↓": _tr("Down {0} because grades are used"),
    }
    if badge == "↑":
        return _tr("Not listed before grades were used")
    return words[letter].format(rank) if letter in words and rank.isdecimal() else badge


def family_name(author: str) -> str:
    """Return the family name of "Given Family" or "Family, Given"; names of other shapes are kept whole."""
    if "," in author:
        return author.split(",", 1)[0].strip()
    if any("\u2e80" <= letter <= "\u9fff" or "\uac00" <= letter <= "\ud7af" for letter in author):
        return author  # Chinese, Japanese and Korean names begin with the family's
    parts = author.split()
    return parts[-1] if parts else ""


def short_authors(authors: Sequence[str], *, limit: int = MAX_NAMES) -> str:
    """Family names with commas; beyond `limit` the number of the others."""
    names = [name for name in map(family_name, authors) if name]
    if len(names) <= limit + 1:
        return ", ".join(names)
    return _tr("{0} and {1} more").format(", ".join(names[:limit]), len(names) - limit)


def byline(authors: Sequence[str], venue: str, year: int | None) -> str:
    """Authors, venue and year in one line, with what is not known left out."""
    return " · ".join(
        part for part in (short_authors(authors), venue, str(year) if year is not None else "") if part
    )


def chip_label(paper: Paper) -> str:
    """The first author and the year, or the beginning of the title where no author is known."""
    if not paper.authors:
        return shortened(readable(shown_title(paper)), 28)
    name = family_name(paper.authors[0])
    return f"{name} {paper.year}" if paper.year is not None else name


def shortened(text: str, limit: int) -> str:
    """`text` in at most `limit` characters, with an ellipsis where something was cut."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


CARD_ROLE = ITEM_ROLE


class CardModel(ItemModel):
    """Papers in the order given, read out for assistive tools."""

    items: list[PaperCard]

    def title(self, item: PaperCard) -> str:
        grade = "" if item.grade is None else f", graded {item.grade}"
        return f"{item.title}. {item.byline}{grade}"

    def spoken(self, item: PaperCard) -> str:
        return ". ".join((self.title(item), *map(badge_words, item.badges)))

    def tip(self, item: PaperCard) -> str:
        return item.title

    @property
    def doc_ids(self) -> list[str]:
        """The papers' ids, in the order shown."""
        return [card.doc_id for card in self.items]

    def card(self, row: int) -> PaperCard | None:
        card: PaperCard | None = self.item(row)
        return card

    def row_of(self, doc_id: str) -> int:
        """Return the row of a paper, or -1."""
        return self.find(lambda card: card.doc_id == doc_id)

    def show_grades(self, grades: Mapping[str, int]) -> None:
        """Mark the papers in `grades` with their grade and take the mark off all others."""
        self.items = [replace(card, grade=grades.get(card.doc_id)) for card in self.items]
        if self.items:
            self.dataChanged.emit(self.index(0), self.index(len(self.items) - 1))
