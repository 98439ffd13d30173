"""Every kind of model leaves as a folder that plain sentence-transformers loads; vectors leave as files."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from huggingface_hub import ModelCard

from assay.encoding import FolderCache, HashingEncoder, load_encoder
from assay.encoding.coder.folder import write_coder
from assay.encoding.model_files.folder import find_folder
from assay.encoding.multiformat.folder import load_base, save_model, transformer_of
from assay.encoding.multiformat.spec import VARIANTS, FormatSpec
from assay.registry.loading import load_named
from assay.searching.vector_files import write_vectors
from assay.types import TaskFormat
from hub_adapters import write_adapter
from published_models import write_specter
from small_models import card_of, make_run, save_small_model, small_model

Assay = Callable[..., Any]
TEXTS = ["bees nest", "the bats and the moths [SEP] a", "a", " ".join(["the nest of bees"] * 40)]


@pytest.fixture(autouse=True)
def own_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bases")


def made(variant: str, place: Path, out: Path, *, trained_base: bool = False, layers: int = 0) -> Path:
    """A run of that variant with random parts."""
    base = small_model(place)
    torch.manual_seed(len(variant))
    spec = FormatSpec(
        variant,
        layers=layers,
        reduction=4,
        pal_width=12,
        pal_heads=3,
        pool_width=8,
        own_width=16,
        pooling="mean",
    )  # type: ignore[arg-type]
    model = load_base(transformer_of(base), spec)
    with torch.no_grad():
        for name, weights in model.named_parameters():
            if trained_base or not name.startswith("base."):
                weights.add_(torch.randn_like(weights) * 0.2)
    save_model(model, out / "model-files", base=str(base), base_folder=base, trained_base=trained_base)
    return make_run(
        out / f"run-{variant}", out / "model-files", card_of(variant, max_length=20, dim=model.dim)
    )


def plain_vectors(jobs: Sequence[tuple[Path, Sequence[str], bool, str]]) -> list[dict[str, Any]]:
    """What sentence-transformers computes of (folder, tasks, trust, argument) without Assay."""
    script = """
import json, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "assay":
            raise ImportError("Assay is not installed")
sys.meta_path.insert(0, Blocked())
from sentence_transformers import SentenceTransformer
jobs, texts = json.loads(sys.argv[1])
answers = []
for folder, tasks, trust, named in jobs:
    model = SentenceTransformer(folder, device="cpu", local_files_only=True, trust_remote_code=trust)
    found = {task: model.encode(texts, batch_size=3, **{named: task}).tolist() for task in tasks}
    found["encode"] = model.encode(texts).tolist()
    found["query"] = model.encode_query(texts).tolist()
    found["document"] = model.encode_document(texts).tolist()
    found["dim"] = model.get_embedding_dimension()
    answers.append(found)
