"""The usual names, checked before anything is loaded, listed by help."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Assay = Callable[..., Any]

COMMANDS = (
    ("evaluate", "--beir", "{beir}"),
    ("model", "evaluate", "some-model", "--beir", "{beir}"),
    ("compare", "a.run", "b.run"),
    ("campaign", "evaluate", "mine"),
)


@pytest.fixture
def judged(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "qrels").write_text("q 0 a 2\nq 0 b 0\nq 0 c 1\nr 0 a 1\nr 0 b 0\n", encoding="utf-8")
    (tmp_path / "run").write_text(
        "q Q0 b 1 3 t\nq Q0 a 2 2 t\nq Q0 x 3 1 t\nr Q0 a 1 1 t\n", encoding="utf-8"
    )
    return tmp_path / "qrels", tmp_path / "run"


def test_the_measures_and_their_other_names_have_these_values(
    assay: Assay, judged: tuple[Path, Path]
) -> None:
    """By hand. q: b0, a2, x-, with c1 not found; r: a1."""
    qrels, run = judged
    expected = {
        "Success@1": ("Success@1", (0 + 1) / 2),
        "Success@2": ("Success@2", 1.0),
        "ERR": ("ERR", (1 / 2 * 3 / 4 + 1 / 4) / 2),
        "RBP(p=0.5)": ("RBP(p=0.5)", (0.5 * 0.5 + 0.5) / 2),
        "RBP": ("RBP(p=0.8)", (0.2 * 0.8 + 0.2) / 2),
        "Rprec": ("Rprec", (1 / 2 + 1) / 2),
        "Bpref": ("Bpref", ((1 - 1 / 1) / 2 + 1) / 2),
        "MAP": ("AP", (1 / 2 / 2 + 1) / 2),
        "MRR": ("RR", (1 / 2 + 1) / 2),
        "Recall@2": ("R@2", (1 / 2 + 1) / 2),
    }
    options = [option for name in expected for option in ("-m", name)]
    found = assay("evaluate", "--qrels", qrels, "--run", run, *options, "--json")
    assert found.status == 0, found.err
    assert found.payload["mean"] == pytest.approx(dict(expected.values()))
    compared = assay("compare", run, run, "--qrels", qrels, "-m", "MAP", "--json")
    assert compared.payload["measure"] == "AP"
    assert compared.payload["mean_a"] == pytest.approx(0.625)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_wrong_measure_is_refused_before_a_model_or_torch_is_loaded(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "set").mkdir()
    given = [part.format(beir=tmp_path / "set") for part in command]
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['torch', 'transformers', 'sentence_transformers']))\n"
        "import assay.cli\n"
        f"assay.cli.main(['--library', {str(tmp_path / 'library')!r}, *{given!r}, '-m', 'nDGC@10'])"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "There is no measure 'nDGC@10'. Did you mean nDCG@10?" in done.stderr
    assert not (tmp_path / "library").exists()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_lists_the_measures(command: tuple[str, ...], assay: Assay) -> None:
    words = [word for word in command[:2] if word.isalpha()]
    shown = " ".join(assay(*words, "--help").out.split())
    for name in ("nDCG@k", "AP (MAP)", "RR (MRR)", "Recall@k", "Success@k", "ERR", "RBP", "Rprec", "Bpref"):
        assert name in shown, (words, name)
