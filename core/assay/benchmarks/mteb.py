"""The way to MTEB and back: a model of Assay as its encoder, and results in its files."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assay.benchmarks.results import TaskResult
from assay.benchmarks.suites.describe import every_task
from assay.codec import from_json, to_json
from assay.encoding import Encoder, by_product
from assay.errors import BadInput
from assay.files import require_writable
from assay.index.rows import unit_rows
from assay.models.scores import write_whole
from assay.registry.loading import load_named
from assay.types import TaskFormat, Vectors

OURS = "assay"
"""The owner of a model in MTEB's names, and the key under which a file has the whole result."""
_NAMES = {"ndcg_cut": "ndcg_at", "map_cut": "map_at", "recall": "recall_at", "P": "precision_at"}
_WHOLE_NAMES = {"f1_macro": "f1", "f1": "f1_binary"}
_KNOWN = {
    "ndcg_at_10": "ndcg_cut_10",
    "recall_at_100": "recall_100",
    "accuracy": "accuracy",
    "f1": "f1_macro",
}
"""MTEB's measure -> ours: what is read of a file that others wrote."""


class MtebEncoder:
    """A model of Assay for `mteb.evaluate`; its `EncoderProtocol`.

    Queries are encoded in the format QRY and documents in PRX; without a prompt type, what is classified in
    CLF, what is regressed in RGN, and all else in PRX. Title and body are joined as the model learned it.
    """

    def __init__(
        self, model: str | Encoder, revision: str | None = None, *, device: str | None = None
    ) -> None:
        """`model` is loaded, or named as `--model` names it. Raises ModelError for one that is not here."""
        self.encoder = load_named(model, device=device or "auto") if isinstance(model, str) else model
        self._revision = revision

    @property
    def mteb_model_meta(self) -> object:
        """What MTEB writes of the model. Raises BadInput without the extra `bench`."""
        try:
            meta = importlib.import_module("mteb.models.model_meta").ModelMeta
        except ImportError as error:
            raise BadInput("mteb is missing.", advice="Install Assay with the extra `bench`.") from error
        revision = self._revision or self.encoder.fingerprint(TaskFormat.PRX)
        name = f"{OURS}/{Path(self.encoder.name).name}"
        facts = {"name": name, "revision": revision, "embed_dim": self.encoder.dim}
        meets = "dot" if by_product(self.encoder) else "cosine"
        return meta.create_empty({**facts, "framework": ["PyTorch"], "similarity_fn_name": meets})

    def encode(
        self,
        inputs: Iterable[Mapping[str, Sequence[str]]],
        *,
        task_metadata: object = None,
        prompt_type: object = None,
        **_: object,
    ) -> Vectors:
        """Return a vector (n, dim) a text of MTEB's batches, in their order."""
        kind = str(getattr(task_metadata, "type", ""))
        side = str(getattr(prompt_type, "value", prompt_type))
        wanted = {"query": TaskFormat.QRY, "document": TaskFormat.PRX}.get(side)
        if wanted is None:
            wanted = TaskFormat.CLF if "lassification" in kind else TaskFormat.PRX
            wanted = TaskFormat.RGN if kind == "Regression" else wanted
        texts = [text for batch in inputs for text in self._texts(batch)]
        return self.encoder.encode(texts, format=wanted if wanted in self.encoder.formats else TaskFormat.PRX)

    def _texts(self, batch: Mapping[str, Sequence[str]]) -> Iterable[str]:
        template = self.encoder.template
        if "body" in batch:  # documents; MTEB joins the two by a space in "text"
            titles = batch.get("title") or [""] * len(batch["body"])
            return map(template.join, titles, batch["body"])
        return map(template.query_text, batch["text"])

    def similarity(self, embeddings1: Vectors, embeddings2: Vectors) -> Vectors:
        """Return (n, m) cosines of all pairs, or the products that the model ranks by, as searches do."""
        return np.asarray(self._rows(embeddings1) @ self._rows(embeddings2).T)

    def similarity_pairwise(self, embeddings1: Vectors, embeddings2: Vectors) -> Vectors:
        """Return (n,) of each pair, as `similarity`."""
        return np.asarray((self._rows(embeddings1) * self._rows(embeddings2)).sum(axis=1))

    def _rows(self, vectors: Vectors) -> Vectors:
        return unit_rows(np.asarray(vectors), dim=self.encoder.dim, scaled=not by_product(self.encoder))