print(json.dumps(answers))
"""
    given = json.dumps([[(str(folder), *rest) for folder, *rest in jobs], TEXTS])
    done = subprocess.run([sys.executable, "-c", script, given], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return list(json.loads(done.stdout.splitlines()[-1]))


def assert_same_vectors(exported: Sequence[tuple[str, Path, dict[str, Any]]]) -> None:
    """In every format of each (model, folder, answer of the command), and by the ways that a search takes."""
    encoders = [load_named(model, device="cpu") for model, _, _ in exported]
    jobs = [
        (
            folder,
            sorted(encoder.formats) if "for a format" in answer["loads_with"] else [],
            bool(answer["code"]),
            "task" if "task=" in answer["loads_with"] else "prompt_name",
        )
        for encoder, (_, folder, answer) in zip(encoders, exported, strict=True)
    ]
    places = [folder / "sentence_transformers" / "CLF" for _, folder, _ in exported]
    alone = [row for row in zip(encoders, places, strict=True) if (row[1] / "modules.json").is_file()]
    answers = plain_vectors([*jobs, *((folder, [], False, "task") for _, folder in alone)])
    for (encoder, _), found in zip(alone, answers[len(jobs) :], strict=True):
        own = encoder.encode(TEXTS, format=TaskFormat.CLF)
        np.testing.assert_allclose(found["encode"], own, atol=1e-5, err_msg="one format's folder")
    assert len(alone) == 2, "the models with adapters, which are a model for each format"
    for encoder, job, found in zip(encoders, jobs, answers[: len(jobs)], strict=True):
        ways = {"encode": TaskFormat.PRX, "document": TaskFormat.PRX, "query": TaskFormat.QRY}
        ways |= {task: TaskFormat(task) for task in job[1]}
        for way, each in ways.items():
            if each in encoder.formats:
                own = encoder.encode(TEXTS, format=each)
                np.testing.assert_allclose(found[way], own, atol=1e-5, err_msg=f"{way} of {job[0]}")
        assert found["dim"] == encoder.dim


Exported = list[tuple[str, Path, dict[str, Any]]]


def exported_task_formats(assay: Assay, place: Path, tmp_path: Path) -> Exported:
    exported: Exported = []
    for n, variant in enumerate([*sorted(VARIANTS), "cls", "adapters"]):
        folder = tmp_path / f"{n}-{variant}"
        run = made(variant, place, folder, trained_base=n % 2 == 0, layers=n % 2)
        card = assay("model", "add", run, "--json").payload
        answer = assay("model", "export", card["model_id"], folder / "out", "--json").payload
        assert bool(answer["code"]) == (variant not in {"cls", "codes", "adapters"})
        assert answer["loads_with"] in (folder / "out" / "README.md").read_text()
        exported.append((card["model_id"], folder / "out", answer))
        # Assay runs no code of it, and its vectors serve the same indexes.
        again = assay("model", "add", folder / "out", "--name", "again", "--json").payload
        assert again["fingerprint"] == card["fingerprint"]
        own, other = (
            load_encoder(str(each), device="cpu", max_length=20) for each in (folder / "out", run / "model")
        )
        assert own.fingerprint(TaskFormat.PRX) == other.fingerprint(TaskFormat.PRX)
    return exported


def test_next_to_assay_no_code_of_the_folder_is_run(assay: Assay, tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    from assay.encoding.multiformat.modules.exported import AssayModel

    out = tmp_path / "out"
    shown = assay("model", "export", "assay-papers", out).out
    assert "SentenceTransformer(modules=[AssayModel.load(PATH)])" in " ".join(shown.split())
    (out / "assay_model.py").write_text("raise SystemExit('it ran')", "utf-8")
    model = SentenceTransformer(modules=[AssayModel.load(str(out))], device="cpu")
    encoder = load_named("assay-papers", device="cpu")
    for each in encoder.formats:
        own = encoder.encode(TEXTS, format=each)
        np.testing.assert_allclose(model.encode(TEXTS, task=str(each)), own, atol=1e-5, err_msg=each)


def exported_of_other_kinds(assay: Assay, place: Path, tmp_path: Path) -> Exported:
    """Packaged models, ensembles, adapters and tuned queries."""
    ids = [
        assay("model", "add", made(variant, place, tmp_path / variant), "--json").payload["model_id"]
        for variant in ("codes", "pools")
    ]
    base = write_specter(tmp_path / "specter2_base")
    prx, qry = (write_adapter(tmp_path / f"[{name}]", layers=3, base="specter2") for name in ("PRX", "QRY"))
    wide = find_folder("assay-papers", allow_network=False)
    queries = save_small_model(tmp_path / "asked", seed=2)
    write_coder(tmp_path / "plain", documents="mine", documents_folder=small_model(place), queries=queries)
    write_coder(tmp_path / "wide", documents="assay-papers", documents_folder=wide, queries=wide)
    tuned = [
        assay(
            "model",
            "add",
            make_run(tmp_path / f"run-{name}", tmp_path / name, card_of(name, max_length=20, dim=dim)),
            "--json",
        ).payload["model_id"]
        for name, dim in (("plain", 32), ("wide", 640))
    ]
    models = {
        "assay-papers": True,
        "all-MiniLM-L6-v2": False,
        **{
            assay("model", "ensemble", *ids, "--how", how, "--json").payload["model_id"]: True
            for how in ("mean", "concat")
        },
        assay("model", "adapters", base, "--prx", prx, "--qry", qry, "--json").payload["model_id"]: False,
        tuned[0]: False,
        tuned[1]: True,
    }
    exported: Exported = []
    for model, has_code in models.items():
        answer = assay("model", "export", model, tmp_path / "out" / model, "--json").payload
        assert bool(answer["code"]) == has_code
        exported.append((model, tmp_path / "out" / model, answer))
    shown = assay("model", "export", "assay-papers", tmp_path / "again").out
    assert "trust_remote_code=True" in shown
    assert "assay_model.py" in shown
    facts = ModelCard.load(tmp_path / "again" / "README.md").data
    assert (facts.license, facts.license_name, facts.license_link) == (
        "other",
        "assay-papers-license",
        "LICENSE",
    )
    assert not (wide / "modules.json").exists()
    return exported


def test_models_of_every_kind_are_exported_with_their_vectors(
    assay: Assay, place: Path, tmp_path: Path
) -> None:
    for name in ("formats", "others"):
        (tmp_path / name).mkdir()
    formats = exported_task_formats(assay, place, tmp_path / "formats")
    assert_same_vectors([*formats, *exported_of_other_kinds(assay, place, tmp_path / "others")])


# --- assay encode


def test_vectors_of_papers_are_written_beside_their_ids(
    assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    import pyarrow.parquet as pq

    rows = [json.loads(line) for line in papers_file.read_text().splitlines()]
    encoder = load_named("hashing")
    expected = encoder.encode(
        [encoder.template.join(row["title"], row["text"]) for row in rows], format=TaskFormat.PRX
    )
    out = tmp_path / "vectors.npy"
    answer = assay("encode", papers_file, "--model", "hashing", "--out", out, "--json")
    assert answer.status == 0, answer.err
    assert (answer.payload["rows"], answer.payload["dim"], answer.payload["format"]) == (8, 64, "PRX")
    np.testing.assert_array_equal(np.load(out, allow_pickle=False), expected)
    assert (tmp_path / "vectors.ids.txt").read_text().splitlines() == [row["_id"] for row in rows]
    table = tmp_path / "vectors.parquet"
    assert assay("encode", papers_file, "--model", "hashing", "--format", "clf", "--out", table).status == 0
    held = pq.read_table(table).to_pydict()
    assert held["id"] == [row["_id"] for row in rows]
    np.testing.assert_array_equal(np.array(held["vector"], dtype=np.float32), expected)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_queries_are_encoded_as_queries(assay: Assay, queries_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "queries.npy"
    assert assay("encode", queries_file, "--model", "hashing", "--format", "QRY", "--out", out).status == 0
    expected = load_named("hashing").encode(
        ["bees deciding on a nest", "bats and moths"], format=TaskFormat.QRY
    )
    np.testing.assert_array_equal(np.load(out), expected)
    assert (tmp_path / "queries.ids.txt").read_text() == "q1\nq2\n"


def test_nothing_is_overwritten_and_bad_input_is_named(
    assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "vectors.npy"
    call = ("encode", papers_file, "--model", "hashing", "--out")
    assert assay(*call, out).status == 0
    before = out.read_bytes()
    out.with_suffix(".ids.txt").write_text("mine")
    assert "--force" in assay(*call, out).err
    assert out.read_bytes() == before
    assert assay(*call, out, "--force").status == 0
    assert out.with_suffix(".ids.txt").read_text().splitlines()[0] != "mine"
    assert "must end in .npy or .parquet" in assay(*call, tmp_path / "x.csv").err
    assert "There is no folder" in assay(*call, tmp_path / "no" / "x.npy").err
    assert "There is no file" in assay("encode", tmp_path / "nothing", "--out", tmp_path / "y.npy").err
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    refused = assay("encode", empty, "--model", "hashing", "--out", tmp_path / "y.npy")
    assert refused.status == 2
    assert not (tmp_path / "y.npy").exists()


def test_a_long_file_is_worked_through_in_parts(
    assay: Assay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "many.jsonl"
    rows = [{"_id": f"p{n}", "title": f"paper {n}", "text": f"of words {n % 7}"} for n in range(2500)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    sizes: list[int] = []
    encode = HashingEncoder.encode

    def counted(self: Any, texts: Sequence[str], **more: Any) -> Any:
        sizes.append(len(texts))
        return encode(self, texts, **more)

    monkeypatch.setattr(HashingEncoder, "encode", counted)
    done: list[int] = []
    cache = FolderCache(tmp_path / "cache")
    found = [
        write_vectors(
            path,
            tmp_path / "v.npy",
            HashingEncoder(),
            format=TaskFormat.PRX,
            cache=cache,
            overwrite=True,
            progress=lambda _stage, n, _total, _item=None: done.append(n),
        )
        for _ in range(2)
    ]
    assert max(sizes) <= 1024
    assert sum(sizes) == 2500
    assert np.load(tmp_path / "v.npy").shape == (2500, 64)
    assert done[: done.index(2500)] == sorted(done[: done.index(2500)])
    assert [made.encoded for made in found] == [2500, 0]  # a stopped call goes on
