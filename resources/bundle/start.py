"""The bundle's program: the command line, and the Python that its children are started with.

A bundle has no python to start. Children come as `PROGRAM -P -m MODULE WORDS`, `PROGRAM -P -c CODE` or, of
libraries that start processes themselves, as multiprocessing's own; everything else is a command of assay's.
Without any word, as a menu starts it, the window opens.
"""

from __future__ import annotations

import multiprocessing
import runpy
import sys
from itertools import dropwhile

OF_PYTHON = ("-P", "-I", "-B", "-S", "-E", "-s", "-u")
"""Options that libraries give a Python that they start."""


def main() -> None:
    multiprocessing.freeze_support()
    words = list(dropwhile(OF_PYTHON.__contains__, sys.argv[1:]))
    if words[:1] not in (["-m"], ["-c"]):
        from assay.__main__ import main as command_line
        from assay.__main__ import window

        command_line() if sys.argv[1:] else window()
    kind, what, *rest = words
    sys.argv = [kind, *rest]
    if kind == "-m":
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    main()
