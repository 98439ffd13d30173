"""What a replication needs: the paper's rows as they come with Assay, and the user's data for them."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Literal

from assay.benchmarks.aggregation import published_tables
from assay.benchmarks.selection import SelectedTask, select_tasks
from assay.codec import from_json, to_json
from assay.errors import BadInput
from assay.evaluation.beir import split_names
from assay.models.test_sets import TestSet, read_beir_test_set
from assay.training.recipe.objective_spec import OBJECTIVES
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import recipe_of

TABLES = (1, 2, 3, 4)
Scale = Literal["small", "full"]
PRESETS: Mapping[Scale, str] = {"small": "zeta-small", "full": "zeta-paper"}
LIMITS: Mapping[Scale, int] = {"small": 20_000, "full": 0}  # examples of each objective

SCIDOCS = "scidocs"
"""The suite of `assay bench` whose average the paper reports."""

OVERRIDES = "replication.toml"
"""A file in the data folder that says where things lie if they lie elsewhere, or what stands in for them."""


@dataclass(frozen=True, slots=True)
class Published:
    """What the paper reports; None where the number is not known here."""

    beir: float | None = None  # mean nDCG@10
    scidocs: float | None = None  # mean of its measures, in percent
    iclr: float | None = None  # nDCG@10
    source: str = ""  # the paper and its table; "" where nothing is known


@dataclass(frozen=True, slots=True)
class DataSource:
    """A kind of objective, and where its data lie."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class RowStage:
    """A stage of a row: its objectives, and what it does otherwise than the preset."""

    objectives: tuple[DataSource, ...]
    epochs: int = 0
    mixing: str = ""
    optimiser: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of one of the paper's tables, and how its model is trained."""

    row_id: str
    name: str
    stages: tuple[RowStage, ...]
    start: str = ""  # the row whose model this one begins from; "" for the base

    @property
    def published(self) -> Published:
        """What stands in the published tables that come with Assay, under the row's name."""
        table = published_tables()["objectives"]
        row = next((each for each in table.rows if each.model == self.name), None)
        if row is None:
            return Published()
        beir, iclr = (None if key not in row.values else row.values[key] / 100 for key in _SHARES)
        return Published(beir, row.values.get("scidocs average"), iclr, f"{row.source}; {table.source}")

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """(kind, path) of each of its objectives."""
        return [(one.kind, one.path) for stage in self.stages for one in stage.objectives]


_SHARES = ("beir average", "iclr2022")  # which the paper prints as parts of one


@dataclass(frozen=True, slots=True)
class CollectionPlace:
    """A collection of the data folder: it is read when it is measured on, and not kept."""

    name: str
    folder: Path
    split: str
    queries: Path | None

    def read(self) -> TestSet:
        """Raise EvaluationError, BadInput."""
        found = read_beir_test_set(self.folder, split=self.split, queries=self.queries)
        return replace(found, name=self.name)


@dataclass(frozen=True, slots=True)
class _Table:
    title: str
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class ReplicationData:
    """The user's data folder. `collections` maps a lower-case name to where it is.

    `scidocs` are the tasks of that suite of `assay bench` whose files are there.
    """

    folder: Path
    stand_ins: Mapping[str, DataSource]
    collections: Mapping[str, CollectionPlace]
    scidocs: tuple[SelectedTask, ...] = ()

    def source(self, kind: str, path: str) -> DataSource:
        """Return where to take an objective of this kind from, its usual folder being `path`."""
        return self.stand_ins.get(kind, DataSource(kind, path))

    def absent(self, row: TableRow) -> list[str]:
        """Return what the row needs and the folder does not have."""
        found = [(kind, self.source(kind, path)) for kind, path in row.kinds]
        return [
            f"{kind}: there is no {self.folder / source.path}"
            for kind, source in found
            if not (self.folder / Path(source.path).expanduser()).exists()
        ]

    def replaced(self, row: TableRow) -> list[str]:
        """Return which of its objectives are of another kind than the paper's, in words."""
        found = [(kind, self.source(kind, path)) for kind, path in row.kinds]
        return [
            f"{source.kind} from {source.path} for {kind}" for kind, source in found if source.kind != kind
        ]


def table_title(table: int) -> str:
    """Return what the table is about. Raises BadInput for one that is not there."""
    return _resource(table).title


def table_rows(table: int) -> tuple[TableRow, ...]:
    """Return the rows in the paper's order. Raises BadInput for a table that is not there."""
    return _resource(table).rows


def all_rows() -> dict[str, TableRow]:
    """row_id -> row, of all tables."""
    return {row.row_id: row for table in TABLES for row in table_rows(table)}


