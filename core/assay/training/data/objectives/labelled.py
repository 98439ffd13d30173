"""Texts with a label, several labels or a number: SciRepEval's classification and regression tasks.

JSON Lines in SciRepEval's form: a paper a row, and a key that holds what is to be said of it. The same rows
whatever the epoch; chance draws who validates, and which rows a limit keeps: of a classification so that each
label keeps its share, as SciRepEval does.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.encoding.formats import TextTemplate
from assay.messages import translatable
from assay.training.data.examples import Labelled, Source, Target, Task
from assay.training.data.holdout import drawn, source_rng
from assay.training.data.multi_hot import column_names, multi_hot_width, names_of
from assay.training.data.objectives.files import fault, read_lines, read_objects, text_of, train_and_dev
from assay.training.data.objectives.rows import BEYOND_LIMIT, OVER_LIMIT, parted, source_facts
from assay.training.data.objectives.texts import Texts, TextsWriter
from assay.training.recipe.objective_spec import ClassificationSpec, LabelledSpec, RegressionSpec, fields_read

LARGEST = 1e6
"""Of the numbers to be learned. As float32, where a loss is computed, larger ones lose their decimals, and
the squares of far larger ones are infinite; a head that begins near 0 is long on its way to such a number."""
_SEPARATED = re.compile(r"\s*[,;|]\s*")
NO_LABEL = translatable("papers without a label")


@dataclass(slots=True)
class LabelledTexts:
    """An `Objective`: example n is text and target n."""

    name: str
    texts: Texts
    numbers: npt.NDArray[np.int64]  # of the texts
    targets: Sequence[Target]

    def __len__(self) -> int:
        return len(self.numbers)

    def example(self, index: int, epoch: int) -> Labelled:  # noqa: ARG002 - the same in every epoch
        return Labelled(self.texts[int(self.numbers[index])], self.targets[index])


class _Rows:
    """What the files say: texts and raw labels, and where each stood."""

    def __init__(self) -> None:
        self.texts = TextsWriter()
        self.numbers: list[int] = []
        self.labels: list[Any] = []
        self.places: list[tuple[Path, int]] = []
        self.validates: list[bool] = []
        self.left_out: Counter[str] = Counter()
        self.multi_hot: list[bytes] | None = []  # of each row, as long as all rows are lists of 0 and 1

    def names(self, row: int) -> tuple[str, ...]:
        """Return the labels of a row of a classification."""
        label = self.labels[row]
        return label if isinstance(label, tuple) else (label,)


def open_labelled(spec: LabelledSpec, path: Path, *, seed: int, template: TextTemplate) -> Source:
    """Open one file, or train.jsonl and dev.jsonl of a folder. Raises RecipeError.

    A classification's labels are those of the file `labels`, else those that the training rows have; the
    labels of all other rows must be among them. Lists of 0 and 1 of one length are multi-hot: the places are
    the labels, in the order of the file `labels`. Equal texts stand on one side. Raises RecipeError for a
    label that is unknown or no number where one is needed, and where all examples have the same.
    """
    files = train_and_dev(path)
    read = _Rows()
    for file, validates in files.items():
        _take(file, spec, template, read, validates=validates)
    if not read.numbers:
        raise fault(path, 0, "no row has a '{0}' that says anything. Check the key in 'label'.", spec.label)
    given = _given_labels(spec, path) if isinstance(spec, ClassificationSpec) else []
    if _several(spec) and read.multi_hot:
        _name_columns(read, given, path)
    keys = [read.texts.key(number) for number in read.numbers]
    held = parted(spec, keys, read.validates, seed=seed, left_out=read.left_out)
    teaching, validating = np.flatnonzero(~held), np.flatnonzero(held)
    train = _kept(spec, read, teaching, spec.limit, source_rng(seed, spec.name, "limit"))
    read.left_out[OVER_LIMIT] += len(teaching) - len(train)
    rng = source_rng(seed, spec.name, "validation")
    checks = rng.permutation(_kept(spec, read, validating, spec.validation_limit, rng))
    read.left_out[BEYOND_LIMIT] += len(validating) - len(checks)
    _check_differ(spec, read, train, path)
    task = Task("number")
    if isinstance(spec, ClassificationSpec):
        names = given or sorted({one for row in teaching.tolist() for one in read.names(row)})
        task = Task("labels" if spec.multi_label else "class", tuple(names))
    targets = [_target(task, label, *place) for label, place in zip(read.labels, read.places, strict=True)]
    texts, numbers = read.texts.finish(), np.array(read.numbers, dtype=np.int64)
    learned = LabelledTexts(spec.name, texts, numbers[train], [targets[row] for row in train])
    checked = LabelledTexts(spec.name, texts, numbers[checks], [targets[row] for row in checks])
    facts = source_facts(
        spec, n_train=len(train), n_validation=len(checks), files=files, root=path, left_out=read.left_out
    )
    return Source(learned, tuple(checked.example(row, 0) for row in range(len(checked))), facts, task)


def _take(path: Path, spec: LabelledSpec, template: TextTemplate, read: _Rows, *, validates: bool) -> None:
    for line, row in read_objects(path):
        label = _label(row.get(spec.label), spec, path, line)
        if label is None:
            read.left_out[NO_LABEL] += 1
            continue
        read.numbers.append(
            read.texts.add(
                text_of(row, "title", read=fields_read(spec), template=template, place=(path, line))
            )
        )
        read.labels.append(label)
        if read.multi_hot is not None:
            values = row[spec.label]
            if isinstance(values, list) and all(value in (0, 1) for value in values):
                read.multi_hot.append(bytes(map(int, values)))
            else:
                read.multi_hot = None
        read.places.append((path, line))
        read.validates.append(validates)


def _label(value: object, spec: LabelledSpec, path: Path, line: int) -> Any:
    """Return a number, a name or a tuple of names; None where the row says none. Raises RecipeError."""
    if value is None or value == "":
        return None
    if isinstance(spec, RegressionSpec):
        try:
            number = float(value)  # type: ignore[arg-type]  # what is no number raises
        except (TypeError, ValueError):
            number = math.nan
        if not math.isfinite(number) or isinstance(value, bool):
            raise fault(
                path, line, "'{0}' is {1}, not a number. Correct the line.", spec.label, f"{value!r:.60}"
            )
        if abs(number) > LARGEST:
            raise fault(
                path,
                line,
                "'{0}' is {1}, and {2} is the largest number that is learned. Correct the line, "
                "or give all numbers in a larger unit, best in standard deviations from their "
                "mean.",
                spec.label,
                f"{value!r:.60}",
                f"{LARGEST:,.0f}",
            )
        return number
    several = _several(spec)
    if several and isinstance(value, str) and _SEPARATED.search(value):
        raise fault(
            path,
            line,
            "'{0}' is the one text {1}, and multi_label = true reads a JSON list: {2}. Write "
            "a list in each line; a label that has such a sign in it is a list of one.",
            spec.label,
            f"{value!r:.60}",
            f"{json.dumps(_SEPARATED.split(value.strip()), ensure_ascii=False):.80}",
        )
    listed = value if isinstance(value, list) else [value]
    names = tuple(dict.fromkeys(_name(one, spec, path, line) for one in listed))
    if several:
        return names
    if len(names) != 1:
        raise fault(
            path,
            line,
            "'{0}' holds {1} labels. Set multi_label = true, or leave one.",
            spec.label,
            len(names),
        )
    return names[0]


def _name(value: object, spec: LabelledSpec, path: Path, line: int) -> str:
    """A label as text. Raises RecipeError for what names nothing: a list or object, a number that is none."""
    name = str(value).strip() if isinstance(value, str | int | float) else ""
    if not name or (isinstance(value, float) and not math.isfinite(value)):
        raise fault(
            path,
            line,
            "'{0}' holds {1}, which is not a label. Correct the line.",
            spec.label,
            f"{value!r:.60}",
        )
    return name


def _several(spec: LabelledSpec) -> bool:
    """Return whether a text may have several labels."""
    return isinstance(spec, ClassificationSpec) and spec.multi_label


def _given_labels(spec: ClassificationSpec, path: Path) -> list[str]:
    """Those of the file that the recipe names, one a line; it lies next to the rows if not elsewhere."""
    if not spec.labels:
        return []
    named = Path(spec.labels).expanduser()
    root = path if path.is_dir() else path.parent
    file = named if named.is_absolute() else root / named
    labels = [text.strip() for _, text in read_lines(file)]
    if len({*labels}) < len(labels):
        raise fault(file, 0, "a label stands in it twice. Leave each once.")
    return labels


def _name_columns(read: _Rows, given: list[str], path: Path) -> None:
    """Replace the labels 0 and 1 of multi-hot rows by the names of the places that hold 1."""
    hot = read.multi_hot or []
    try:
        width = multi_hot_width(hot)
    except ValueError as error:
        raise fault(path, 0, "its labels are {0}. Each row must have one for every label.", error) from error
    if width and given and len(given) != width:
        raise fault(
            path,
            0,
            "its rows have 0 or 1 for {0} labels, and the file of labels names {1}.",
            width,
            len(given),
        )
    if width:
        names = given or column_names(width)
        read.labels = [names_of(row, names) for row in hot]


def _kept(
    spec: LabelledSpec, read: _Rows, rows: npt.NDArray[np.int64], limit: int, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Keep at most `limit` of the rows (0: all of them), in their order."""
    if isinstance(spec, RegressionSpec) or not 0 < limit < len(rows):
        return drawn(rows, limit, rng)
    return rows[in_proportion([read.names(row) for row in rows.tolist()], limit, rng)]


