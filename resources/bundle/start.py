"""The bundle's program: the command line, and the Python that its children are started with.

A bundle has no python to start. Children come as `PROGRAM -P -m MODULE WORDS`, `PROGRAM -P -c CODE` or, of
libraries that start processes themselves, as multiprocessing's own; everything else is a command of assay's.
Without any word, as a menu starts it, the window opens.
"""

from __future__ import annotations

import multiprocessing
import runpy
import sys


def main() -> None:
    multiprocessing.freeze_support()
    words = [word for word in sys.argv[1:] if word not in ("-P", "-I", "-B", "-S", "-E", "-s", "-u")]
    is_python = len(sys.argv) > 1 and sys.argv[1].startswith("-") and words[:1] in (["-m"], ["-c"])
    if not is_python:
        from assay.__main__ import main as command_line
        from assay.__main__ import window

        command_line() if sys.argv[1:] else window()
    kind, what, *rest = words
    sys.argv = [kind, *rest]
    if kind == "-m":
        if what == "assay":
            what = "assay.__main__"
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})


if __name__ == "__main__":
    main()
