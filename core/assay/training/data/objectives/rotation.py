"""Examples of queries with papers that belong to them: another one of them in every epoch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from assay.errors import RecipeError
from assay.training.data.examples import Example
from assay.training.data.objectives.texts import Ragged, Texts, below
from assay.training.data.randomness import example_rng

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
    of its positives, by normalised text; it is drawn anew until it is.
    """

    def __init__(
        self,
        table: Table,
        rows: npt.NDArray[np.int64],
        *,
        pool: npt.NDArray[np.int32],
        seed: int,
        name: str,
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

    def taught(self) -> tuple[list[str], list[str]]:
        """The queries' texts, and those of all their positives one after the other."""
        table = self._table
        positives = [table.texts[int(n)] for row in self._rows for n in table.positives[int(row)]]
        return [table.texts[int(n)] for n in table.queries[self._rows]], positives

    def keys(self) -> tuple[list[int], list[int]]:
        """The keys of the queries' texts, and those of all their positives one after the other."""
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
            raise RecipeError(f"Objective '{self.name}': no text is left to be a random negative. Add some.")
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
