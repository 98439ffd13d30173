"""A screen without a monitor: a window of the real program on it, keys typed by xdotool, pictures taken."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

TOOLS = {"Xvfb": "xvfb", "xdotool": "xdotool", "openbox": "openbox", "import": "imagemagick"}
"""Program -> the Debian package that brings it."""

STARTS_S = 30.0


def missing_packages() -> list[str]:
    return [package for program, package in TOOLS.items() if shutil.which(program) is None]


class Screen:
    """What stands on the display, and the keys that go to whatever has the focus there."""

    def __init__(self, display: str) -> None:
        self.environment = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        self._env = os.environ | self.environment

    @property
    def is_there(self) -> bool:
        return bool(self._do("getmouselocation"))

    def title(self) -> str:
        """Return the title of the window that has the focus; "" for none."""
        return self._do("getactivewindow", "getwindowname")

    def press(self, *keys: str, pause_s: float = 0.2) -> None:
        """Press keys one after the other, as xdotool names them: "ctrl+shift+p"."""
        for key in keys:
            self._do("key", "--clearmodifiers", key)
            time.sleep(pause_s)

    def type(self, text: str) -> None:
        self._do("type", "--clearmodifiers", "--delay", "20", text)
        time.sleep(0.3)

    def picture(self, path: Path) -> None:
        subprocess.run(["import", "-window", "root", str(path)], env=self._env, check=True)

    def _do(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self._env, capture_output=True, text=True, check=False)
        return done.stdout.strip()


@contextmanager
def screen(width: int, height: int) -> Iterator[Screen]:
    """Start a display of this size with a window manager; both end with the block."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-noreset"]
    server = subprocess.Popen([*command, "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read, encoding="ascii") as number:
        display = f":{number.readline().strip()}"  # to its end: the server dies where nobody reads it
    shown = Screen(display)
    # Its number is said before it takes anybody in.
    wait_for(lambda: shown.is_there, "the display", STARTS_S)
    manager = subprocess.Popen(["openbox"], env=os.environ | shown.environment, stderr=subprocess.DEVNULL)
    try:
        yield shown
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(10)


def wait_for(true: Callable[[], object], what: str, seconds: float = 60.0) -> None:
    """Wait until it is true. Raises TimeoutError that says what was waited for."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            raise TimeoutError(f"{what}: not within {seconds:.0f} s")
        time.sleep(0.2)
