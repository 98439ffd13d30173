"""Programs that tests start from a loaded process are as any other to who starts them."""

from __future__ import annotations

import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from forking import Forking


def test_a_program_has_its_own_folder_streams_and_status(forking: Forking, tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text("[1]", encoding="utf-8")
    command = forking.module("json.tool", "--compact", "own.json")
    here = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (here.returncode, here.stdout, here.stderr) == (0, "[1]\n", "")
    elsewhere = subprocess.run(command, cwd=tmp_path.parent, capture_output=True, text=True, check=False)
    assert (elsewhere.returncode, elsewhere.stdout) == (2, "")
    assert "own.json" in elsewhere.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_signal_ends_a_program_and_nothing_of_it_stays(forking: Forking, number: signal.Signals) -> None:
    command = forking.module("json.tool")  # waits for its input
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.send_signal(number)
        assert process.stdout is not None
        assert process.stdout.read() == b""  # nobody holds it open
        assert process.wait(20) == -number
