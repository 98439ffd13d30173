"""What each variant costs: parameters, time of training, time of encoding (SciRepEval, tables 4 and 5).

Where the user gives neither papers nor tasks to time variants with, they are those of the sample library.
"""

from __future__ import annotations

import importlib.resources
import json
import logging
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast, get_args

from assay.benchmarks.tasks.rows import field_text, read_papers
from assay.encoding.devices import claim_cores, resolve_device
from assay.encoding.formats import TextTemplate
from assay.encoding.model_files.folder import find_folder
from assay.encoding.multiformat.folder import (
    is_multiformat,
    load_base,
    read_folder,
    save_model,
    transformer_of,
)
from assay.encoding.multiformat.spec import Variant
from assay.encoding.multiformat.timing import FormatPasses, format_passes
from assay.errors import AssayError, BadInput
from assay.files import temporary_folder
from assay.location import Location
from assay.progress import Progress, silent
from assay.table import Cell, Table
from assay.training.recipe.recipe import Formats, Recipe
from assay.training.recipe.recipe_file import recipe_of
from assay.training_runs.runs import base_folder, estimate_recipe

ENSEMBLE = "ensemble"
MEMBERS = ("codes", "adapters")
UNIT = "codes"
PLAIN = "cls"
DEFAULT_VARIANTS = ("cls", "codes", "adapters", "fusion", "pals", "probes", "pools", "wide", ENSEMBLE)
PAPER_TRAINING: Mapping[str, float] = {
    "codes": 1.0, "pals": 1.42, "adapters": 0.96, "fusion": 1.32, ENSEMBLE: 1.96,
}  # fmt: skip
PAPER_ENCODING: Mapping[str, float] = {
    "codes": 1.0, "pals": 1.29, "adapters": 1.05, "fusion": 1.69, ENSEMBLE: 2.05,
}  # fmt: skip
"""SciRepEval's times, control codes being 1."""

_HELD = {"validation": 0.1, "validation_limit": 4}

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class VariantCost:
    """One variant. Seconds are medians over the turns; None where it could not be measured."""

    variant: str
    parameters: int | None  # of a format, the most
    step: float | None  # seconds a step of the recipe, all its stages one after the other
    one: float | None  # seconds for every text's vector of one format
    together: float | None  # seconds for every text's vectors of all formats
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Efficiency:
    """All variants over one base, on one device."""

    base: str
    device: str
    n_texts: int
    tokens: float  # of a text, on average
    rows: tuple[VariantCost, ...]

    def relative(self, row: VariantCost, key: str, *, to: str = UNIT) -> float | None:
        """`step`, `one` or `together` over another variant's pass or step."""
        unit = next((each for each in self.rows if each.variant == to), None)
        own = getattr(row, key)
        of = None if unit is None else unit.step if key == "step" else unit.one
        return None if own is None or not of else float(own / of)


def efficiency(
    recipe: Recipe,
    variants: Sequence[str],
    texts: Sequence[str],
    *,
    folder: Path,
    library: Location,
    turns: int = 3,
    progress: Progress = silent,
) -> Efficiency:
    """Measure variants over the recipe's base, by turns, after one turn that warms up.

    Training is timed by the recipe with its variant changed, and the base frozen or not as is usual for it;
    encoding over `texts`. "adapters:2" has them in the top two layers. The ensemble is its members' sum. Of a
    recipe that begins from a model with formats, the base of that is meant.
    Raises BadInput for an unknown variant, ModelError for a base that does not load, and Cancelled; what
    fails in training one variant alone is its row's.
    """
    chosen = list(dict.fromkeys([PLAIN, UNIT, *variants]))
    measured = [name for name in chosen if name != ENSEMBLE]
    if ENSEMBLE in chosen:
        measured = list(dict.fromkeys([*measured, *MEMBERS]))
    device = resolve_device(recipe.device)
    claim_cores()
    base = base_folder(recipe.base, folder=folder) or find_folder(recipe.base, allow_network=False)
    if is_multiformat(base):
        found = read_folder(base)
        base = found.base_folder
        recipe = replace(recipe, base=str(base.resolve()))
    with temporary_folder("assay-efficiency") as place:
        work = _Measuring(recipe, base, place, folder, library, turns, progress)
        work.write_words(texts)
        formats = {name: work.formats_of(name) for name in measured}
        passes = work.passes(formats, texts, device)
        encoding = work.encoding_seconds(passes)
        training, reasons = work.training_seconds(formats)
    rows = {
        name: VariantCost(
            name,
            max(passes[name].parameters.values()),
            training.get(name),
            encoding[name, "one"],
            encoding[name, "together"],
            reasons.get(name, ""),
        )
        for name in measured
    }
    if ENSEMBLE in chosen:
        rows[ENSEMBLE] = _summed([rows[name] for name in MEMBERS])
    tokens = passes[UNIT].tokens
    return Efficiency(recipe.base, device, len(texts), tokens, tuple(rows[name] for name in chosen))


