"""The papers and queries of training data or of a benchmark, as far as the two can be compared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from assay.benchmarks.tasks.data import LabelledData, RankedData
from assay.benchmarks.tasks.kinds import AnyData, PartedData, ReviewerData
from assay.encoding import TextTemplate
from assay.errors import BadInput, RecipeError
from assay.evaluation import read_beir
from assay.registry.loading import open_registry
from assay.training.data.examples import AnyExample, Example, Labelled
from assay.training.data.objectives import open_source
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe, read_recipe
from assay.training_runs.runs import settled
from assay.training_runs.sources import read_sources
from assay.types import Qrels


@dataclass(frozen=True, slots=True)
class Record:
    """A paper. What is not known is ""; a text of which nobody knows where its title ends is an abstract."""

    title: str
    abstract: str = ""
    doi: str = ""


@dataclass(frozen=True, slots=True)
class Material:
    """Training data or a benchmark.

    `positives` is query -> papers that are right for it: those trained on, or those judged relevant. A query
    is a text of `queries`, or a paper: then `query_papers` says which; or a reviewer, of whom `written` says
    the papers. `named` says whether the ids of papers mean the same in other data; where they were only
    counted, no id is compared.
    """

    name: str
    papers: Mapping[str, Record]
    queries: Mapping[str, str] = field(default_factory=dict)
    positives: Mapping[str, Collection[str]] = field(default_factory=dict)
    query_papers: Mapping[str, str] = field(default_factory=dict)
    written: Mapping[str, Collection[str]] = field(default_factory=dict)
    named: bool = True

    @property
    def query_ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self.queries, *self.query_papers, *self.positives]))

    @classmethod
    def of_task(cls, name: str, data: AnyData, *, queries_are_papers: bool = False) -> Self:
        """Return a task of a benchmark. The first of a paper's fields is its title, the second its abstract.

        A classification or regression has no queries: its test papers are what is asked about. Where papers
        are ranked for each reviewer, the reviewers are: as they are in the scores.
        """
        papers = {doc_id: _record(fields) for doc_id, fields in data.papers.items()}
        queries = data.queries
        if isinstance(data, LabelledData):
            return cls(name, papers, query_papers={doc_id: doc_id for doc_id, _ in data.test})
        if isinstance(data, ReviewerData):
            if data.by_reviewer:
                own = {query_id: _record(fields) for query_id, fields in queries.items()}
                right = _right_for_reviewers(data)
                written = {reviewer: data.reviewers.get(reviewer, ()) for reviewer in right}
                return cls(name, {**papers, **own}, positives=right, written=written)
            queries_are_papers = True
        positives = {
            query_id: [doc_id for doc_id, grade in grades.items() if grade > 0]
            for qrels in _qrels(data)
            for query_id, grades in qrels.items()
        }
        if not queries_are_papers:
            typed = {query_id: " ".join(filter(None, fields)) for query_id, fields in queries.items()}
            return cls(name, papers, typed, positives)
        own = {query_id: _record(fields) for query_id, fields in queries.items()}
        return cls(name, {**papers, **own}, positives=positives, query_papers={q: q for q in own})

    @classmethod
    def of_pairs(cls, name: str, pairs: Iterable[tuple[str, str]], *, separator: str = "[SEP]") -> Self:
        """Training pairs (query, paper that is right for it) as the texts that a model sees.

        What stands before the first separator is a title; a query with one is a paper.
        """
        numbers: dict[str, str] = {}
        papers: dict[str, Record] = {}
        queries: dict[str, str] = {}
        query_papers: dict[str, str] = {}
        positives: dict[str, list[str]] = {}
        for query, positive in pairs:
            query_id, doc_id = (
                numbers.setdefault(text, f"#{len(numbers) + 1}") for text in (query, positive)
            )
            papers.setdefault(doc_id, _split(positive, separator))
            if separator in query:
                papers.setdefault(query_id, _split(query, separator))
                query_papers[query_id] = query_id
            else:
                queries[query_id] = query
            positives.setdefault(query_id, []).append(doc_id)
        return cls(name, papers, queries, positives, query_papers, named=False)


def _record(fields: tuple[str, ...]) -> Record:
    return Record(*(*fields, "", "")[:2])


def _split(text: str, separator: str) -> Record:
    title, found, abstract = text.partition(separator)
    return Record(title.strip(), abstract.strip()) if found else Record("", text)


def _right_for_reviewers(data: ReviewerData) -> dict[str, list[str]]:
    """reviewer -> the papers that they fit by any set of judgements; every reviewer who is judged."""
    found: dict[str, list[str]] = {}
    for qrels in data.judgements.values():
        for query_id, fits in qrels.items():
            for reviewer, grade in fits.items():
                own = found.setdefault(reviewer, [])
                if grade > 0 and query_id not in own:
                    own.append(query_id)
    return found


def _qrels(data: AnyData) -> list[Qrels]:
    if isinstance(data, PartedData):
        return [qrels for part in data.parts.values() for qrels in _qrels(part)]
    return [data.qrels] if isinstance(data, RankedData) else []


def training_material(training: str, *, split: str = "train") -> Material:
    """What a training learned from: of a recipe's file, of a trained model by its id, or of a BEIR folder.

    A recipe's objectives are read as they are for a training, in its first epoch; a model's where they lay
    when it was trained on this machine. Raises BadInput for another
    name, and RecipeError where the data are not there any more.
    """
    path = Path(training)
    if path.is_dir():
        return _of_beir(path, split)
    if path.is_file():
        return _of_recipe(training, read_recipe(path), path.parent)
    registry = open_registry()
    card = registry.find(training)
    if card is None:
        raise BadInput(
            "{0} is not a recipe, a BEIR folder or a trained model.",
            training,
            advice="`assay model list` names the trained models.",
        )
    if not card.recipe:
        raise BadInput("The card of {0} does not say what it learned from. Give its recipe's file.", training)
    if (kept := read_sources(registry.folder(card.model_id).parent)) is not None:
        return _of_recipe(training, *kept)
    recipe = parse_recipe(card.recipe)
    _check_found(training, recipe)
    return _of_recipe(training, recipe, Path.cwd())


def _check_found(model: str, recipe: Recipe) -> None:
    """Check that the folder of the recipe's data is known: a card has the recipe without its folder."""
    for spec in (spec for stage in recipe.stages for spec in stage.objectives):
        path = Path(spec.path).expanduser()
        if not path.is_absolute():
            raise RecipeError(
                "The card of {0} says that it learned from {1}, and not in which folder that is. Give its "
                "recipe's file instead, next to its data, or a recipe with whole paths.",
                model,
                spec.path,
            )


