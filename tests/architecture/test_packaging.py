"""What a user installs holds everything that the program opens at run time."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
from readme_renderer import markdown

from assay import __version__
from assay.library.db.migrations import HEAD
from assay_desktop.text.guide import DOCUMENTS, PICTURES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (path,) = out.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def wheel_names(wheel: zipfile.ZipFile) -> list[str]:
    return wheel.namelist()


@pytest.fixture(scope="module")
def metadata(wheel: zipfile.ZipFile) -> Message:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_bytes(wheel.read(name))


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
    assert "assay_resources/translations/assay_de.ts" in wheel_names


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


def test_the_wheel_says_whose_it_is_and_under_which_licence(
    wheel_names: list[str], metadata: Message
) -> None:
    assert (metadata["Name"], metadata["Version"]) == ("assay-workbench", __version__)
    assert (metadata["License-Expression"], metadata["Author"]) == ("Apache-2.0", "The Assay maintainers")
    packed = {name.rpartition("/")[2] for name in wheel_names if "/licenses/" in name}
    assert packed == {"LICENSE", "NOTICE"}
    assert f"version: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## [{__version__}] - " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_package_page_renders_and_links_to_nothing_that_is_not_there(metadata: Message) -> None:
    payload = metadata.get_payload(decode=True)
    assert isinstance(payload, bytes)
    page = markdown.render(payload.decode())
    assert page is not None
    assert re.search(r"<h2[^>]*>Two commands", page)
    assert "make run" in page
    linked = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert not [link for link in linked if not link.startswith(("http", "#"))]


def test_only_the_named_parts_stand_at_the_top_level() -> None:
    for part in ("core", "desktop", "resources"):
        assert not list((ROOT / part).glob("*.py")), (
            "each part holds one import package and nothing beside it"
        )
