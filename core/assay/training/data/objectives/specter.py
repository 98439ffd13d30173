"""SPECTER's citation triples: a paper, one that it cites, and one that it does not.

Cohan et al., SPECTER (2020), section 3; used by Zeta Alpha (2022), section 3.1. SPECTER2's 6 easy and 4 hard
negatives: Singh et al., SciRepEval (2023), appendix; "released": its update_triplets.py.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from assay.encoding.formats import TextTemplate
from assay.training.data.examples import Source
from assay.training.data.holdout import example_rng
from assay.training.data.objectives.files import (
    fault,
    find,
    form,
    need,
    paper_text,
    read_lines,
    read_objects,
    read_table,
    train_and_dev,
)
from assay.training.data.objectives.rows import Rows
from assay.training.data.objectives.texts import TextsWriter, below
from assay.training.recipe.objective_spec import SpecterSpec, Variant

COLUMNS = ("query", "pos", "neg")
CITED = 5  # the count of a citation
FIELDS = ("fields_of_study", "fieldsOfStudy", "mag_field_of_study", "fos")
TRIES = 500  # to draw an easy negative
EASY: Mapping[Variant, tuple[str, str, str]] = {
    "paper": ("near", "near", "other"),
    "released": ("other", "near", "same"),
}
"""Thirds of a query's easy negatives: of a field that is its own, of none of them, of the same fields."""
JOINED_BY = "[SEP]"  # in the files, whatever the recipe's separator is


def open_specter(spec: SpecterSpec, path: Path, *, seed: int, template: TextTemplate) -> Source:
    """Open one file, or train and dev of a folder, also called specter_train and so on. Raises RecipeError.

    A table's rows are query, cited and other paper, each "title [SEP] abstract"; JSON objects and rows of
    Parquet have `query`, `pos` and `neg`, texts or papers. A folder with SPECTER's own data.json and
    metadata.json is a graph from which triples are drawn. Without a validation file a share of the query
    papers validates.
    """
    if path.is_dir() and find(path, "data.json"):
        return _open_graph(spec, path, seed=seed, template=template)
    files, rows = train_and_dev(path, "specter_"), Rows(spec, seed=seed, needs_negative=True)
    for file, validates in files.items():
        for query, positive, negative in _triples(file, template):
            texts = [rows.texts.add(text) for text in (query, positive, negative)]
            rows.add(texts[0], texts[1:2], texts[2:], validates=validates)
    return rows.source(files, root=path)


def _open_graph(spec: SpecterSpec, path: Path, *, seed: int, template: TextTemplate) -> Source:
    rows = Rows(spec, seed=seed, needs_negative=True)
    graph = CitationGraph(path, rows.texts, template, spec.variant)
    for query, validates in graph.queries():
        for one, positive, negative in graph.triples(query, spec, seed):
            rows.add(one, [positive], [negative], context=one, validates=validates)
    return rows.source(graph.files, root=path)


def _triples(path: Path, template: TextTemplate) -> Iterator[list[str]]:
    if form(path) == "json":
        for line, row in read_objects(path):
            yield [paper_text(row.get(key), key, template, path, line) for key in COLUMNS]
        return
    for line, fields in read_table(path, COLUMNS):
        joined = [template.join(*field.split(JOINED_BY, 1)) for field in fields]
        if not all(joined):
            empty = COLUMNS[joined.index("")]
            raise fault(
                path, line, "the {0} of this triple is empty. Give it a text, or take the line out.", empty
            )
        yield joined


