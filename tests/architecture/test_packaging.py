"""What a user installs holds everything that the program opens at run time."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from assay.library.db.migrations import HEAD
from assay_desktop.text.guide import DOCUMENTS, PICTURES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel_names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = out.glob("*.whl")
    return zipfile.ZipFile(wheel).namelist()


def test_wheel_holds_every_source_file(wheel_names: list[str]) -> None:
    for part, package in (("core", "assay"), ("desktop", "assay_desktop"), ("resources", "assay_resources")):
        sources = {
            path.relative_to(ROOT / part).as_posix()
            for path in (ROOT / part / package).rglob("*.py")
            if "__pycache__" not in path.parts
        }
        assert sources
        assert sources <= set(wheel_names)


def test_wheel_holds_the_samples_and_the_migrations(wheel_names: list[str]) -> None:
    assert "assay_resources/samples/papers.jsonl" in wheel_names
    assert any(name.startswith(f"assay/library/db/migrations/versions/{HEAD}") for name in wheel_names)


def test_wheel_holds_the_languages(wheel_names: list[str]) -> None:
    assert "assay_resources/translations/assay_de.qm" in wheel_names


def test_wheel_holds_the_guide_of_the_docs(wheel_names: list[str]) -> None:
    guide = "assay_resources/guide"
    assert {f"{guide}/{name}" for name in DOCUMENTS} <= set(wheel_names)
    shown = {name for document in DOCUMENTS for name in re.findall(r"!\[[^\]]*\]\(([^)]*)\)", _doc(document))}
    packed = {
        name.removeprefix(f"{guide}/") for name in wheel_names if name.startswith(f"{guide}/{PICTURES}/")
    }
    assert shown == packed
    assert 1 <= len(shown) <= 8
    assert sum((ROOT / "docs" / name).stat().st_size for name in shown) < 1_000_000


def _doc(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_only_the_named_parts_stand_at_the_top_level() -> None:
    for part in ("core", "desktop", "resources"):
        assert not list((ROOT / part).glob("*.py")), (
            "each part holds one import package and nothing beside it"
        )
