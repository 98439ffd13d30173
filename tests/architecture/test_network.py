"""Who may open a connection: the room of the look-ups, and nobody else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import assay
import assay_desktop

DOORS = {"socket", "http", "http.client", "urllib.request", "requests", "httpx", "ftplib", "smtplib",
         "PySide6.QtNetwork", "xmlrpc", "xmlrpc.client", "asyncio", "websockets", "aiohttp"}  # fmt: skip

WITHIN = {"training/runs/run_lock.py", "startup.py", "serving/judging/lane.py", "serving/judging/app.py"}
"""They ask for the machine's name, wake their own process, wait for their own threads, and listen on this
machine's own address: none leaves the machine."""

ASKED = {"workers/on_ray.py"}
"""It tries the address that the user typed after `--on`, before Ray does, which would try for minutes."""


def imported(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def test_only_the_look_ups_open_connections() -> None:
    for package in (assay, assay_desktop):
        root = Path(package.__file__ or "").parent
        files = [file for file in root.rglob("*.py") if file.relative_to(root).parts[0] != "lookup"]
        assert len(files) > 50
        for file in (file for file in files if file.relative_to(root).as_posix() not in WITHIN | ASKED):
            assert not imported(file) & DOORS, file


def test_the_look_ups_ask_by_one_file_alone() -> None:
    room = Path(assay.__file__ or "").parent / "lookup"
    askers = {file.name for file in room.glob("*.py") if imported(file) & DOORS}
    assert askers == {"fetching.py"}


def test_a_program_on_this_machine_is_asked_in_one_place_by_its_address() -> None:
    root = Path(assay.__file__ or "").parent
    callers = {
        file.relative_to(root).as_posix()
        for file in root.rglob("*.py")
        if "here=True" in file.read_text("utf-8")
    }
    assert callers == {"ingest/zotero/client.py"}
    text = (root / "lookup" / "fetching.py").read_text(encoding="utf-8")
    assert re.findall(r'^LOOPBACK = "(.*?)"', text, flags=re.MULTILINE) == ["127.0.0.1"]


def test_the_judging_server_listens_on_this_machine_alone() -> None:
    text = (Path(assay.__file__ or "").parent / "serving" / "judging" / "app.py").read_text(encoding="utf-8")
    assert re.findall(r"socket\.\w+\(.*?\)\)", text) == ["socket.create_server((ADDRESS, port))"]
    assert re.findall(r'^ADDRESS = "(.*?)"', text, flags=re.MULTILINE) == ["127.0.0.1"]
    assert set(re.findall(r"asyncio\.(\w+)", text)) == {"to_thread"}
