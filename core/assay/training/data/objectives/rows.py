"""Takes in what an objective's files say, rejects what teaches nothing, parts training from validation."""

from __future__ import annotations

import logging
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from assay.errors import RecipeError
from assay.messages import translatable
from assay.training.data.examples import Example, Source
from assay.training.data.holdout import drawn, example_rng, held_out, held_out_apart, source_rng
from assay.training.data.objectives.files import sha256
from assay.training.data.objectives.texts import NO_TEXT, Ragged, RaggedWriter, Texts, TextsWriter, below
from assay.training.recipe.objective_spec import ObjectiveSpec, VariantSpec
from assay.training.types import SourceFacts

log = logging.getLogger(__name__)

NO_POSITIVE = translatable("queries without a positive")
NO_NEGATIVE = translatable("queries without a negative")
SAME_POSITIVE = translatable("positives that are the query")
SAME_NEGATIVE = translatable("negatives that are the query or a positive")
TEXTLESS = translatable("papers without a text")
BEYOND_LIMIT = translatable("held-out examples beyond validation_limit")
OVER_LIMIT = translatable("examples beyond limit")
ON_BOTH_SIDES = translatable("pairs that validate the other way round")


class Rows:
    """The queries of one objective, each with the numbers of its papers' texts.

    The split: `groups` given with a row are what it must not share with a row of the other side; where rows
    hang together so much that nothing can be parted by all of them, the first one, the query, counts alone.
    The variant "released" parts row by row, as the authors' code does, or context by context where a row is
    only a part of one.
    """

    def __init__(self, spec: ObjectiveSpec, *, seed: int, needs_negative: bool = False) -> None:
        """`needs_negative`: a query without a negative of its own is left out; else it takes random ones."""
        self.texts = TextsWriter()
        self.left_out: Counter[str] = Counter()
        self._spec = spec
        self._seed = seed
        self._needs_negative = needs_negative
        self._order = source_rng(seed, spec.name, "order")
        self._queries = array("i")
        self._positives = RaggedWriter()
        self._negatives = RaggedWriter()
        self._groups: list[tuple[int, ...]] | array[int] = array("Q")
        self._pairs = array("Q")
        self._contexts = array("Q")
        self._own_validation = array("b")

    def __len__(self) -> int:
        return len(self._queries)

    def shuffled(self, numbers: Iterable[int]) -> list[int]:
        """Return them in the order in which the epochs meet them."""
        listed = list(numbers)
        return [listed[place] for place in self._order.permutation(len(listed))]

    def add(
        self,
        query: int,
        positives: Iterable[int],
        negatives: Iterable[int] = (),
        *,
        groups: Sequence[int] = (),
        pair: int | None = None,
        context: int | None = None,
        validates: bool = False,
    ) -> None:
        """Take one query in, or leaves it out and counts why.

        Numbers are those of `texts`; equal texts count once. `groups` are keys, the query's own if none are
        given. Rows of equal `pair` never stand on both sides; where it is None, it is the row's own. The
        released code parts contexts, where rows have one. `validates`: the row is from a validation file.
        """
        kept = self._checked(positives, {self.texts.key(query)}, SAME_POSITIVE)
        if not kept:
            self.left_out[NO_POSITIVE] += 1
            return
        taken = {self.texts.key(number) for number in (query, *kept)}
        against = self._checked(negatives, taken, SAME_NEGATIVE)
        if self._needs_negative and not against:
            self.left_out[NO_NEGATIVE] += 1
            return
        self._queries.append(query)
        self._positives.append(kept)
        self._negatives.append(against)
        self._add_groups(tuple(groups) or (self.texts.key(query),))
        self._pairs.append(len(self._pairs) if pair is None else pair)
        self._contexts.append(len(self._contexts) if context is None else context)
        self._own_validation.append(validates)

    def source(
        self, files: Collection[Path], *, root: Path, collection: Iterable[int] | None = None
    ) -> Source:
        """Return the opened objective. `collection` holds the texts that random negatives are drawn from.

        Without it each side draws from its own positives, if they suffice. `files` are named in the card by
        their place under `root`. Raises RecipeError for fewer than two queries.
        """
        table = Table(
            self.texts.finish(),
            np.array(self._queries, dtype=np.int32),
            self._positives.finish(),
            self._negatives.finish(),
        )
        whole = _numbers(table.positives.values if collection is None else collection)
        rows = self._with_negative(table, whole)
        train, validation = self._sides(rows)
        own = whole if collection is not None else None
        spec, seed = self._spec, self._seed
        found = len(train)
        train = drawn(train, spec.limit, source_rng(seed, spec.name, "limit"))
        self.left_out[OVER_LIMIT] += found - len(train)
        checks = drawn(
            validation, spec.validation_limit, source_rng(seed, spec.name, "validation"), shuffled=True
        )
        self.left_out[BEYOND_LIMIT] += len(validation) - len(checks)
        learned = Rotation(table, train, pool=_pool(table, train, own, whole), seed=seed, name=spec.name)
        checked = Rotation(
            table,
            checks,
            pool=_pool(table, validation, own, whole),
            seed=seed,
            name=f"{spec.name}/validation",
        )
        examples = tuple(checked.example(index, 0) for index in range(len(checked)))
        facts = source_facts(
            spec, n_train=len(train), n_validation=len(checks), files=files, root=root, left_out=self.left_out
        )
        return Source(learned, examples, facts)

    def _checked(self, numbers: Iterable[int], taken: Collection[int], reason: str) -> list[int]:
        """Return those that have a text unlike the taken ones and one another, in their order."""
        kept: dict[int, int] = {}
        for number in numbers:
            if number == NO_TEXT:
                self.left_out[TEXTLESS] += 1
            elif self.texts.key(number) in taken:
                self.left_out[reason] += 1
            else:
                kept.setdefault(self.texts.key(number), number)
        return list(kept.values())

    def _add_groups(self, groups: tuple[int, ...]) -> None:
        if len(groups) > 1 and isinstance(self._groups, array):
            self._groups = [(key,) for key in self._groups]
        if isinstance(self._groups, array):
            self._groups.append(groups[0])
        else:
            self._groups.append(groups)

    def _with_negative(self, table: Table, whole: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        rows = np.arange(len(table))
        lacking = without_negative(table, rows, whole)
        if lacking.any():
            self.left_out[NO_NEGATIVE] += int(lacking.sum())
        return rows[~lacking]

    def _sides(self, rows: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the rows that teach and those that validate."""
        own = np.array(self._own_validation, dtype=np.bool_)[rows]
        held = own if own.any() else self._held_out(rows)
        if not len(rows) or held.all() or not held.any():
            raise RecipeError(too_few(len(rows), self.left_out))
        train, validation = rows[~held], rows[held]
        if own.any():
            return train, validation
        pairs = np.array(self._pairs, dtype=np.uint64)
        both = np.isin(pairs[train], pairs[validation])
        if both.any():
            self.left_out[ON_BOTH_SIDES] += int(both.sum())
        if both.all():
            raise RecipeError(too_few(len(rows), self.left_out))
        return train[~both], validation

    def _held_out(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        def split(groups: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
            rng = source_rng(self._seed, self._spec.name, "held out")
            return held_out(groups, self._spec.validation, rng)

        if isinstance(self._spec, VariantSpec) and self._spec.variant == "released":
            return split(np.array(self._contexts, dtype=np.uint64)[rows])
        if isinstance(self._groups, array):
            return split(np.array(self._groups, dtype=np.uint64)[rows])
        groups = [self._groups[row] for row in rows]
        return held_out_apart(groups, self._spec.validation, seed=self._seed, name=self._spec.name)


def parted(
    spec: ObjectiveSpec, keys: Sequence[int], validates: Sequence[bool], *, seed: int, left_out: Counter[str]
) -> npt.NDArray[np.bool_]:
    """(n,) which rows validate: those of a file of their own, else a share; equal keys stay together.

    Raises RecipeError where there is nothing to learn from, or nothing to validate with.
    """
    held = np.array(validates, dtype=np.bool_)
    if not held.any():
        rng = source_rng(seed, spec.name, "held out")
        held = held_out(np.array(keys, dtype=np.uint64), spec.validation, rng)
    if not held.any() or held.all():
        raise RecipeError(too_few(len(held), left_out))
    return held


def source_facts(
    spec: ObjectiveSpec,
    *,
    n_train: int,
    n_validation: int,
    files: Collection[Path],
    root: Path,
    left_out: Counter[str],
) -> SourceFacts:
    """Return what the card says, said to the log as well."""
    base = root if root.is_dir() else root.parent
    names = {path: path.relative_to(base).as_posix() for path in files}
    log.info(
        "opened objective %s: %d examples, %d validate, left out %s",
        spec.name,
        n_train,
        n_validation,
        dict(+left_out) or "none",
    )
    return SourceFacts(
        spec.name,
        spec.kind,
        n_train,
        n_validation,
        {names[path]: sha256(path) for path in files},
        dict(+left_out),  # without zeros
    )


def too_few(found: int, left_out: Counter[str], *, least: int = 2) -> str:
    """Return what to say where nothing can be learned from."""
    reasons = ", ".join(f"{count} {reason}" for reason, count in (+left_out).items())
    are = "example is" if found == 1 else "examples are"
    return (
        f"{found} usable {are} too few: it takes {least} or more that do not all belong together, to learn "
        f"from some and validate with others.{f' Left out: {reasons}.' if reasons else ''} Give more data."
    )


def _numbers(values: Iterable[int] | npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Return the texts of a pool, each once, without those that have none."""
    listed = np.fromiter(values, dtype=np.int32) if not isinstance(values, np.ndarray) else values
    return np.unique(listed[listed != NO_TEXT])


def _pool(
    table: Table, rows: npt.NDArray[np.int64], own: npt.NDArray[np.int32] | None, whole: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """Return what random negatives of these rows are drawn from."""
    if own is not None or not (table.negatives.lengths[rows] == 0).any():
        return whole
    of_rows = np.unique(np.concatenate([table.positives[int(row)] for row in rows]))
    return whole if without_negative(table, rows, of_rows).any() else of_rows


DRAWS = 16  # of random negatives, before every one that is left is looked at


@dataclass(frozen=True, slots=True)
class Table:
    """What an objective's files say, as numbers of texts. A row is a query."""

    texts: Texts
    queries: npt.NDArray[np.int32]  # (n,)
    positives: Ragged  # n rows, none empty
    negatives: Ragged  # n rows; an empty one means random negatives

    def __len__(self) -> int:
        return len(self.queries)

    def taken(self, row: int) -> list[int]:
        """The keys of the texts that no negative of this row may equal: its query and all its positives."""
        keys = self.texts.keys
        return [int(keys[self.queries[row]]), *keys[self.positives[row]].tolist()]


class Rotation:
    """Some rows of a table. In epoch e a query meets its e-th positive and negative, round and round.

    A query without negatives of its own meets a random text of `pool`: one that is neither the query nor any
    of its positives, by normalised text; it is drawn again until it is.
    """

    def __init__(
        self, table: Table, rows: npt.NDArray[np.int64], *, pool: npt.NDArray[np.int32], seed: int, name: str
    ) -> None:
        """`pool` holds numbers of texts."""
        self.name = name
        self._table = table
        self._rows = rows
        self._pool = pool
        self._seed = seed

    def __len__(self) -> int:
        return len(self._rows)

    def example(self, index: int, epoch: int) -> Example:
        row = int(self._rows[index])
        positives, negatives = self._table.positives[row], self._table.negatives[row]
        if len(negatives):
            negative = int(negatives[epoch % len(negatives)])
        else:
            negative = self._random(row, example_rng(self._seed, self.name, epoch, index))
        texts = self._table.texts
        return Example(
            texts[int(self._table.queries[row])],
            texts[int(positives[epoch % len(positives)])],
            texts[negative],
        )

    def learned_texts(self) -> tuple[list[str], list[str]]:
        """Return the queries' texts, and those of all their positives one after the other."""
        table = self._table
        positives = [table.texts[int(n)] for row in self._rows for n in table.positives[int(row)]]
        return [table.texts[int(n)] for n in table.queries[self._rows]], positives

    def keys(self) -> tuple[list[int], list[int]]:
        """Return the keys of the queries' texts, and those of all their positives one after the other."""
        table, keys = self._table, self._table.texts.keys
        positives = [key for row in self._rows for key in keys[table.positives[int(row)]].tolist()]
        return keys[table.queries[self._rows]].tolist(), positives

    def _random(self, row: int, rng: np.random.Generator) -> int:
        keys, taken = self._table.texts.keys, {*self._table.taken(row)}
        for _ in range(DRAWS):
            number = int(self._pool[below(rng, len(self._pool))])
            if int(keys[number]) not in taken:
                return number
        left = self._pool[~np.isin(keys[self._pool], np.array([*taken], dtype=np.uint64))]
        if not len(left):
            raise RecipeError(
                "Objective '{0}': no text is left to be a random negative. Add some.", self.name
            )
        return int(left[below(rng, len(left))])


def without_negative(
    table: Table, rows: npt.NDArray[np.int64], pool: npt.NDArray[np.int32]
) -> npt.NDArray[np.bool_]:
    """(len(rows),) which rows have no negatives of their own and find none in the pool either."""
    lacking = table.negatives.lengths[rows] == 0
    keys = np.unique(table.texts.keys[pool])
    longest = int(table.positives.lengths.max(initial=0)) + 1  # with the query
    if not lacking.any() or len(keys) > longest:
        return np.zeros(len(rows), dtype=np.bool_)
    for place in np.flatnonzero(lacking):  # the pool is small here
        lacking[place] = np.isin(keys, np.array(table.taken(int(rows[place])), dtype=np.uint64)).all()
    return np.asarray(lacking, dtype=np.bool_)