@dataclass(frozen=True, slots=True)
class _Measuring:
    """What all measurements share."""

    recipe: Recipe
    base: Path
    place: Path  # for models that are needed meanwhile
    folder: Path
    library: Location
    turns: int
    progress: Progress

    def formats_of(self, name: str) -> Formats:
        """Return the recipe's [formats], of another variant. Raises BadInput for an unknown one."""
        variant, _, top = name.partition(":")
        if variant not in get_args(Variant) or (
            top and not (top.isdigit() and variant in ("adapters", "fusion"))
        ):
            raise BadInput(
                "There is no variant '{0}'. There are {1}, and adapters:2 for the top two layers.",
                name,
                ", ".join((*get_args(Variant), ENSEMBLE)),
            )
        given = self.recipe.formats
        layers = int(top) if top else given.layers
        changed = replace(given, variant="cls", base="auto", adapters="", words="", layers=layers)
        if variant == "wide":
            return replace(changed, variant="wide", words=given.words or str(self._words))
        if variant != "fusion":
            return replace(changed, variant=cast("Variant", variant))
        return replace(changed, variant="fusion", adapters=str(self._adapters(changed)))

    @property
    def _words(self) -> Path:
        return self.place / "words.jsonl"

    def write_words(self, texts: Sequence[str]) -> None:
        """Write the texts that a wide model weighs words by, if the recipe has none; not part of the time."""
        rows = [json.dumps({"title": text}) + "\n" for text in (*texts, *texts)]  # one text is too few
        self._words.write_text("".join(rows), encoding="utf-8")

    def _adapters(self, given: Formats) -> Path:
        """Adapters that have not learned, for a fusion to stand on."""
        place = self.place / f"adapters-{given.layers}"
        spec = replace(given, variant="adapters").spec
        model = load_base(transformer_of(self.base), spec)
        save_model(model, place, base=self.recipe.base, base_folder=self.base, trained_base=True)
        return place

    def passes(
        self, formats: Mapping[str, Formats], texts: Sequence[str], device: str
    ) -> dict[str, FormatPasses]:
        transformer = transformer_of(self.base)
        length = self.recipe.max_length
        return {
            name: format_passes(transformer, own.spec, texts, max_length=length, device=device)
            for name, own in formats.items()
        }

    def encoding_seconds(self, passes: Mapping[str, FormatPasses]) -> dict[tuple[str, str], float]:
        """(variant, "one" or "together") -> median seconds."""
        work = {(name, key): getattr(own, key) for name, own in passes.items() for key in ("one", "together")}
        seconds: dict[tuple[str, str], list[float]] = {key: [] for key in work}
        for turn in range(self.turns + 1):
            for done, (key, run) in enumerate(work.items()):
                self.progress("encoding", turn * len(work) + done, (self.turns + 1) * len(work))
                started = time.perf_counter()
                run()
                if turn:
                    seconds[key].append(time.perf_counter() - started)
        logger.info("timed %d passes", len(work) * (self.turns + 1))
        return {key: statistics.median(values) for key, values in seconds.items()}

    def training_seconds(self, formats: Mapping[str, Formats]) -> tuple[dict[str, float], dict[str, str]]:
        """variant -> median seconds a step; variant -> why it could not be trained."""
        seconds: dict[str, list[float]] = {}
        reasons: dict[str, str] = {}
        for turn in range(self.turns):
            for done, (name, own) in enumerate(formats.items()):
                self.progress("training", turn * len(formats) + done, self.turns * len(formats))
                if name in reasons:
                    continue
                try:
                    found = estimate_recipe(
                        replace(self.recipe, formats=own), folder=self.folder, library=self.library
                    )
                except AssayError as error:
                    reasons[name] = str(error)
                    continue
                seconds.setdefault(name, []).append(sum(stage.seconds_per_step for stage in found.stages))
        return {name: statistics.median(values) for name, values in seconds.items()}, reasons


