"""The tutorials of the docs: what they tell people to type, typed in that order on the sample library."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from forking import Forking

pytestmark = pytest.mark.docs
TUTORIALS = Path(__file__).resolve().parents[3] / "docs" / "tutorials"

SMALLER = """assay goals search > search.toml
sed -i -e 's/^batch_size.*/batch_size = 2/' -e 's/^max_steps.*/max_steps = 2/' -e 's/^epochs.*/epochs = 0/' \\
    -e 's/^interval.*/interval = 2/' -e 's/^max_length.*/max_length = 16/' search.toml
"""
"""The recipe of the tutorial, whose ten minutes become seconds."""


def typed(name: str) -> str:
    """All blocks of a tutorial as one script, which ends at the first command that fails."""
    text = (TUTORIALS / name).read_text(encoding="utf-8")
    script = "\n".join(re.findall(r"^```sh\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE))
    assert "assay goals search > search.toml\n" in script or name != "training-by-goal.md"
    script = script.replace("assay goals search > search.toml\n", SMALLER)
    return "set -eu\nset -o pipefail\n" + script.replace(
        " MODEL", ' "$(assay models | grep -o "search-by-query-[0-9a-f]*")"'
    )


def run(name: str, folder: Path, forking: Forking) -> str:
    (programs := folder / "bin").mkdir()
    forking.script(programs)
    ran = subprocess.run(
        ["bash", "-c", typed(name)],
        cwd=folder,
        env={**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def test_the_first_ten_minutes_search_grade_and_compare(tmp_path: Path, forking: Forking) -> None:
    said = run("first-ten-minutes.md", tmp_path, forking)
    assert "35, 35 of them judged" in said
    assert "Contrastive Learning with Hard Negative Samples" in said
    assert "undone: q4 guo2020accelerating" in said
    assert re.search(r"difference \+0\.0\d+, 95 % interval \[-0", said), (
        "the tutorial's lesson: no difference is proved"
    )
    assert len((tmp_path / "my.qrels").read_text(encoding="utf-8").splitlines()) == 549


def test_a_team_judges_agrees_and_releases(tmp_path: Path, forking: Forking, sample: Path) -> None:
    shutil.copytree(sample, tmp_path / "team-library")  # the other tutorial makes its own
    said = run("judging-as-a-team.md", tmp_path, forking)
    assert "raw agreement 0.7500, Krippendorff's ordinal alpha 0.7900" in said
    assert "release 1: 4 judgements (0/1/2: 1/2/1), adjudicated" in said
    assert {"card.md", "corpus.jsonl", "qrels"} <= {
        each.name for each in (tmp_path / "second-stage-v1").iterdir()
    }


@pytest.mark.soak  # a minute; the same steps have their own tests
def test_a_goal_is_trained_compared_promoted_and_rolled_back(tmp_path: Path, forking: Forking) -> None:
    said = run("training-by-goal.md", tmp_path, forking)
    assert "28 examples, 7 held out" in said
    assert "search stays as it is" in said


@pytest.mark.parametrize("name", sorted(path.name for path in TUTORIALS.glob("*.md")))
def test_each_tutorial_is_run_by_a_test_of_its_own(name: str) -> None:
    assert f'run("{name}"' in Path(__file__).read_text(encoding="utf-8")
