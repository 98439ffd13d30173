"""Try an installed Assay as a new user would: check.py PROGRAM [WORDS...]

PROGRAM is `assay`, or the program of a bundle. It runs the tour, imports a PDF and searches its text,
asks the search engine, opens the window without a display, and hands it a file by a second start.
Prints a line of JSON with the seconds of each; needs nothing but Python, and writes into a temporary folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TITLE = "Owls that hunt by the sound of leaves"
SEARCH = {"id": 1, "op": "search", "request": {"text": "owls", "mode": "hybrid"}}


def pdf(title: str) -> bytes:
    """Return a page with a title, a name and a sentence."""
    lines = (
        (20, 720, title),
        (12, 690, "Ann Lee"),
        (10, 640, "Abstract. Barn owls find mice in leaves."),
    )
    text = " ".join(f"BT /F1 {size} Tf 72 {y} Td ({line}) Tj ET" for size, y, line in lines)
    parts = (
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F1 4 0 R>>>>>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        f"<</Length {len(text)}>>stream\n{text}\nendstream",
    )
    body = "%PDF-1.4\n" + "".join(f"{n} 0 obj\n{part}\nendobj\n" for n, part in enumerate(parts, 1))
    return f"{body}trailer<</Root 1 0 R>>\n%%EOF\n".encode()


class Trial:
    def __init__(self, program: list[str], folder: Path) -> None:
        self.program, self.folder, self.seconds = program, folder, {}
        homes = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
        self.environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"} | {
            name: str(folder / name) for name in homes
        }
        self.library = folder / "library"

    def command(self, *words: str) -> list[str]:
        return [*self.program, "--library", str(self.library), *words]

    def run(self, name: str, *words: str, given: str = "") -> str:
        begun = time.monotonic()
        done = subprocess.run(
            self.command(*words),
            input=given,
            capture_output=True,
            encoding="utf-8",
            env=self.environment,
            check=False,
            timeout=600,
        )
        self.seconds[name] = round(time.monotonic() - begun, 1)
        if done.returncode:
            sys.exit(f"{name} failed ({done.returncode}): {done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout + (done.stderr if name == "second start" else "")

    def window(self) -> None:
        """Open the window, hand it a file by a second start, and wait until its paper is in the library."""
        (self.folder / "papers.bib").write_text("@misc{a, title = {Bats that see by ear}}")
        begun = time.monotonic()
        with subprocess.Popen(self.command("desktop"), env=self.environment) as window:
            try:
                locks = self.folder / "XDG_STATE_HOME" / "assay" / "windows"
                while not list(locks.glob("*.calls")) and time.monotonic() - begun < 60:
                    time.sleep(0.1)
                time.sleep(8)  # until it listens
                said = self.run("second start", "desktop", str(self.folder / "papers.bib"))
                assert "comes to the front" in said, said
                while "Bats that see" not in self.run("window", "list", "--json"):
                    assert time.monotonic() - begun < 120, "the file was not imported"
                    assert window.poll() is None, "the window has closed"
                    time.sleep(1)
            finally:
                window.terminate()


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="assay-check-", ignore_cleanup_errors=True) as place:
        trial = Trial(sys.argv[1:], Path(place))
        trial.run("version", "--version")
        trial.run("version again", "--version")
        trial.run("tour", "tour", "--out", str(trial.folder / "out"))
        (trial.folder / "owls.pdf").write_bytes(pdf(TITLE))
        trial.run("PDF", "import", str(trial.folder / "owls.pdf"))
        trial.run("index", "index")
        assert TITLE in trial.run("search", "search", "owls", "--json")
        answers = trial.run("engine", "engine", given=json.dumps(SEARCH) + "\n")
        assert any('"ok"' in line and TITLE in line for line in answers.splitlines()), answers[-2000:]
        trial.window()
        sys.stdout.write(json.dumps(trial.seconds) + "\n")


if __name__ == "__main__":
    main()