def _summed(members: Sequence[VariantCost]) -> VariantCost:
    """Add up the cost of two models that both learn and both read."""

    def total(key: str) -> float | None:
        values = [getattr(member, key) for member in members]
        return None if None in values else sum(values)

    parameters = total("parameters")
    return VariantCost(
        ENSEMBLE,
        None if parameters is None else int(parameters),
        total("step"),
        total("one"),
        total("together"),
        "; ".join(filter(None, (member.reason for member in members))),
    )


def efficiency_table(found: Efficiency) -> Table:
    """Rows are variants; times stand next to the paper's, control codes being 1."""
    plain = {row.variant: found.relative(row, "together", to=PLAIN) for row in found.rows}
    rows: list[tuple[Cell, ...]] = [
        (
            row.variant,
            "" if row.parameters is None else f"{row.parameters:,}",
            row.step,
            found.relative(row, "step"),
            PAPER_TRAINING.get(row.variant),
            row.one,
            found.relative(row, "one"),
            PAPER_ENCODING.get(row.variant),
            plain[row.variant],
        )
        for row in found.rows
    ]
    measured = (
        f"{found.base} on {found.device}; {found.n_texts} texts of {found.tokens:.0f} tokens on average"
    )
    published = (
        "Published are SciRepEval's, of BERT-base on its own machine. The last column is the time for all "
        "vectors of a text, in passes of the variant cls (one vector for all)."
    )
    notes = [
        f"{measured}; medians of turns. Parts have not learned: time alone is measured.",
        "The ensemble is the sum of codes and adapters. A fusion's parameters are without its adapters'.",
        published,
        *(f"{row.variant}: not trained. {row.reason}" for row in found.rows if row.reason),
    ]
    headings = (
        "Variant",
        "Parameters a format",
        "Seconds a step",
        "Training, codes = 1",
        "published",
        "Seconds a pass",
        "Encoding, codes = 1",
        "published",
        "All formats, in passes",
    )
    return Table(f"What formats cost over {found.base}", headings, tuple(rows), tuple(notes))


# --- what is timed where the user gives nothing


def sample_texts(*, limit: int, template: TextTemplate) -> list[str]:
    """Title and abstract of the sample library's papers."""
    return [template.join(row["title"], row["abstract"]) for row in _papers()][:limit]


def texts_of(path: Path, *, limit: int, template: TextTemplate) -> list[str]:
    """Title and abstract of the first papers of a JSON Lines file. Raises EvaluationError."""
    texts = []
    for place, row in read_papers("papers", path):
        text = template.join(*(field_text(row, key, place) for key in ("title", "abstract")))
        if text:
            texts.append(text)
        if len(texts) == limit:
            break
    return texts


def sample_recipe(base: str, place: Path, *, device: str) -> Recipe:
    """A task of each format on the sample papers, written to `place`: for times alone, it teaches nothing.

    A step has 16 examples, four of each task.
    """
    papers = list(_papers())
    rows = [{**paper, "part": str(n % 4), "number": float(n % 7)} for n, paper in enumerate(papers)]
    pairs = [
        {"query": paper["title"], "positive": paper["abstract"], "negative": papers[n - 1]["abstract"]}
        for n, paper in enumerate(papers)
    ]
    listed = [
        {"query": papers[n - 1], "candidates": [{**paper, "score": 1}, {**papers[n - 2], "score": 0}]}
        for n, paper in enumerate(papers)
    ]
    for name, table in (("papers", rows), ("pairs", pairs), ("asked", listed)):
        _write(place / f"{name}.jsonl", table)
    objectives: list[dict[str, object]] = [
        {"kind": "classification", "path": "papers.jsonl", "label": "part"},
        {"kind": "regression", "path": "papers.jsonl", "label": "number"},
        {"kind": "candidates", "path": "asked.jsonl"},
        {"kind": "pairs", "path": "pairs.jsonl"},
    ]
    stage = {
        "mixing": "tasks",
        "batch_size": 16,
        "gradient_accumulation_steps": 1,
        "max_steps": 10,
        "loss": {"kind": "triplet"},
        "objectives": [{**each, **_HELD} for each in objectives],
    }
    made: dict[str, object] = {
        "name": "sample",
        "base": base,
        "device": device,
        "formats": {"variant": "codes"},
        "stages": [stage],
    }
    return recipe_of(made)


def _papers() -> Iterator[dict[str, str]]:
    file = importlib.resources.files("assay_resources") / "samples" / "papers.jsonl"
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield {"title": row["title"], "abstract": row["abstract"]}


def _write(path: Path, rows: list[Any]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
