"""Multi-hot labels: a list of 0 and 1 for each row, one place for each label, as scikit-learn has them."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def multi_hot_width(rows: Collection[object]) -> int:
    """Return how many labels the rows of a multi-hot matrix have; 0 where the rows are not such lists.

    They are where every row is a list of 0 and 1 (numbers, not text) and all are of one length of at least 2:
    lists of names differ in length, or say the same of every row.
    Raises ValueError where all values are 0 and 1, some repeat within a row as no names do, and the lengths
    differ: a row was cut.
    """
    lengths: set[int] = set()
    repeated = False
    for row in rows:
        if not isinstance(row, list | bytes) or any(value not in (0, 1) for value in row):
            return 0
        lengths.add(len(row))
        repeated = repeated or len(row) > len({*row})
    if len(lengths) > 1 and repeated:
        raise ValueError(f"lists of 0 and 1 of {min(lengths)} to {max(lengths)} values")
    return lengths.pop() if len(lengths) == 1 and min(lengths) > 1 else 0


def column_names(width: int) -> tuple[str, ...]:
    """Names of columns that have none: their numbers from 0, which sort in their order ("00", "01")."""
    digits = len(str(width - 1))
    return tuple(f"{column:0{digits}}" for column in range(width))


def names_of(row: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
    """The names of the columns in which a multi-hot row has 1."""
    return tuple(name for name, value in zip(names, row, strict=True) if value)
