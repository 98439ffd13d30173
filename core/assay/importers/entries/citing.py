"""The papers that a source says another one cites, by names under which a library can find them.

A name is a doc_id, or "doi:", "arxiv:" or "pmid:" with the identifier, as identity keys have them. What is
given in words alone ("Smith, A title, 2001") has no name and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from assay.doc_ids import safe_id
from assay.importers.entries.ids import bare_arxiv_id, find_arxiv_id, find_doi, find_pmid
from assay.types import Paper

_TITLES = ("title", "article-title", "volume-title", "unstructured")
_INSIDE = ("citedPaper", "citingPaper", "paper")
_IDS = ("paperId", "paper_id", "corpusId", "corpusid", "corpus_id", "doc_id", "_id", "id", "sha")
_MARKED = {
    "doi": "doi", "DOI": "doi", "arxiv_id": "arxiv", "arxivId": "arxiv", "ArXiv": "arxiv", "pmid": "pmid",
    "PMID": "pmid", "PubMed": "pmid",
}  # fmt: skip
"""key of an object -> what its value is an identifier of"""


def names_of(value: object) -> tuple[str, ...]:
    """The names in a JSON value: a list of ids, texts or objects that stand for papers, or a text.

    Each paper may have several. What is no list or text, such as a number of citations, has none.
    """
    if isinstance(value, str):
        return names_in(split_references(value))
    if not isinstance(value, list):
        return ()
    return tuple(dict.fromkeys(chain.from_iterable(map(_of_one, value))))


def names_in(texts: Iterable[str]) -> tuple[str, ...]:
    """The names in texts that each tell of one paper."""
    return tuple(dict.fromkeys(chain.from_iterable(map(_of_text, texts))))


def split_references(text: str) -> list[str]:
    """Split the references of one cell at semicolons or line ends; ids also at commas."""
    if ";" in text or "\n" in text:
        return re.split(r"[;\n]", text)
    parts = [part.strip() for part in text.split(",")]
    return parts if not any(re.search(r"\s", part) for part in parts) else [text]


def titles_in(fields: Iterable[tuple[str, object]]) -> Iterator[tuple[str, str]]:
    """Yield the names in an entry's references, each with the title, or the words, that it gives with it."""
    for _, value in fields:
        parts = split_references(value) if isinstance(value, str) else value
        for part in parts if isinstance(parts, list) else ():
            if words := _words_of(part):
                yield from ((name, words) for name in _of_one(part))


def own_names(paper: Paper) -> set[str]:
    """Return all names by which others may cite the paper."""
    marked = {"doi": paper.doi.casefold(), "arxiv": paper.arxiv_id.casefold(), "pmid": paper.pmid}
    return {paper.doc_id, *(f"{mark}:{name}" for mark, name in marked.items() if name)}


def _of_one(value: object) -> Iterable[str]:
    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return (str(value),) if abs(value) < 10**30 else ()
    return _of_object(value) if isinstance(value, Mapping) else ()


def _of_object(value: Mapping[str, object]) -> Iterable[str]:
    for key in _INSIDE:
        if isinstance(inner := value.get(key), Mapping):
            return _of_object(inner)
    outside = value.get("externalIds")
    fields = {**value, **outside} if isinstance(outside, Mapping) else value
    found = [safe_id(str(fields[key]).strip()) for key in _IDS if isinstance(fields.get(key), str | int)]
    for key, mark in _MARKED.items():
        text = str(fields.get(key) or "")
        name = {"doi": find_doi, "arxiv": bare_arxiv_id, "pmid": find_pmid}[mark](text)
        found += [f"{mark}:{name}"] if name else []
    return filter(None, found)


def _words_of(value: object) -> str:
    """Return the title of a reference, or what stands for it; "" where it is ids alone."""
    if isinstance(value, str):
        return " ".join(value.split()) if re.search(r"\s", value.strip()) else ""
    if not isinstance(value, Mapping):
        return ""
    inner = next((value[key] for key in _INSIDE if isinstance(value.get(key), Mapping)), value)
    titles = [text for key in _TITLES if isinstance(text := inner.get(key), str) and text.strip()]
    others = ", ".join(str(inner[key]) for key in ("author", "year") if isinstance(inner.get(key), str | int))
    return " ".join((titles or [others])[0].split())


def _of_text(text: str) -> Iterable[str]:
    text = text.strip()
    if doi := find_doi(text):
        # arXiv's DOI says no more than the arXiv id, under which the paper may be here.
        arxiv_id = find_arxiv_id(doi)
        return (f"doi:{doi}", f"arxiv:{arxiv_id}") if arxiv_id else (f"doi:{doi}",)
    if "pmid" in text.casefold() and (pmid := find_pmid(text)):
        return (f"pmid:{pmid}",)
    if marked := find_arxiv_id(text):
        return (f"arxiv:{marked}",)
    if not text or re.search(r"\s", text):
        return ()
    arxiv_id = bare_arxiv_id(text)
    return (safe_id(text), f"arxiv:{arxiv_id}") if arxiv_id else (safe_id(text),)
