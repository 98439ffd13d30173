"""The shape of every --json and engine answer that the flow tests see, kept while the house is rebuilt.

    PYTHONPATH=tests ASSAY_ANSWERS=FOLDER pytest -p architecture.answers tests/flow
    python tests/architecture/answers.py FOLDER           compares what was recorded with answers.json
    python tests/architecture/answers.py FOLDER --keep    writes answers.json

answers.json is of the last commit before the house (2b0bd82f), with the present names of commands; what
differs stands in the changelog. A shape is the set of paths to values with their types, by command or
operation; keys that are data are "*".
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

KEPT = Path(__file__).with_name("answers.json")
_FIELD = re.compile(r"[a-z][a-z_]*")
_seen: dict[str, set[str]] = defaultdict(set)


def shape(value: object, path: str = "") -> Iterator[str]:
    """Yield the path and type of every value in a JSON answer."""
    if isinstance(value, dict):
        yield f"{path}: object"
        for key, item in value.items():
            yield from shape(item, f"{path}.{key if _FIELD.fullmatch(key) else '*'}")
    elif isinstance(value, list):
        yield f"{path}: list"
        for item in value:
            yield from shape(item, f"{path}[]")
    else:
        yield f"{path}: {'number' if type(value) in (int, float) else type(value).__name__}"


def pytest_configure() -> None:
    from typer._click.globals import get_current_context

    from assay.cli.output import Output

    answered = Output.result

    def result(self: Output, payload: Any, show: Any) -> None:
        if self.as_json:
            context = get_current_context(silent=True)
            # What is written is what counts: the payload may be a dataclass or a mapping.
            written: list[str] = []
            real, sys.stdout = sys.stdout, _Kept(written)
            try:
                answered(self, payload, show)
            finally:
                sys.stdout = real
            real.write("".join(written))
            name = context.command_path if context else "?"
            _seen[name] |= set(shape(json.loads("".join(written))))
        else:
            answered(self, payload, show)

    Output.result = result  # type: ignore[method-assign]
    sys.path.insert(0, str(Path(__file__).parents[1] / "flow"))
    from engine_talk import Talk

    sent: dict[Any, str] = {}
    say, hear = Talk.send, Talk.receive

    def send(self: Talk, **message: Any) -> None:
        sent[message.get("id")] = str(message.get("op"))
        say(self, **message)

    def receive(self: Talk) -> dict[str, Any]:
        message = hear(self)
        _seen[f"engine {message.get('event') or sent.get(message.get('id'))}"] |= set(shape(message))
        return message

    Talk.send, Talk.receive = send, receive  # type: ignore[method-assign]


class _Kept:
    def __init__(self, written: list[str]) -> None:
        self.write = written.append

    def flush(self) -> None:
        pass


def pytest_unconfigure() -> None:
    folder = Path(os.environ["ASSAY_ANSWERS"])
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({name: sorted(paths) for name, paths in _seen.items()})
    (folder / f"{os.getpid()}.json").write_text(text, encoding="utf-8")


def recorded(folder: Path) -> dict[str, list[str]]:
    """Return the shapes of all processes of a run, joined."""
    joined: dict[str, set[str]] = defaultdict(set)
    for file in folder.glob("*.json"):
        for name, paths in json.loads(file.read_text(encoding="utf-8")).items():
            joined[name] |= set(paths)
    return {name: sorted(paths) for name, paths in sorted(joined.items())}


def main(folder: str, keep: str = "") -> int:
    now = recorded(Path(folder))
    if keep:
        KEPT.write_text(json.dumps(now, indent=0) + "\n", encoding="utf-8")
        return 0
    before = json.loads(KEPT.read_text(encoding="utf-8"))
    differing = 0
    for name in sorted({*now, *before}):
        gone, new = (
            {*before.get(name, ())} - {*now.get(name, ())},
            {*now.get(name, ())} - {*before.get(name, ())},
        )
        for sign, paths in (("-", gone), ("+", new)):
            for path in sorted(paths):
                differing += 1
                sys.stdout.write(f"{name}: {sign} {path}\n")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