class CitationGraph:
    """Papers, what they cite, and what is cited by those alone: SPECTER's own training files.

    data.json: paper -> {other: {"count": 5}} that it cites, 1 for what only a paper cited by it cites;
    metadata.json: paper -> title, abstract, fields of study where known; train.txt, val.txt: ids, one a line.
    """

    def __init__(self, folder: Path, texts: TextsWriter, template: TextTemplate, variant: Variant) -> None:
        """Easy negatives are drawn from all papers; released: from those that others cite.

        Raises RecipeError for files that are missing or damaged.
        """
        self.files = [need(folder, "data.json"), need(folder, "metadata.json")]
        self._links, papers = (_object(path) for path in self.files)
        self.texts = {
            name: texts.add(paper_text(paper, name, template, self.files[1], 0))
            for name, paper in papers.items()
        }
        self._fields = {name: _fields(paper) for name, paper in papers.items()}
        cited = dict.fromkeys(each for links in self._links.values() for each in links)
        self._easy_thirds, self._names = (
            EASY[variant],
            self._known(cited if variant == "released" else papers),
        )
        self._of_field: dict[str, list[str]] = {}
        self._of_fields: dict[frozenset[str], list[str]] = {}
        for name in self._names:
            self._of_fields.setdefault(self._fields[name], []).append(name)
            for field in self._fields[name]:
                self._of_field.setdefault(field, []).append(name)
        self._sides = [
            (path, validates)
            for stem, validates in (("train.txt", False), ("val.txt", True))
            if (path := find(folder, stem))
        ]

    def queries(self) -> Iterator[tuple[str, bool]]:
        """(paper, whether it validates) that the lists name; without lists all papers that cite."""
        if not self._sides:
            yield from ((name, False) for name in self._links)
        for path, validates in self._sides:
            yield from (
                (text.strip(), validates) for _, text in read_lines(path) if text.strip() in self._links
            )

    def triples(self, query: str, spec: SpecterSpec, seed: int) -> Iterator[tuple[int, int, int]]:
        """Numbers of texts: the query, what it cites in turn, and each negative once."""
        own = self._links[query]
        cited = [name for name in self._known(own) if _count(own[name]) >= CITED]
        hard = [name for name in self._known(own) if _count(own[name]) < CITED]
        if not hard:  # a graph of citations alone: what those cite
            further = dict.fromkeys(each for name in cited for each in self._links.get(name, ()))
            hard = [name for name in self._known(further) if name not in own and name != query]
        if not cited or query not in self.texts:
            return
        rng = example_rng(seed, query, 0, 0)
        negatives = [hard[at] for at in rng.permutation(len(hard))[: spec.hard]]
        taken = {query, *own, *negatives}
        for place in range(spec.easy):
            name = self._easy(query, self._easy_thirds[place * 3 // spec.easy], taken=taken, rng=rng)
            if name is not None:
                negatives.append(name)
                taken.add(name)
        for place, name in enumerate(negatives):
            yield self.texts[query], self.texts[cited[place % len(cited)]], self.texts[name]

    def _easy(self, query: str, relation: str, *, taken: set[str], rng: np.random.Generator) -> str | None:
        """A paper that is not `taken`, whose fields relate so to the query's, each as likely as another."""
        own = self._fields.get(query, frozenset())
        near = [self._of_field.get(field, []) for field in sorted(own)] if relation == "near" else []
        among = self._of_fields.get(own, []) if relation == "same" else self._names
        n = sum(map(len, near)) if near else len(among)
        for _ in range(TRIES if n else 0):
            at = below(rng, n)
            for names in near:
                if at < len(names):
                    among = names
                    break
                at -= len(names)
            name = among[at]
            shared = len(own & self._fields[name])  # a paper stands in as many lists of `near`
            fits = not shared if relation == "other" else not near or below(rng, shared) == 0
            if name not in taken and fits:
                return name
        return None

    def _known(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name in self.texts]


def _object(path: Path) -> dict[str, dict[str, object]]:
    try:
        found = json.loads("\n".join(text for _, text in read_lines(path)))
    except ValueError as error:
        raise fault(path, 0, "this is not JSON ({0}). Is the file whole?", error) from error
    if not isinstance(found, dict) or not all(isinstance(value, dict) for value in found.values()):
        raise fault(path, 0, "this maps no ids to objects in braces.")
    return found


def _count(link: object) -> float:
    count = link.get("count", CITED) if isinstance(link, dict) else CITED
    return count if isinstance(count, int | float) else CITED


def _fields(paper: Mapping[str, object]) -> frozenset[str]:
    found = next((paper[key] for key in FIELDS if paper.get(key)), [])
    if isinstance(found, str):
        return frozenset(found.split(","))
    return frozenset(map(str, found)) if isinstance(found, list) else frozenset()
