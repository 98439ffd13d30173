"""The documentation site is built whole from the pages and the program, and needs no network to be read."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.main import get_group

from assay.cli import app
from assay.training.recipe.objective_spec import OBJECTIVES, keys_of

pytestmark = pytest.mark.docs
DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def site(once: Callable[[str, Callable[[Path], object]], Path]) -> Path:
    """The whole site, built as `make docs` builds it: a warning is an error."""
    return once("site", _build) / "html"


def _build(out: Path) -> None:
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-n", "-b", "html", "-j", "2"]
    made = subprocess.run(
        [*build, "-d", str(out / "doctrees"), str(DOCS), str(out / "html")],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert made.returncode == 0, made.stderr


def words(page: Path) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))


def test_every_command_is_in_the_reference(site: Path) -> None:
    shown = "\n".join(words(page) for page in (site / "reference" / "commands").glob("*.html"))
    for name, each in get_group(app).commands.items():
        if not each.hidden:
            paths = [f"{name} {inner}" for inner in each.commands] if hasattr(each, "commands") else [name]
            assert [path for path in paths if f"assay {path} [OPTIONS]" not in shown] == [], name
    assert "--unlike-text TEXT[:WEIGHT]" in shown
    assert "What papers should not be about; repeatable." in shown


def test_every_key_of_a_recipe_is_in_the_reference(site: Path) -> None:
    shown = words(site / "reference" / "recipes.html")
    for kind in OBJECTIVES:
        assert f'kind = "{kind}"' in shown
        assert [
            key for key in keys_of(kind) if not re.search(rf"^{key}( = | \(required\))", shown, re.M)
        ] == []
    assert "gradient_accumulation_steps = 2" in shown


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"(?:https?:)?//[^\"]*", text)
        assert loaded == [], page.name
    styles = "".join(each.read_text(encoding="utf-8") for each in site.rglob("*.css"))
    assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", styles)
    assert (site / "searchindex.js").is_file()