def _of_beir(folder: Path, split: str) -> Material:
    """List the judged papers alone: which others a training drew against them nobody knows."""
    found = read_beir(folder, split=split)
    judged = {doc_id for grades in found.qrels.values() for doc_id in grades}
    judged |= {doc_id for query_id, doc_id in found.own_papers.items() if query_id in found.qrels}
    return Material(
        name=f"{folder.name}, {split}",
        papers={
            paper.doc_id: Record(paper.title, paper.abstract, paper.doi or "")
            for paper in found.papers
            if paper.doc_id in judged
        },
        queries={query.query_id: query.text for query in found.queries if query.query_id in found.qrels},
        positives={q: [d for d, grade in grades.items() if grade > 0] for q, grades in found.qrels.items()},
        query_papers={q: d for q, d in found.own_papers.items() if q in found.qrels},
    )


def _of_recipe(name: str, recipe: Recipe, folder: Path) -> Material:
    """Read what a recipe teaches; of lists only the queries, since their papers are vectors already."""
    recipe = settled(recipe, folder=folder)
    mark = f" {recipe.separator.strip()} "
    pairs: list[tuple[str, str]] = []
    alone: list[str] = []  # papers with labels
    listed: list[str] = []
    for example in _examples(recipe, folder):
        if isinstance(example, Example):
            pairs.append((example.query, example.positive))
        elif isinstance(example, Labelled):
            alone.append(example.text)
        else:
            listed.append(example.query)
    if not pairs and not alone and not listed:
        raise RecipeError("The recipe {0} has no objective with an example. Check its data.", name)
    made = Material.of_pairs(name, pairs, separator=recipe.separator)
    papers = {f"labelled {n}": Record(*text.partition(mark)[::2]) for n, text in enumerate(alone)}
    queries = {f"listed {n}": text for n, text in enumerate(listed)}
    return replace(made, papers={**made.papers, **papers}, queries={**made.queries, **queries})


def _examples(recipe: Recipe, folder: Path) -> Iterator[AnyExample]:
    """Yield those of every objective that teach in the first epoch, and those that validate."""
    template = TextTemplate(separator=recipe.separator)
    for spec in {each.name: each for stage in recipe.stages for each in stage.objectives}.values():
        source = open_source(spec, folder=folder, seed=recipe.random_seed, template=template)
        yield from (source.train.example(index, 0) for index in range(len(source.train)))
        yield from source.validation
