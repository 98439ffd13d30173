"""When two records are one paper: by DOI, arXiv id or PMID, else by title, year and first author.

An identifier joins only papers of compatible titles, since a DOI may be shared (the chapters of a book) or be
mistyped; a title joins only papers that nothing contradicts. What looks the same and is contradicted is a
conflict: it is kept separate, and reported.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from hashlib import sha256

from rapidfuzz import fuzz

from assay.importers.entries.ids import checked_isbn, find_arxiv_id, is_hashed
from assay.importers.entries.titles import (
    alike,
    compatible_titles,
    is_generic,
    is_short,
    name_words,
    normalised_title,
)
from assay.items import merged_items, read_item, write_item
from assay.items.item import OWN_TEXT
from assay.types import Paper

_BETWEEN_ISBNS = re.compile(r"[\s,;]+")
KEY_LENGTH = 200
"""Characters of a normalised title that go into its key; `decide` compares the whole titles."""

# Prefixes of DOIs that preprint servers give: such a DOI next to a publisher's is one paper in two versions.
PREPRINT_DOIS = (
    "10.48550/", "10.1101/", "10.21203/", "10.2139/ssrn", "10.26434/", "10.31234/", "10.31219/", "10.20944/",
    "10.36227/", "10.5281/zenodo", "10.22541/", "10.64898/",
)  # fmt: skip

_FILLED = (
    "title", "abstract", "authors", "year", "venue", "doi", "arxiv_id", "pmid", "url", "keywords", "rating",
    "tldrs", "cites", "cited_by",
)  # fmt: skip
_NOTHING = ("", (), None)


class Outcome(StrEnum):
    """What becomes of an imported paper."""

    NEW = "new"
    MERGED = "merged"  # fills empty fields of a paper that is there
    CONFLICT = "conflict"  # stored as a paper of its own although it looks like another one
    UNCHANGED = "unchanged"  # is there already, and adds at most its own text in another format


@dataclass(frozen=True)
class Decision:
    """What to do with one paper.

    NEW and CONFLICT: add `paper`. MERGED: update `existing_id` to `paper`. UNCHANGED: nothing but
    the entry's own text, `paper` is what the library is to hold. `keys` are those of `paper`; `existing_id`
    is None for NEW and CONFLICT; `reason` is a sentence, "" where there is nothing to say.
    """

    outcome: Outcome
    paper: Paper
    keys: tuple[str, ...]
    existing_id: str | None = None
    reason: str = ""


class _Bond(IntEnum):
    """How one paper stands to another; the higher the surer that they are one."""

    UNRELATED = 0
    CLASH = 1
    TITLE = 2
    PMID = 3
    ARXIV = 4
    DOI = 5
    OWN_ID = 6


def identity_keys(paper: Paper) -> tuple[str, ...]:
    """The keys under which another record of the same paper can be found, the surest first.

    `doi:`, `arxiv:` and `pmid:` with the identifier, a book's `isbn:` with 13 digits, `title:` with the
    normalised title, which is left out where it is generic ("Editorial"), or without a title the year, the
    authors and the place. A shared key is a reason to compare two papers, not to merge them.
    """
    keys = []
    if paper.doi:
        keys.append("doi:" + paper.doi.casefold())
    if arxiv_id := arxiv_id_of(paper):
        keys.append("arxiv:" + arxiv_id)
    if paper.pmid:
        keys.append("pmid:" + paper.pmid)
    keys += (f"isbn:{isbn}" for isbn in isbns_of(paper))
    title = normalised_title(paper.title)
    if title and not is_generic(title):
        keys.append("title:" + title[:KEY_LENGTH])
    elif not title and (words := normalised_title(" ".join((*paper.authors, paper.venue, paper.url)))):
        keys.append(f"title:\n{paper.year} {words[:KEY_LENGTH]}")  # as no title can be
    return tuple(keys)


def isbns_of(paper: Paper) -> tuple[str, ...]:
    """Return the ISBNs of a book as 13 digits, each once; a chapter is not the book that it is in."""
    item = read_item(paper.item if '"ISBN"' in paper.item else "")  # most papers have none
    text = str(item.fields.get("ISBN", "")) if item.type == "book" else ""
    words = (text, *_BETWEEN_ISBNS.split(text))  # one ISBN may be written with blanks, several between them
    return tuple(dict.fromkeys(filter(None, map(checked_isbn, words))))


def entry_key(paper: Paper) -> str:
    """The key under which an entry is found again whose id another paper holds: its id and its title.

    It has a line break, as no normalised title does, so it never means a title alone.
    """
    return f"title:{paper.doc_id}\n{normalised_title(paper.title)[:KEY_LENGTH]}"


def decide(paper: Paper, candidates: Sequence[Paper]) -> Decision:
    """Return whether the paper is one of the candidates, which share a key or the doc_id with it.

    MERGED and UNCHANGED fill only what the candidate lacks and overwrite nothing. CONFLICT is a paper that
    shares an identifier with another title, or a title with another identifier or abstract.
    """
    best, bond, clash = None, _Bond.UNRELATED, ""
    for candidate in candidates:
        found, why = _bond(paper, candidate)
        if found > bond and found > _Bond.CLASH:
            best, bond = candidate, found
        elif found is _Bond.CLASH and not clash:
            clash = why
    if best is not None:
        return merged(best, paper)
    outcome = Outcome.CONFLICT if clash else Outcome.NEW
    return Decision(outcome, paper, identity_keys(paper), reason=clash)


def merged(existing: Paper, paper: Paper) -> Decision:
    """The existing paper with its empty fields filled. A preprint's DOI gives way to the published one.

    arXiv's DOI says no more than the arXiv id, which is kept, so nothing is lost.
    """
    gained = {
        name: value
        for name in _FILLED
        if (value := getattr(paper, name)) not in _NOTHING and getattr(existing, name) in _NOTHING
    }
    if existing.doi.startswith("10.48550/") and paper.doi and not paper.doi.startswith(PREPRINT_DOIS):
        gained["doi"] = paper.doi
    if not existing.arxiv_id and (arxiv_id := arxiv_id_of(existing) or arxiv_id_of(paper)):
        gained["arxiv_id"] = arxiv_id  # it may be known from arXiv's DOI alone, which is not kept
    item, fields = merged_items(existing.item, paper.item, but=() if existing.year is None else ("issued",))
    union = replace(existing, **gained, item=item)
    if union == existing:
        return Decision(Outcome.UNCHANGED, existing, identity_keys(existing), existing.doc_id)
    if not gained and all(name.startswith(OWN_TEXT) for name in fields):
        return Decision(Outcome.UNCHANGED, union, identity_keys(union), existing.doc_id)
    reason = f"It adds {', '.join([*gained, *fields])} to '{existing.doc_id}'."
    return Decision(Outcome.MERGED, union, identity_keys(union), existing.doc_id, reason)


def merged_but(existing: Paper, paper: Paper, typed: Iterable[str]) -> Decision:
    """Return what `merged` says, but that nothing is put into the fields of these names."""
    decision = merged(existing, paper)
    kept = {name: getattr(existing, name) for name in typed}
    if not kept or replace(decision.paper, **kept) == decision.paper:
        return decision
    union = replace(decision.paper, **kept)
    if union == existing:
        return Decision(Outcome.UNCHANGED, existing, decision.keys, existing.doc_id)
    return replace(decision, paper=union)


def renewed(existing: Paper, paper: Paper, marks: Collection[str], but: Collection[str] = ()) -> Paper:
    """Return the existing paper with the fields of an entry that its source has changed.

    A field is renewed, and a note dropped, where it still is what the source last said, as one of `marks`
    says: those of `marks_of`, and of the notes that it has changed. `but` and what a person wrote stay.
    """
    fresh = {
        name: value
        for name in _FILLED
        if name not in but
        and (value := getattr(paper, name)) not in _NOTHING
        and _mark(name, getattr(existing, name)) in marks
    }
    mine, theirs = read_item(existing.item), read_item(paper.item)
    fields = {
        name: value
        for name, value in theirs.fields.items()
        if name not in mine.typed and _mark(name, mine.fields.get(name)) in marks
    }
    type_ = theirs.type if "type" not in mine.typed and _mark("type", mine.type) in marks else ""
    own = "notes" in mine.typed
    notes = tuple(note for note in mine.notes if own or note in theirs.notes or note_mark(note) not in marks)
    item = replace(mine, type=type_ or mine.type, fields={**mine.fields, **fields}, notes=notes)
    return replace(existing, **fresh, item=write_item(item))


def marks_of(paper: Paper) -> list[str]:
    """Return a mark for each field of an entry, by which it is known again; notes have their own."""
    item = read_item(paper.item)
    pairs = [*((name, getattr(paper, name)) for name in _FILLED), *item.fields.items(), ("type", item.type)]
    return [_mark(name, value) for name, value in pairs if value not in _NOTHING]


def note_mark(note: str) -> str:
    """Return the mark of a note, as `renewed` takes it for one that its source has changed."""
    return _mark("note", note)


def _mark(name: str, value: object) -> str:
    return sha256(f"{name}\n{value!r}".encode("utf-8", "surrogatepass")).hexdigest()[:8]


def same_record(paper: Paper, holder: Paper) -> bool:
    """Whether `holder` is what an earlier import made of this very entry, were they to carry one id."""
    return _bond(replace(paper, doc_id=holder.doc_id), holder)[0] > _Bond.CLASH


def _bond(paper: Paper, other: Paper) -> tuple[_Bond, str]:
    """Return how the two stand to each other, and for a clash the sentence that says so."""
    one, two = normalised_title(paper.title), normalised_title(other.title)
    if (
        paper.doc_id == other.doc_id
        and _same_entry(paper, other, one, two)
        and not _contradiction(paper, other)
    ):
        return _Bond.OWN_ID, ""
    if (shared := _shared(paper, other)) is not None:
        if compatible_titles(one, two):
            return shared[0], ""
        return _Bond.CLASH, f"It has {shared[1]} of '{other.doc_id}', which is titled {_quoted(other.title)}."
    if not one and not two:
        keyless = is_hashed(paper.doc_id) or is_hashed(other.doc_id)  # two keys of their own are two works
        equal = keyless and _are_equal(paper, other, exact=True)
        return (_Bond.TITLE if equal else _Bond.UNRELATED), ""
    if one != two or is_generic(one) or not _same_origin(paper, other, one):
        return _Bond.UNRELATED, ""
    if contradiction := _contradiction(paper, other):
        same = "the title and year" if paper.year == other.year else "the title"  # years may be one apart
        return _Bond.CLASH, f"It has {same} of '{other.doc_id}', but {contradiction}."
    return _Bond.TITLE, ""


def _shared(paper: Paper, other: Paper) -> tuple[_Bond, str] | None:
    if paper.doi and paper.doi.casefold() == other.doi.casefold():
        return _Bond.DOI, f"the DOI {paper.doi}"
    if (arxiv_id := arxiv_id_of(paper)) and arxiv_id == arxiv_id_of(other):
        return _Bond.ARXIV, f"the arXiv id {arxiv_id}"
    if paper.pmid and paper.pmid == other.pmid:
        return _Bond.PMID, f"the PMID {paper.pmid}"
    return None


def _contradiction(paper: Paper, other: Paper) -> str:
    """Return what speaks against two papers of one title being one paper; "" if nothing does."""
    mine, theirs = paper.doi.casefold(), other.doi.casefold()
    one_kind = mine.startswith(PREPRINT_DOIS) == theirs.startswith(PREPRINT_DOIS)
    if mine and theirs and mine != theirs and one_kind:
        return f"another DOI ({mine}, not {theirs})"
    one, two = arxiv_id_of(paper), arxiv_id_of(other)
    if one and two and one != two:
        return f"another arXiv id ({one}, not {two})"
    if paper.pmid and other.pmid and paper.pmid != other.pmid:
        return f"another PMID ({paper.pmid}, not {other.pmid})"
    if paper.doc_id != other.doc_id and not same_text(paper.abstract, other.abstract):
        return "another abstract"
    return ""


def _same_entry(paper: Paper, other: Paper, one: str, two: str) -> bool:
    """One id and one title are one entry; with a retouched title, year and first author must agree too."""
    if one == two:
        return bool(one) or _are_equal(paper, other)
    contained = min(len(one), len(two)) >= 20 and (one in two or two in one)
    close = contained or alike(one, two, 90)
    return close and _near(paper.year, other.year) and _compatible_authors(paper, other)


def _are_equal(paper: Paper, other: Paper, *, exact: bool = False) -> bool:
    """Return whether two untitled papers say the same: in all that both say, or `exact`ly."""
    if not same_text(paper.abstract, other.abstract):
        return False
    names = [name for name in _FILLED if name != "keywords"] if exact else ["authors", "year", "venue", "url"]
    mine, theirs = read_item(paper.item).fields, read_item(other.item).fields
    pairs = [(getattr(paper, name), getattr(other, name)) for name in names]
    pairs += [(mine.get(name), theirs.get(name)) for name in ("volume", "issue", "page", "number")]
    return all(one == two or (not exact and (one in _NOTHING or two in _NOTHING)) for one, two in pairs)


def _same_origin(paper: Paper, other: Paper, title: str) -> bool:
    """Whether year within one and first author agree, or are not known; a short title must have both.

    A page of a short title may have no author: then all that is said of it must be the same.
    """
    if is_short(title) and not (paper.year and other.year and paper.authors and other.authors):
        return _says_the_same(paper, other)
    return _near(paper.year, other.year) and _compatible_authors(paper, other)


def _says_the_same(paper: Paper, other: Paper) -> bool:
    """Whether nothing but ids and keywords tells two papers apart, of which year and place are known."""
    if not (paper.year and (paper.venue or paper.url)):
        return False
    return all(getattr(paper, name) == getattr(other, name) for name in _FILLED if name != "keywords")


def _near(one: int | None, two: int | None) -> bool:
    return one is None or two is None or abs(one - two) <= 1


def same_text(one: str, two: str) -> bool:
    """Return whether two abstracts are versions of one text; a missing one agrees.

    A piece from near the beginning of one is looked for in the other, since a heading ("Background:") or a
    copyright line may stand before it.
    """
    if not one or not two or one == two:
        return True
    one, two = sorted((one.casefold(), two.casefold()), key=len)
    piece = one[40:240] if len(one) >= 240 else one
    return fuzz.partial_ratio(piece, two[:600], score_cutoff=85) > 0


def _compatible_authors(paper: Paper, other: Paper) -> bool:
    """Return whether the first authors' family names agree, in whichever order their names are written."""
    if not paper.authors or not other.authors:
        return True
    (family, words), (family2, words2) = name_words(paper.authors[0]), name_words(other.authors[0])
    return not family or not family2 or family in words2 or family2 in words


def arxiv_id_of(paper: Paper) -> str:
    """Return the paper's arXiv id, which may be known from arXiv's DOI alone; "" if it has none."""
    return paper.arxiv_id.casefold() or (find_arxiv_id(paper.doi) if "arxiv" in paper.doi else "")


def _quoted(title: str) -> str:
    return f"'{title[:80]}…'" if len(title) > 81 else f"'{title}'"
