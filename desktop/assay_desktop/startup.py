"""Whether the window can open at all: what Qt misses on this machine, and the command that brings it."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from assay.interpreter import NO_WINDOW, python

_PACKAGES: Final = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libGLX.so.0": "libglx0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libX11-xcb.so.1": "libx11-xcb1",
}
"""The shared libraries that Qt's wheels take from the system, and Debian's packages of them."""

_MODULES: Final = ("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets", "PySide6.QtSvg")
_START: Final = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
_START_TIMEOUT_S: Final = 30


def qt_problem() -> str | None:
    """Return None if Qt can open a window here, else a sentence that names what is missing and what to do."""
    try:
        for module in _MODULES:
            importlib.import_module(module)
    except ImportError as error:
        return explain(str(error))
    if os.environ.get("QT_QPA_PLATFORM") in {"offscreen", "minimal"} or _surely_starts():
        return None
    return _platform_problem()


def _surely_starts() -> bool:
    """Return whether Qt's platform plugin is sure to load: in milliseconds; a child process takes 0.3 s."""
    if not sys.platform.startswith("linux"):
        return True  # the wheels bring all that Windows and macOS need
    display = os.environ.get("DISPLAY", "")
    if os.environ.get("WAYLAND_DISPLAY") or not display.startswith(":"):
        return False
    import ctypes
    import socket

    import PySide6

    plugin = Path(PySide6.__path__[0]) / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    try:
        ctypes.CDLL(str(plugin))
        with socket.socket(socket.AF_UNIX) as server:
            server.connect(f"/tmp/.X11-unix/X{display[1:].partition('.')[0]}")  # noqa: S108 - X11's own place
    except OSError:
        return False
    return True


def _platform_problem() -> str | None:
    """Qt aborts the process when its platform plugin does not load, so a child process tries it first."""
    try:
        tried = subprocess.run(  # noqa: S603 - our own interpreter on a constant
            python("-c", _START),
            capture_output=True,
            text=True,
            timeout=_START_TIMEOUT_S,
            check=False,
            creationflags=NO_WINDOW,
        )
    except subprocess.TimeoutExpired:
        return "Qt did not start within 30 seconds. Check that the display answers."
    if tried.returncode == 0:
        return None
    # Qt's report names one library at most: look for all of them, so that one command mends it.
    missing = "".join(f"\n{name}: cannot open shared object file" for name in missing_libraries())
    return explain(tried.stderr + missing)


def explain(report: str) -> str:
    """Return what an import error or Qt's own report means, in a sentence with the command to run."""
    if "No module named 'PySide6" in report:
        return (
            "The window needs PySide6, which is missing. Install Assay with the extra `desktop`: "
            "`pip install 'assay-workbench[desktop]'`."
        )
    # Qt speaks of xcb-cursor whenever its xcb plugin does not start, also when only the display is away.
    if "could not connect to display" in report:
        return "Qt cannot start: there is no display. `assay tour` runs the same loop without a window."
    packages = sorted({package for name, package in _PACKAGES.items() if name in report})
    if "xcb-cursor0" in report and not packages:
        packages = ["libxcb-cursor0"]
    if packages:
        command = " ".join(packages)
        return f"Qt cannot start: system libraries are missing. Run `apt install {command}`, then try again."
    if "no Qt platform plugin" in report:
        return "Qt cannot start: there is no display. `assay tour` runs the same loop without a window."
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    return f"Qt cannot start: {lines[0] if lines else 'no reason was given'}."


def missing_libraries() -> list[str]:
    """Return the shared libraries that Qt needs and this Linux machine lacks; [] elsewhere."""
    if not sys.platform.startswith("linux"):
        return []
    import ctypes

    missing = []
    for name in _PACKAGES:
        try:
            ctypes.CDLL(name)
        except OSError:
            missing.append(name)
    return missing


if __name__ == "__main__":
    sys.exit(qt_problem())
