"""What a limit leaves of labelled rows: every label keeps its share, as scikit-learn's own split does it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from sklearn.model_selection import train_test_split

from assay.encoding import TextTemplate
from assay.training.data.examples import Labelled
from assay.training.data.objectives import open_source
from assay.training.data.objectives.labelled import by_class, by_labels, in_proportion
from assay.training.recipe.objective_spec import ClassificationSpec

NAMES = tuple("abcdefgh")


def rng(seed: int = 42) -> np.random.Generator:
    return np.random.default_rng(seed)


def several(n: int, *, seed: int = 1) -> list[tuple[str, ...]]:
    """Labels of very different frequency, some of which go together; a few rows have none."""
    drawn = rng(seed).random((n, len(NAMES)))
    shares = 0.4 / 2.0 ** np.arange(len(NAMES))
    has = drawn < shares
    has[:, 3] |= has[:, 2] & (drawn[:, 3] < 0.5)
    return [tuple(name for name, own in zip(NAMES, row, strict=True) if own) for row in has.tolist()]


def counted(labels: Sequence[Sequence[str]], rows: Sequence[int]) -> Counter[str]:
    return Counter(name for row in rows for name in labels[row])


@pytest.mark.parametrize("n", [20, 57, 333, 990])
def test_classes_keep_their_shares_as_in_scikit_learn_s_split(n: int) -> None:
    classes = rng(3).choice(list("vwxyz"), size=1000, p=[0.5, 0.25, 0.15, 0.07, 0.03]).tolist()
    theirs, _ = train_test_split(range(1000), train_size=n, stratify=classes, random_state=42)
    ours = by_class(classes, n, rng())
    assert len({*ours.tolist()}) == n
    assert sorted(ours.tolist()) == ours.tolist()
    found, expected = (Counter(classes[row] for row in rows) for rows in (ours.tolist(), theirs))
    assert all(abs(found[name] - expected[name]) <= 1 for name in "vwxyz")  # both round, ties by chance


def test_a_class_of_one_row_and_more_classes_than_rows_are_no_error() -> None:
    """Where scikit-learn refuses to split."""
    assert len(by_class([*"aaaaaaaaa", "b"], 5, rng())) == 5
    assert len(by_class([f"c{n}" for n in range(50)], 7, rng())) == 7
    chosen = Counter(int(row) for seed in range(400) for row in by_class(list("abcd"), 2, rng(seed)))
    assert all(abs(count - 200) < 60 for count in chosen.values())  # six deviations of a coin


def test_the_first_step_of_iterative_stratification_by_hand() -> None:
    """Two rows have the rare label: one goes to each half; of the common one's six, three then do."""
    labels = [("rare", "common"), ("rare",), *[("common",)] * 5]
    for seed in range(10):
        rows = by_labels([*labels, ()], 4, rng(seed)).tolist()
        assert counted([*labels, ()], rows) == {"rare": 1, "common": 3}
        assert len(rows) == 4


def test_one_seed_gives_one_part_and_another_seed_another() -> None:
    for labels in (several(300), [(name,) for name in rng(2).choice(list("xyz"), 300)]):
        one, again, other = (in_proportion(labels, 40, rng(seed)).tolist() for seed in (1, 1, 2))
        assert one == again
        assert one != other


@pytest.mark.parametrize("multi_label", [False, True])
def test_a_limit_keeps_the_shares_of_a_classification_and_so_does_that_of_validation(
    tmp_path: Path, multi_label: bool
) -> None:
    """One row in ten is of the rare class: of 40 and 20 rows, four and two, whatever the seed."""
    folder = tmp_path / "task"
    folder.mkdir()
    for name, size in (("train", 200), ("dev", 100)):
        rows = [
            {"title": f"{name} {n}", "label": [own] if multi_label else own}
            for n, own in enumerate(["rare" if n % 10 == 3 else "common" for n in range(size)])
        ]
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    for seed in range(5):
        spec = ClassificationSpec(
            path="task",
            label="label",
            multi_label=multi_label,
            limit=40,
            validation_limit=20,
        )
        source = open_source(spec, folder=tmp_path, seed=seed, template=TextTemplate())
        train = [source.train.example(n, 0) for n in range(len(source.train))]
        assert (len(train), len(source.validation)) == (40, 20)
        assert source.task is not None
        place = source.task.labels.index("rare")
        rare: object = (place,) if multi_label else place
        for examples, expected in ((train, 4), (source.validation, 2)):
            assert sum(isinstance(one, Labelled) and one.target == rare for one in examples) == expected
        assert source.facts.left_out["examples beyond limit"] == 160


def test_a_label_that_only_rows_beyond_the_limit_have_is_known(tmp_path: Path) -> None:
    rows = [{"title": f"paper {n}", "label": "rare" if n == 150 else f"c{n % 2}"} for n in range(200)]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "a.jsonl").write_text(text, encoding="utf-8")
    spec = ClassificationSpec(path="a.jsonl", label="label", limit=20)
    source = open_source(spec, folder=tmp_path, seed=1, template=TextTemplate())
    assert source.task is not None
    assert source.task.labels == ("c0", "c1", "rare")