def _check_differ(spec: LabelledSpec, read: _Rows, train: npt.NDArray[np.int64], path: Path) -> None:
    """Raise RecipeError where all examples that teach have the same label, labels or number."""
    found = {read.labels[row] for row in train.tolist()}
    if len(found) > 1:
        return
    (only,) = found
    if isinstance(spec, RegressionSpec):
        shown, what = f"{only:g}", "number"
    else:
        shown, what = (", ".join(only), "set of labels") if _several(spec) else (only, "label")
    raise fault(
        path,
        0,
        "all {0} examples have one {1} in '{2}' ({3}): there is nothing to tell apart. "
        "Give others too, or leave the objective out.",
        len(train),
        what,
        spec.label,
        shown or "none",
    )


def _target(task: Task, label: Any, path: Path, line: int) -> Target:
    if task.kind == "number":
        return float(label)
    places = {name: place for place, name in enumerate(task.labels)}
    names = label if task.kind == "labels" else (label,)
    for name in names:
        if name not in places:
            raise fault(
                path,
                line,
                "the label {0} is not among the {1} that are learned. Add it to the file of "
                "labels, or take the line out.",
                repr(name),
                len(places),
            )
    if task.kind == "class":
        return places[label]
    return tuple(sorted(places[name] for name in names))


