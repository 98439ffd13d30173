"""Training from the command line: what it answers, how it stops, and what it does not need."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from torch.distributed import TCPStore

from assay.library import Library
from assay.training.recipe.recipe_file import parse_recipe
from small_models import small_model

Assay = Callable[..., Any]

WORDS = ["bees", "nest", "bats", "moths", "sleep", "of", "the", "hunt", "and", "a", "winter", "dance"]
RECIPE = """
name = "small cropping"
base = "{base}"
device = "cpu"
max_length = 32
[[stages]]
batch_size = 4
gradient_accumulation_steps = 1
max_steps = {steps}
[stages.stopping]
interval = 2
patience = 0
[[stages.objectives]]
kind = "cropping"
path = "papers.tsv"
"""


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_model(tmp_path_factory.mktemp("train-commands"))


@pytest.fixture
def recipe(tmp_path: Path, base: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Writes a recipe beside its data."""
    monkeypatch.setenv("ASSAY_MODELS", str(tmp_path / "models"))
    rows = [
        f"{WORDS[n % 12]} {WORDS[n % 7]} {n}\t{' '.join(WORDS[(n * k) % 12] for k in range(1, 25))}\n"
        for n in range(40)
    ]
    (tmp_path / "papers.tsv").write_text("".join(rows), encoding="utf-8")

    def write(text: str = RECIPE, *, steps: int = 3) -> Path:
        path = tmp_path / "recipe.toml"
        path.write_text(text.format(base=base, steps=steps), encoding="utf-8")
        return path

    return write


def test_a_recipe_becomes_a_model_that_is_listed_and_can_be_promoted(
    assay: Assay, recipe: Callable[..., Path], tmp_path: Path
) -> None:
    answer = assay("train", recipe(), "--json", "--name", "nests")
    assert answer.status == 0, answer.err
    done = answer.payload
    assert done["status"] == "finished"
    assert done["model_id"].startswith("nests-")
    assert Path(done["run"]).parent == tmp_path / "library" / "training"
    assert [stage["steps"] for stage in done["stages"]] == [3]
    listed = assay("models", "--json").payload["models"]
    assert listed[0]["id"] == done["model_id"]
    promote = ("model", "promote", done["model_id"])
    assert assay(*promote).status == 2  # there is no library whose model it could be
    Library.open(tmp_path / "library").close()
    assert assay(*promote).status == 0
    runs = assay("runs", "list", "--json").payload["runs"]
    assert [(run["state"], run["step"]) for run in runs] == [("finished", 3)]
    shown = assay("runs", "show", "small-cropping", "--json")
    assert shown.status == 2  # the run is called after the name that was given
    shown = assay("runs", "show", "nests", "--json").payload
    assert parse_recipe(shown["recipe"]).name == "nests"
    assert [point["step"] for point in shown["validations"]] == [0, 2, 3]


def test_a_dry_run_says_what_it_takes_and_trains_nothing(
    assay: Assay, recipe: Callable[..., Path], tmp_path: Path
) -> None:
    found = assay("train", recipe(), "--dry-run", "--json").payload
    (stage,) = found["stages"]
    assert (stage["steps"], stage["objectives"][0]["n_train"]) == (3, 36)
    assert not (tmp_path / "library").exists()
    assert not (tmp_path / "models").exists()
    told = assay("train", recipe(), "--dry-run").out
    for word in ("36 examples", "4 held out", "query:", "positive:", "negative:", "memory"):
        assert word in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (RECIPE.replace("max_steps", "max_step"), "max_steps"),
        (RECIPE.replace("papers.tsv", "nowhere.tsv"), "nowhere.tsv"),
        (RECIPE.replace("{base}", "/nowhere/at/all"), "/nowhere/at/all"),
        (RECIPE.replace('device = "cpu"', 'device = "cuda:99"'), "cuda:99"),
        ("name = ", "TOML"),
    ],
)
def test_what_cannot_be_trained_is_refused_with_status_2(
    assay: Assay, recipe: Callable[..., Path], tmp_path: Path, text: str, said: str
) -> None:
    answer = assay("train", recipe(text), "--json", "--out", tmp_path / "run")
    assert answer.status == 2
    assert said in answer.payload["error"]["message"]
    assert not (tmp_path / "run" / "model").exists()
    assert not (tmp_path / "models").exists()


def test_a_recipe_that_is_not_there_is_refused(assay: Assay, tmp_path: Path) -> None:
    answer = assay("train", tmp_path / "none.toml")
    assert answer.status == 2
    assert "none.toml" in answer.err
    assert assay("train", tmp_path / "none.toml", "--resume").status == 2


def test_a_folder_that_holds_a_run_is_not_trained_in_a_second_time(
    assay: Assay, recipe: Callable[..., Path], tmp_path: Path
) -> None:
    assert assay("train", recipe(), "--out", tmp_path / "run", "--no-add").status == 0
    before = (tmp_path / "run" / "card.json").read_bytes()
    answer = assay("train", recipe(), "--out", tmp_path / "run")
    assert answer.status == 2
    assert "holds a run already" in answer.err
    assert (tmp_path / "run" / "card.json").read_bytes() == before


def test_presets_are_listed_and_printed_as_recipes(assay: Assay) -> None:
    names = [row["name"] for row in assay("presets", "--json").payload["presets"]]
    assert {"zeta-paper", "zeta-released", "cropping-small", "judgements-small"} <= set(names)
    assert parse_recipe(assay("presets", "zeta-paper").out).name == "zeta-paper"
    refused = assay("presets", "zeta-papr")
    assert refused.status == 2
    assert "zeta-paper" in refused.err


