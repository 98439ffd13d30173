"""Which papers of a benchmark were trained on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from assay.benchmarks.overlap.material import Material, Record
from assay.evaluation.plain import Plain
from assay.importers.entries.titles import compatible_titles, is_generic, is_short, normalised_title

By = Literal["id", "doi", "title", "text"]

RULE = (
    "Papers are the same if they have one DOI; or one title, case, accents, markup and punctuation set "
    'aside, unless it is short or says nothing ("Editorial"); or one id, unless their titles tell them '
    "apart; or, where the title is not known, one text."
)

_RESOLVERS = ("https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/", "doi:")


@dataclass(frozen=True, slots=True)
class SharedPaper(Plain):
    """A paper of the benchmark, and the first of the training data that is the same."""

    doc_id: str
    training_id: str
    by: By


@dataclass(frozen=True, slots=True)
class PaperMatches:
    """`pairs` is training paper -> papers of the benchmark. `n_clashing` ids are of two different papers."""

    shared: tuple[SharedPaper, ...]
    pairs: Mapping[str, tuple[str, ...]]
    n_clashing: int


def match_papers(training: Material, benchmark: Material) -> PaperMatches:
    """Compares every paper of the training data with those of the benchmark, by `RULE`."""
    index = _Index(benchmark, texts=any(not record.title for record in training.papers.values()))
    ids = training.named and benchmark.named
    found: dict[str, SharedPaper] = {}
    pairs: dict[str, tuple[str, ...]] = {}
    n_clashing = 0
    for training_id, record in training.papers.items():
        own: dict[str, By] = {}
        for doc_id, by in index.same(record):
            own.setdefault(doc_id, by)
        if ids and training_id in benchmark.papers and training_id not in own:
            if _may_be_one(record, benchmark.papers[training_id]):
                own[training_id] = "id"
            else:
                n_clashing += 1
        for doc_id, by in own.items():
            found.setdefault(doc_id, SharedPaper(doc_id, training_id, by))
        if own:
            pairs[training_id] = tuple(own)
    shared = tuple(found[doc_id] for doc_id in benchmark.papers if doc_id in found)
    return PaperMatches(shared, pairs, n_clashing)


class _Index:
    """The benchmark's papers by what they can be known by."""

    def __init__(self, benchmark: Material, *, texts: bool) -> None:
        self._dois: dict[str, list[str]] = {}
        self._titles: dict[str, list[str]] = {}
        self._texts: dict[str, list[str]] = {}
        for doc_id, record in benchmark.papers.items():
            if doi := bare_doi(record.doi):
                self._dois.setdefault(doi, []).append(doc_id)
            if title := telling_title(record.title):
                self._titles.setdefault(title, []).append(doc_id)
            if texts and (text := _whole(record)):
                self._texts.setdefault(text, []).append(doc_id)

    def same(self, record: Record) -> Iterator[tuple[str, By]]:
        if doi := bare_doi(record.doi):
            yield from ((doc_id, "doi") for doc_id in self._dois.get(doi, ()))
        if record.title:
            # Also of another DOI: a preprint and what was published of it have two.
            yield from ((doc_id, "title") for doc_id in self._titles.get(telling_title(record.title), ()))
        else:
            text = _whole(record)
            yield from ((doc_id, "text") for doc_id in self._texts.get(text, ()))
            yield from ((doc_id, "text") for doc_id in self._titles.get(text, ()))


def bare_doi(doi: str) -> str:
    """In lower case and without a resolver."""
    doi = doi.strip().casefold()
    for resolver in _RESOLVERS:
        doi = doi.removeprefix(resolver)
    return doi


def telling_title(title: str) -> str:
    """The normalised title; "" where two papers may well share it."""
    bare = normalised_title(title)
    return "" if is_short(bare) or is_generic(bare) else bare


def _whole(record: Record) -> str:
    return normalised_title(f"{record.title} {record.abstract}")


def _may_be_one(one: Record, other: Record) -> bool:
    return compatible_titles(normalised_title(one.title), normalised_title(other.title))