Rows = npt.NDArray[np.int64]


def in_proportion(labels: Sequence[Sequence[str]], n: int, rng: np.random.Generator) -> Rows:
    """`n` of the rows, in their order; 0 < n < len(labels). A row may have any number of labels."""
    if all(len(own) == 1 for own in labels):
        return by_class([own[0] for own in labels], n, rng)
    return by_labels(labels, n, rng)


def by_class(classes: Sequence[str], n: int, rng: np.random.Generator) -> Rows:
    """`n` rows, of each class its share, rounded by largest remainders, and by chance where those agree."""
    _, of_row, counts = np.unique(np.array(classes), return_inverse=True, return_counts=True)
    shares = n * counts / len(classes)
    taken = np.floor(shares).astype(np.int64)
    order = rng.permutation(len(counts))
    largest = order[np.argsort(taken[order] - shares[order], kind="stable")]
    taken[largest[: n - int(taken.sum())]] += 1
    chosen = [
        rng.permutation(np.flatnonzero(of_row == place))[:size] for place, size in enumerate(taken.tolist())
    ]
    return np.sort(np.concatenate(chosen))


def by_labels(labels: Sequence[Sequence[str]], n: int, rng: np.random.Generator) -> Rows:
    """`n` rows by iterative stratification (Sechidis, Tsoumakas and Vlahavas 2011, figure 1) into two parts.

    The label that the fewest rows are left of goes first: each of its rows goes to the part that lacks more
    of that label, or of rows; chance decides between equal ones. No part grows beyond its size.
    """
    share = n / len(labels)
    having = defaultdict[str, list[int]](list)
    for row in rng.permutation(len(labels)).tolist():
        for label in labels[row]:
            having[label].append(row)
    left = {label: len(rows) for label, rows in having.items()}
    wanted = {label: [share * count, (1 - share) * count] for label, count in left.items()}
    room = [n, len(labels) - n]
    part = np.full(len(labels), -1, dtype=np.int8)
    while left:
        rarest = min(left, key=lambda label: left[label])
        for row in having[rarest]:
            if part[row] >= 0:
                continue
            to = _part(wanted[rarest], room, rng)
            part[row] = to
            room[to] -= 1
            for label in labels[row]:
                wanted[label][to] -= 1
                left[label] -= 1
        left = {label: count for label, count in left.items() if count}
    rest = rng.permutation(np.flatnonzero(part < 0))  # rows without a label
    part[rest[: room[0]]] = 0
    return np.flatnonzero(part == 0)


def _part(wanted: Sequence[float], room: Sequence[int], rng: np.random.Generator) -> int:
    """0 or 1."""
    if not room[0] or not room[1]:
        return int(not room[0])
    for one, other in (wanted, room):
        if abs(one - other) > 1e-9:
            return int(other > one)
    return int(rng.integers(2))
