"""Benchmarks are fetched only where the network is allowed, and only what is missing."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Any

import datasets
import pytest

from assay.benchmarks.suites.availability import read, task_states
from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.suites.fetch import fetch, fetch_training
from assay.benchmarks.tasks.data import LabelledData
from assay.encoding import TextTemplate
from assay.errors import EvaluationError
from assay.training.data.objectives import open_source
from assay.training.recipe.objective_spec import RegressionSpec
from small_tasks import papers, write_rows

FOS = task_named("scirepeval/fos")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What was asked of the library; its host is played by rows written here."""
    log: list[tuple[Any, ...]] = []

    def load(path: str, name: str, **given: Any) -> Any:
        log.append((path, name, given["split"], given["revision"], given["streaming"]))
        labels = [{"paper_id": f"p{k}", "label": [f"field {k % 2}"]} for k in range(8)]
        rows = papers() if given["split"] == "evaluation" else labels
        return datasets.Dataset.from_list(rows).to_iterable_dataset()

    monkeypatch.setattr(datasets, "load_dataset", load)
    return log


def test_without_leave_nothing_is_asked(tmp_path: Path, asked: list[tuple[Any, ...]]) -> None:
    with pytest.raises(EvaluationError, match=r"Allow the network, or put the files there yourself"):
        fetch(FOS, tmp_path)
    assert asked == []


def test_what_is_missing_is_fetched_and_can_be_read(tmp_path: Path, asked: list[tuple[Any, ...]]) -> None:
    write_rows(tmp_path / "scirepeval" / "fos" / "evaluation.jsonl", papers())
    written = fetch(FOS, tmp_path, allow_network=True)
    assert [path.relative_to(tmp_path).as_posix() for path in written] == [
        "scirepeval_test/fos/train.jsonl.gz",
        "scirepeval_test/fos/test.jsonl.gz",
    ]
    assert asked == [
        ("allenai/scirepeval_test", "fos", split, "refs/convert/parquet", True) for split in ("train", "test")
    ]
    data = read(FOS, tmp_path)
    assert isinstance(data, LabelledData)
    assert data.train[1] == ("p1", ("field 1",))
    assert [each.state for each in task_states(tmp_path, [FOS])] == ["present"]
    assert fetch(FOS, tmp_path) == ()


def test_what_models_learn_from_is_fetched_split_by_split(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub is played by Parquet in its own layout; what comes can be learned from as it lies."""
    hub = tmp_path / "hub"
    hub.mkdir()
    for split, rows in (("train", range(6)), ("validation", range(6, 9))):
        made = [{"title": f"T{n}", "abstract": f"a{n}", "log_citations": n / 2} for n in rows]
        datasets.Dataset.from_list(made).to_parquet(hub / f"{split}-00000-of-00001.parquet")
    real, asked = datasets.load_dataset, []

    def load(path: str, name: str, *, split: str, **given: Any) -> Any:
        asked.append((path, name, split, given["streaming"]))
        return real("parquet", data_files=str(hub / f"{split}-*.parquet"), split="train", streaming=True)

    monkeypatch.setattr(datasets, "load_dataset", load)
    with pytest.raises(EvaluationError, match="Allow the network"):
        fetch_training("cite_count", tmp_path)
    written = fetch_training("scirepeval/cite_count", tmp_path, allow_network=True)
    folder = tmp_path / "scirepeval" / "cite_count"
    assert [*written] == [folder / "train.jsonl.gz", folder / "validation.jsonl.gz"]
    assert asked == [("allenai/scirepeval", "cite_count", split, True) for split in ("train", "validation")]
    spec = RegressionSpec(path="cite_count", label="log_citations")
    source = open_source(spec, folder=folder.parent, seed=1, template=TextTemplate())
    assert (len(source.train), len(source.validation)) == (6, 3)
    assert fetch_training("cite_count", tmp_path) == ()
    with pytest.raises(EvaluationError, match="mesh_descriptors"):
        fetch_training("mesh", tmp_path)


def test_what_breaks_off_leaves_no_file(
    tmp_path: Path, asked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        yield {"doc_id": "p0"}
        raise OSError("the disk is dead")

    monkeypatch.setattr(datasets, "load_dataset", broken)
    with pytest.raises(EvaluationError, match=r"fos, evaluation: it cannot be fetched \(the disk is dead\)"):
        fetch(FOS, tmp_path, allow_network=True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("how", ["refused", "wrapped"])
def test_without_a_network_one_sentence_says_so(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def load(*_: Any, **__: Any) -> Any:
        logging.getLogger("huggingface_hub.utils._http").warning("Retrying in 1s [Retry 1/5].")
        try:
            raise ConnectionRefusedError("[Errno 111]")
        except ConnectionRefusedError as error:
            if how == "refused":
                raise
            raise ValueError("(MaxRetryError('HTTPSConnectionPool(host=..., port=443)'))") from error

    monkeypatch.setattr(datasets, "load_dataset", load)
    with pytest.raises(
        EvaluationError, match=r"the hub cannot be reached\. Check that this computer"
    ) as raised:
        fetch(FOS, tmp_path, allow_network=True)
    assert "Pool" not in str(raised.value)
    assert "Retrying" not in "".join(capfd.readouterr())
    assert logging.getLogger("huggingface_hub").level < logging.CRITICAL


def test_other_layouts_and_a_missing_library_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(EvaluationError, match=r"Assay cannot fetch it. 'MDCR' needs mdcr/mdcr_test_data"):
        fetch(task_named("mdcr"), tmp_path, allow_network=True)
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(EvaluationError, match=r"datasets, which is missing. .*extra bench, or download"):
        fetch(FOS, tmp_path, allow_network=True)
