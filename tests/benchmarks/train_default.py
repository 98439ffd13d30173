"""Trains the model that ships and compares it with its base, on papers that it was not taught.

    python tests/benchmarks/train_default.py OUT

The objectives and the tests are those of `default_data`. Every text goes through the base once: the vectors
of a wide model and of its base come of one pass, and what was read is kept in OUT. Searches and links are
ranked among all papers of their collection and compared query by query (paired randomisation, Holm); labels
are learned by linear probes (SciRepEval's, with an intercept) from all training papers, and from 300.
OUT/report.md says what came out; OUT/run/model is the model, to be copied to
resources/assay_resources/models/assay-papers. About an hour and a half on two cores.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from default_data import DefaultData, default_data
from public_sets import shared_data

from assay.encoding.batching import token_budget_batches
from assay.encoding.bert import Bert
from assay.encoding.bert_sentence import bert_shape, load_tensors, load_tokenizer, padded, token_ids
from assay.encoding.formats import TextTemplate
from assay.encoding.model_files import DEFAULT_MODEL, find_folder
from assay.encoding.multiformat.folder import one_pass_heads, read_folder
from assay.encoding.parallel import compute_batches
from assay.evaluation import compare, evaluate
from assay.evaluation.compare import Comparison, holm
from assay.evaluation.tasks import (
    EvaluationTask,
    RankedData,
    Scoring,
    TaskVectors,
    read_data,
    read_tasks,
    score_task,
)
from assay.training.kept_pools import KeptPools, text_key
from assay.training.recipe_file import read_recipe
from assay.types import Run, TaskFormat, Vectors
from assay.workspace.training_runs import trained_once

LENGTH = 512
DEPTH = 100
AT_ONCE = 500


def main() -> None:
    """Trains, measures, and writes OUT/report.md."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out.resolve()
    made = default_data(shared_data(), out)
    model = _trained(made, out)
    reader = OnePass(model, out / "pools")
    rows = [row for task in read_tasks(made.tasks) for row in _compared(task, reader)]
    report = _report(made, rows)
    (out / "report.md").write_text(report, encoding="utf-8")
    print(report)


def _trained(made: DefaultData, out: Path) -> Path:
    recipe = find_folder(DEFAULT_MODEL, allow_network=False) / "recipe.toml"
    shutil.copyfile(recipe, made.folder / "recipe.toml")
    done = trained_once(
        read_recipe(made.folder / "recipe.toml"),
        out=out / "run",
        folder=made.folder,
        library=out / "no-library",
        add=False,
    )
    if done.model is None:
        sys.exit(f"{done.status}: {done.reason}")
    return done.model