def row_recipe(
    row: TableRow, data: ReplicationData, *, scale: Scale, preset: str = "", base: str = "", steps: int = 0
) -> Recipe:
    """Return the row's recipe; its paths start at the data folder. Raises RecipeError.

    `preset` replaces the scale's own, `base` the preset's. A stage makes at most `steps` steps, unless it
    is 0.
    """
    given = {"preset": preset or PRESETS[scale], "name": row.name, "base": base}
    stages = [_stage(stage, data, LIMITS[scale]) for stage in row.stages]
    recipe = recipe_of({key: value for key, value in given.items() if value} | {"stages": stages})
    if not steps:
        return recipe
    shorter = (replace(stage, max_steps=min(steps, stage.max_steps)) for stage in recipe.stages)
    return replace(recipe, stages=tuple(shorter))


def scale_recipe(scale: Scale, preset: str = "") -> Recipe:
    """Return the recipe that all rows of a scale follow. Raises RecipeError."""
    return recipe_of({"preset": preset or PRESETS[scale]})


def _stage(stage: RowStage, data: ReplicationData, limit: int) -> dict[str, object]:
    own = {key: value for key, value in to_json(stage).items() if value}
    return {**own, "objectives": [_objective(one, data, limit) for one in stage.objectives]}


def _objective(one: DataSource, data: ReplicationData, limit: int) -> dict[str, object]:
    source = data.source(one.kind, one.path)
    return {"kind": source.kind, "path": source.path, "name": one.kind, "limit": limit}


def read_data(folder: Path, *, collections: bool = True) -> ReplicationData:
    """Say where things are, collections and SciDocs only if they are wanted; all is read when it is needed.

    Collections are the BEIR folders in `folder` and in its folder beir/. Raises BadInput or EvaluationError.
    """
    if not folder.is_dir():
        raise BadInput("There is no folder {0}. Give the folder that holds the data.", folder)
    given = _overrides(folder / OVERRIDES)
    named = {path.name: str(path.resolve()) for path in _beir(folder)} | given.get("collections", {})
    places = [_collection(folder, name, row) for name, row in named.items()] if collections else []
    stand_ins = {kind: _stand_in(kind, row) for kind, row in given.get("paths", {}).items()}
    tasks = select_tasks(data=folder, suites=[SCIDOCS])[0] if collections else []
    return ReplicationData(folder, stand_ins, {place.name: place for place in places}, tuple(tasks))


def _resource(table: int) -> _Table:
    if table not in TABLES:
        raise BadInput("There is no table {0} here. Known: {1}.", table, ", ".join(map(str, TABLES)))
    file = resources.files("assay_resources") / "replication" / f"table-{table}.toml"
    return from_json(tomllib.loads(file.read_text(encoding="utf-8")), _Table, what=file.name)


def _overrides(path: Path) -> dict[str, dict[str, object]]:
    """{"paths": {kind: path or {kind, path}}, "collections": {name: path or {path, split, queries}}}."""
    if not path.is_file():
        return {}
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput("{0} cannot be read: {1}.", path, error) from error
    _check_keys(given, ("paths", "collections"), str(path))
    for key, value in given.items():
        if not isinstance(value, dict):
            raise BadInput("{0}: '{1}' must be a table.", path, key)
    _check_keys(given.get("paths", {}), tuple(OBJECTIVES), f"{path}, paths")
    return given


def _check_keys(given: Mapping[str, object], known: tuple[str, ...], where: str) -> None:
    for key in given:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"Did you mean '{near[0]}'?" if near else f"Known: {', '.join(known)}."
            raise BadInput("{0}: unknown key '{1}'. {2}", where, key, hint)


def _texts(row: object, known: tuple[str, ...], where: str) -> dict[str, str]:
    """Return a path alone, or a table of texts that has one."""
    table = {"path": row} if isinstance(row, str) else row
    if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
        raise BadInput("{0} must be a path, or a table of texts.", where)
    _check_keys(table, known, where)
    if "path" not in table:
        raise BadInput("{0} has no path.", where)
    return table


def _stand_in(kind: str, row: object) -> DataSource:
    table = _texts(row, ("kind", "path"), f"{OVERRIDES}, paths, '{kind}'")
    return DataSource(table.get("kind", kind), table["path"])


def _collection(folder: Path, name: str, row: object) -> CollectionPlace:
    table = _texts(row, ("path", "split", "queries"), f"{OVERRIDES}, collections, '{name}'")
    path = folder / Path(table["path"]).expanduser()
    queries = folder / table["queries"] if "queries" in table else None
    return CollectionPlace(name.lower(), path, table.get("split") or _split(path), queries)


def _beir(folder: Path) -> Iterator[Path]:
    for parent in (folder, folder / "beir"):
        for path in sorted(parent.iterdir()) if parent.is_dir() else ():
            has_corpus = any((path / f"corpus.jsonl{end}").is_file() for end in ("", ".gz"))
            if has_corpus and _splits(path):
                yield path


def _split(path: Path) -> str:
    """test, or the only one there is."""
    splits = _splits(path)
    return splits[0] if len(splits) == 1 else "test"


def _splits(path: Path) -> list[str]:
    root = any((path / f"qrels.tsv{end}").is_file() for end in ("", ".gz"))
    return ["test"] if root else split_names(path)