def wait_for_step(process: subprocess.Popen[str]) -> None:
    """Reads lines of progress until the first step was made."""
    assert process.stderr is not None
    for line in process.stderr:
        if '"kind": "step"' in line:
            return
    raise AssertionError("no step was made")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGTERM to be polite with")
def test_a_polite_end_leaves_a_checkpoint_to_go_on_from(
    assay: Assay, start: Callable[..., subprocess.Popen[str]], recipe: Callable[..., Path], tmp_path: Path
) -> None:
    run = tmp_path / "run"
    given = ("train", str(recipe(steps=5000)), "--out", str(run), "--json", "--progress", "jsonl")
    process = start(tmp_path / "library", *given)
    wait_for_step(process)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(out)["error"]["kind"] == "Cancelled"
    assert list((run / "checkpoints").iterdir())
    (listed,) = assay("runs", "list", "--in", tmp_path, "--json").payload["runs"]
    assert listed["state"] == "cancelled"
    assert not (tmp_path / "models").exists()


def test_a_run_is_paused_and_cancelled_by_other_commands_and_resumed(
    assay: Assay, start: Callable[..., subprocess.Popen[str]], recipe: Callable[..., Path], tmp_path: Path
) -> None:
    run = tmp_path / "run"
    process = start(
        tmp_path / "library", "train", str(recipe(steps=5000)), "--out", str(run), "--progress", "jsonl"
    )
    wait_for_step(process)
    assert assay("runs", "pause", run).status == 0
    wait_until(lambda: state(assay, run) == "paused")
    assert assay("runs", "resume", run).status == 0
    wait_until(lambda: state(assay, run) == "running")
    assert process.stdin is not None
    process.stdin.write("cancel\n")
    process.stdin.flush()
    process.communicate(timeout=60)
    assert process.returncode == 130
    refused = assay("runs", "pause", run)
    assert refused.status == 2
    assert "No training is running" in refused.err


def state(assay: Assay, run: Path) -> str:
    return str(assay("runs", "show", run, "--json").payload["state"])


def wait_until(holds: Callable[[], bool], *, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_sweep_and_a_table_answer_and_are_written(
    assay: Assay, recipe: Callable[..., Path], tmp_path: Path, base: Path
) -> None:
    second = RECIPE + '[[stages.objectives]]\nkind = "cropping"\npath = "papers.tsv"\nname = "again"\n'
    swept = assay(
        "sweep", recipe(second, steps=1), "--shares", "0,100", "--out", tmp_path / "sweep", "--json"
    )
    assert swept.status == 0, swept.err
    assert [row["share"] for row in swept.payload["rows"]] == [0, 100]
    assert json.loads((tmp_path / "sweep" / "sweep.json").read_text(encoding="utf-8")) == swept.payload
    assert assay("sweep", recipe(second), "--shares", "x", "--out", tmp_path / "sweep").status == 2
    data = tmp_path / "data"
    (data / "independent-cropping").mkdir(parents=True)
    nothing = assay("replicate", "--table", 4, "--data", data, "--out", tmp_path / "rep", "--base", base)
    assert nothing.status == 2
    assert "ICrop → InPars: absent" in nothing.out
    assert (tmp_path / "rep" / "table-4-small.md").read_text(encoding="utf-8") == nothing.out


def test_training_needs_neither_window_nor_index_nor_database(
    recipe: Callable[..., Path], tmp_path: Path
) -> None:
    blocked = ("PySide6", "faiss", "tantivy", "sqlalchemy", "alembic", "psycopg", "sqlite3", "pandas",
               "pytrec_eval", "pyqtgraph", "assay_desktop", "datasets", "accelerate", "peft")  # fmt: skip
    code = f"""
import importlib.metadata, sys
sys.modules.update(dict.fromkeys({blocked!r}))
known = importlib.metadata.metadata
def metadata(name):  # sentence-transformers asks what is installed, and imports that
    if name in {blocked!r}:
        raise importlib.metadata.PackageNotFoundError(name)
    return known(name)
importlib.metadata.metadata = metadata
import assay.cli
assay.cli.main(['--library', {str(tmp_path / "library")!r}, 'train', {str(recipe())!r}, '--json'])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert json.loads(done.stdout)["model_id"].startswith("small-cropping-")


def test_two_processes_train_together_on_the_same_command(
    start: Callable[..., subprocess.Popen[str]],
    recipe: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the environment that `torchrun --nproc_per_node=2` gives its processes, and with its store."""
    store = TCPStore("127.0.0.1", 0, is_master=True, wait_for_workers=False)
    launched = {
        "WORLD_SIZE": "2",
        "LOCAL_WORLD_SIZE": "2",
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(store.port),
        "TORCHELASTIC_USE_AGENT_STORE": "True",
        "TORCHELASTIC_RESTART_COUNT": "0",
    }
    given = ["train", str(recipe()), "--out", str(tmp_path / "run"), "--json"]
    both = []
    for rank in "01":
        for name, value in {**launched, "RANK": rank, "LOCAL_RANK": rank}.items():
            monkeypatch.setenv(name, value)
        both.append(start(tmp_path / "library", *given))
    said = [process.communicate(timeout=120) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    (answer,) = [json.loads(line) for out, _ in said for line in out.splitlines() if line.startswith("{")]
    card = json.loads((tmp_path / "run" / "card.json").read_text(encoding="utf-8"))
    assert card["world"] == 2
    assert [stage["examples"] for stage in card["stages"]] == [3 * 4 * 2]
    assert answer["model_id"].endswith(card["fingerprint"][:8])
