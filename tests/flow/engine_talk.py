"""A conversation with a search engine process over its pipes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Talk:
    """One engine process and the conversation with it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def send(self, **message: Any) -> None:
        self.send_at_once([message])

    def send_at_once(self, messages: Sequence[dict[str, Any]]) -> None:
        """All of them are there before the engine has done what the first one asks for."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(json.dumps(message) + "\n" for message in messages))
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read() if self.process.stderr else ""
        answer: dict[str, Any] = json.loads(line)
        return answer

    def state(self, semantic: str) -> dict[str, Any]:
        """The first state event that says so of the semantic index; answers in between are let go."""
        while True:
            message = self.receive()
            if message.get("event") == "state" and message["semantic"] == semantic:
                return message

    def answer(self, request_id: int) -> dict[str, Any]:
        while (message := self.receive()).get("id") != request_id:
            pass
        return message


@contextmanager
def engine(start: Callable[..., subprocess.Popen[str]], library: Path) -> Iterator[Talk]:
    """The engine of a library, killed at the end."""
    process = start(library, "engine")
    try:
        yield Talk(process)
    finally:
        process.kill()
        process.communicate()
