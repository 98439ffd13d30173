"""`python -m assay`: the command line, and how the window starts its engine and its jobs."""

# Nothing is imported here but what Python has loaded already: until `main` has run its first lines, the
# current folder may come first on the path.
import gc
import os
import sys


def main() -> None:
    """Run the command line without the current folder, which `-m` puts first on the path of modules."""
    if not sys.flags.safe_path and sys.path and sys.path[0] in {"", _current_folder()}:
        del sys.path[0]
    try:
        gc.disable()  # what is loaded stays to the end: to look through it took a fifth of the start
        from assay.cli import main as command_line

        gc.freeze()
        gc.enable()
        command_line()
    except KeyboardInterrupt:  # while the program was loading
        text = "Cancelled before anything was done. To resume, run the same command again."
        if "--json" in sys.argv:
            error = f'{{"error": {{"kind": "Cancelled", "message": "{text}"}}, "cancelled": '
            sys.stdout.write(error + '{"command": "", "done": "", "resume": ""}}\n')
        sys.stderr.write(f"assay: {text}\n")
        sys.exit(130)


def window() -> None:
    """Open the window: a script of its own, which Windows starts without a console."""
    sys.argv[1:1] = ["desktop"]
    for name in ("stdout", "stderr"):  # without a console there is neither
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - to the end
    main()


def _current_folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - pathlib is not loaded yet
    except OSError:  # it was deleted
        return ""


if __name__ == "__main__":
    main()
