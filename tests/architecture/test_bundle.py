"""What bundles are made of. Making one takes minutes: `resources/bundle/check.py` tries what came of it."""

from __future__ import annotations

import configparser
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from assay import __version__
from assay.interpreter import python

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "resources" / "bundle"
TYPES = {"text/x-bibtex": {"*.bib", "*.bibtex"}, "application/x-research-info-systems": {"*.ris"}}


def started(*words: str, given: str = "") -> str:
    """What the bundle's program prints, as its children are started with `words`."""
    command = [sys.executable, str(BUNDLE / "start.py"), *words]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def test_the_program_is_the_command_line_and_the_python_of_its_children() -> None:
    version = f"assay {__version__}\n"
    assert started("--version") == version
    assert started(*python("-m", "assay", "--version")[1:]) == version
    assert (
        started(*python("-c", "import sys; print(sys.argv)", "a", "-P", "b")[1:])
        == "['-c', 'a', '-P', 'b']\n"
    )
    limits = '{"seconds": 5, "megabytes": 500, "pages": 5, "characters": 500}'
    reader = python("-m", "assay.pdf.process.worker", limits)[1:]
    assert "no such file" in started(*reader, given='{"path": "/no.pdf"}\n').lower()
    with pytest.raises(subprocess.CalledProcessError):
        started("-m", "no_such_module")


def test_the_menu_entry_opens_the_types_that_the_package_makes_known() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(BUNDLE / "assay.desktop", encoding="utf-8")
    desktop = entry["Desktop Entry"]
    assert (desktop["Exec"], desktop["Icon"]) == ("assay desktop %F", "assay")
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    known = {
        kind.attrib["type"]: {glob.attrib["pattern"] for glob in kind.iter(f"{space}glob")}
        for kind in ET.parse(BUNDLE / "assay-mime.xml").iter(f"{space}mime-type")
    }
    assert known == TYPES
    assert {*desktop["MimeType"].strip(";").split(";")} == {*TYPES, "application/pdf"}


def test_the_spec_is_python_and_names_files_that_are_there() -> None:
    spec = (BUNDLE / "assay.spec").read_text(encoding="utf-8")
    compile(spec, "assay.spec", "exec")
    for name in ("start.py", "assay.png"):
        assert f'"{name}"' in spec
        assert (BUNDLE / name).is_file()


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="needs Debian's dpkg-deb")
def test_a_debian_package_has_the_program_the_menu_entry_and_the_licence(tmp_path: Path) -> None:
    folder = tmp_path / "assay"
    folder.mkdir()
    (folder / "assay").write_text("#!/bin/sh\n")
    command = ["bash", str(BUNDLE / "make_deb.sh"), str(folder), __version__, str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    (package,) = tmp_path.glob("*.deb")
    listed = subprocess.run(["dpkg-deb", "-c", package], check=True, capture_output=True, text=True).stdout
    for name in (
        "/usr/bin/assay -> ../lib/assay-workbench/assay",
        "/usr/lib/assay-workbench/assay",
        "/usr/share/applications/assay.desktop",
        "/usr/share/icons/hicolor/scalable/apps/assay.svg",
        "/usr/share/mime/packages/assay.xml",
        "/usr/share/doc/assay-workbench/LICENSE",
    ):
        assert f".{name}\n" in listed