class OnePass:
    """The vectors of a wide model and of its base, each text read once."""

    def __init__(self, model: Path, kept: Path) -> None:
        found = read_folder(model)
        shape = bert_shape(found.transformer)
        self._bert = Bert(load_tensors(found.transformer), shape, device="cpu")
        self._tokenizer = load_tokenizer(found.transformer, LENGTH)
        self._heads = one_pass_heads(
            found, dim=self._bert.dim, layers=shape.layers, words=len(self._bert.words)
        ).eval()
        self._kept = KeptPools(kept, layers=shape.layers, dim=self._bert.dim)

    def vectors(self, texts: Sequence[str], formats: Sequence[TaskFormat]) -> list[Vectors]:
        """The base's (n, 384), then for each of the formats (n, 512)."""
        import torch

        ids = token_ids(self._tokenizer, texts)
        self._read(ids)
        found: list[list[Vectors]] = [[] for _ in range(len(formats) + 1)]
        with torch.inference_mode():
            for at in range(0, len(ids), AT_ONCE):
                some = ids[at : at + AT_ONCE]
                pools = torch.from_numpy(self._kept.get([text_key(row.astype(np.int64)) for row in some]))
                lengths = torch.tensor([len(row) for row in some])
                sketch = torch.cat(
                    [
                        self._heads.sketch(torch.from_numpy(padded([row])), lengths[place : place + 1])
                        for place, row in enumerate(some)
                    ]
                )
                found[0].append(torch.nn.functional.normalize(pools[:, -1], dim=1).numpy())
                for place, each in enumerate(formats, start=1):
                    found[place].append(self._heads.vector(pools, sketch, each).numpy())
        return [np.concatenate(part) for part in found]

    def _read(self, ids: Sequence[np.ndarray]) -> None:
        import torch

        from assay.encoding.multiformat.modules.pools import mean_pool

        keys = [text_key(row.astype(np.int64)) for row in ids]
        new = [row for row, key in enumerate(keys) if key not in self._kept]
        lengths = np.array([len(ids[row]) for row in new], dtype=np.int64)

        def pools(rows: np.ndarray) -> Vectors:
            seen: list[torch.Tensor] = []
            counts = torch.from_numpy(lengths[rows])
            with torch.inference_mode():
                tokens = torch.from_numpy(padded([ids[new[row]] for row in rows]))
                self._bert.hidden(tokens, counts, see=lambda x: seen.append(mean_pool(x, counts)))
                return torch.stack(seen, dim=1).numpy()

        compute_batches(
            token_budget_batches(lengths, budget=1024),
            pools,
            lambda rows, read: self._kept.add([keys[new[row]] for row in rows], read),
            workers=2,
        )


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the report: base and model, in percent."""

    task: str
    what: str
    measure: str
    base: float
    model: float
    test: Comparison | None = None


def _compared(task: EvaluationTask, reader: OnePass) -> list[Row]:
    data = read_data(task)
    asked, papers = task.formats
    template = TextTemplate()

    def texts(of: Mapping[str, tuple[str, ...]]) -> list[str]:
        return [template.join(*fields) for fields in of.values()]

    base, own = reader.vectors(texts(data.papers), [papers])
    base_queries, own_queries = (
        reader.vectors(texts(data.queries), [asked]) if data.queries else (base[:0], own[:0])
    )
    print(f"{task.name}: {len(base)} papers", flush=True)
    scoring = Scoring(intercept=True, similarity="cosine")
    both = [(base, base_queries), (own, own_queries)]
    if isinstance(data, RankedData) and task.candidates == "all":
        return [_ranked(task.name, task.group, data, both)]
    scores = [score_task(task, data, TaskVectors(*each), scoring=scoring) for each in both]
    rows = []
    for metric in scores[0].complete:
        rows.append(Row(task.name, task.group, metric, *(score.complete[metric] for score in scores)))
        for size in scores[0].few_shot:
            few = [score.few_shot[size][metric] for score in scores]
            rows.append(Row(task.name, task.group, f"{metric}, {size} labels", *few))
    return rows


def _ranked(name: str, group: str, data: RankedData, both: Sequence[tuple[Vectors, Vectors]]) -> Row:
    ids = list(data.papers)
    queries = list(data.queries) or [query for query in data.qrels if query in data.papers]
    selves = {} if data.queries else {query: query for query in queries}
    places = [ids.index(query) for query in queries] if selves else []
    runs = [
        _run(queries, (papers[places] if selves else asked), ids, papers, data.qrels)
        for papers, asked in both
    ]
    qrels = {query: data.qrels[query] for query in queries if query in data.qrels}
    found = compare(qrels, *runs, "nDCG@10", exclude_self=selves)
    checked = evaluate(qrels, runs[1], ["nDCG@10"], exclude_self=selves).mean["nDCG@10"]
    assert abs(checked - found.mean_b) < 1e-9
    return Row(name, group, "nDCG@10", 100 * found.mean_a, 100 * found.mean_b, found)


def _run(queries: Sequence[str], asked: Vectors, ids: Sequence[str], papers: Vectors, qrels: object) -> Run:
    scaled = papers / np.linalg.norm(papers, axis=1, keepdims=True)
    scores = asked @ scaled.T  # (q, d) @ (d, n)
    top = np.argsort(-scores, axis=1, kind="stable")[:, : DEPTH + 1]
    return {
        query: {ids[place]: float(scores[row, place]) for place in top[row]}
        for row, query in enumerate(queries)
        if query in qrels
    }


def _report(made: DefaultData, rows: Sequence[Row]) -> str:
    tests = [row.test for row in rows if row.test is not None]
    corrected = dict(zip(map(id, tests), holm([test.p_randomisation for test in tests]), strict=True))
    lines = [
        f"{made.taught:,} papers taught, {made.barred:,} barred as papers of tests.",
        "",
        "| task | format | measure | all-MiniLM-L6-v2 | assay-papers | change | p | Holm |",
        "|---|---|---|---|---|---|---|---|",
    ]
    shown: Callable[[float], str] = "{:.2f}".format
    for row in rows:
        p = (
            ("", "")
            if row.test is None
            else (f"{row.test.p_randomisation:.4f}", f"{corrected[id(row.test)]:.4f}")
        )
        cells = (
            row.task, row.what, row.measure, shown(row.base), shown(row.model),
            f"{row.model - row.base:+.2f}", *p,
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