def write_results(results: Iterable[TaskResult], folder: Path, *, overwrite: bool = False) -> int:
    """Write each score as MTEB does, FOLDER/assay__SYSTEM/REVISION/TASK.json, and return how many.

    Shares stand for percent. MTEB reads them, and `read_results` gives the same results back. Raises BadInput
    for a file that is there, EvaluationError where the disk refuses it.
    """
    texts = {}
    for result in (result for result in results if result.scored):
        task = (result.name or result.task).removesuffix(" (BEIR)")
        scores = {_theirs(metric): value / 100 for metric, value in result.values.items()}
        main = next(iter(scores.values()), 0.0)
        row = {
            "dataset_revision": result.conditions.data or "local",
            "task_name": task,
            "mteb_version": None,
            "scores": {
                "test": [
                    {**scores, "main_score": main, "hf_subset": "default", "languages": ["eng-Latn"],
                     OURS: to_json(result)}
                ]
            },
            "evaluation_time": result.cost.encoding_s + result.cost.scoring_s,
            "kg_co2_emissions": None,
        }  # fmt: skip
        place = folder / f"{OURS}__{_file(result.system)}" / _file(result.conditions.model or "local")
        texts[place / f"{_file(task)}.json"] = json.dumps(row, ensure_ascii=False, indent=1, allow_nan=False)
    require_writable(*texts, overwrite=overwrite)
    for path, text in texts.items():
        write_whole(path, text + "\n", overwrite=overwrite)
    return len(texts)


def read_results(folder: Path) -> tuple[TaskResult, ...]:
    """Return the results in MTEB's files below a folder, of any program: of several languages their mean.

    Raises BadInput for a folder without any.
    """
    found = []
    for path in sorted(folder.rglob("*.json")):
        try:
            row = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise BadInput("{0} cannot be read: {1}.", path, error) from error
        if isinstance(row, dict) and "task_name" in row:
            found.append(_result(from_json(row, _File, what=str(path)), path))
    if not found:
        raise BadInput("{0} has no results of MTEB.", folder)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _File:
    """What is read of a file of MTEB: split -> a row of scores for each subset, such as a language."""

    task_name: str
    scores: Mapping[str, Sequence[Mapping[str, object]]]


def _result(file: _File, path: Path) -> TaskResult:
    rows = [*file.scores.get("test", ())]
    if len(rows) == 1 and OURS in rows[0]:
        return from_json(rows[0][OURS], TaskResult, what=f"{path} is of another version of Assay")
    is_known = any(row.keys() & _KNOWN.keys() for row in rows)
    columns = _KNOWN if is_known else {"main_score": "main_score"}
    values = {}
    for theirs, ours in columns.items():
        given = [value for row in rows if isinstance(value := row.get(theirs), int | float)]
        if given and len(given) == len(rows):
            values[ours] = 100 * sum(given) / len(given)
    if not values:
        raise BadInput("{0} has no score of a test split.", path)
    words = f"beir/{file.task_name}".casefold().replace("-", "")
    known = next((task for task in every_task() if task.id.replace("-", "") == words), None)
    return TaskResult(
        task=known.id if known else f"mteb/{file.task_name}",
        system=path.parent.parent.name.replace("__", "/"),
        key=f"{path.parent.name}-{file.task_name}",
        name=file.task_name,
        group=known.group if known else "CLF" if "accuracy" in values else "SRCH",
        values=values,
        complete=values,
    )


def _theirs(metric: str) -> str:
    name, _, cutoff = metric.rpartition("_")
    return f"{_NAMES[name]}_{cutoff}" if name in _NAMES else _WHOLE_NAMES.get(metric, metric)


def _file(name: str) -> str:
    return re.sub(r"[^\w.+-]+", "-", name).strip(".-") or "unnamed"
