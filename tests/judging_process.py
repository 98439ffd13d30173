"""A judging server in a process of its own, and what a browser sends it over one connection."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assay.location import Location
from judging_direct import TREE

PATIENCE_S = 60.0
PROGRAM = (sys.executable, "-m", "assay")


class JudgingProcess:
    """`assay serve judging`, ready to be asked; `links` are those of the assessors who had none."""

    def __init__(
        self,
        location: Location,
        campaign: str,
        *,
        port: int = 0,
        program: Sequence[str] = PROGRAM,
        tree: Path = TREE,
    ) -> None:
        """`tree` is the checkout of Assay that serves."""
        path = os.pathsep.join(str(tree / name) for name in ("core", "desktop", "resources"))
        self.process = subprocess.Popen(
            [
                *program,
                "--library",
                str(location),
                "--json",
                "serve",
                "judging",
                campaign,
                "--port",
                str(port),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"} | ({} if tree is TREE else {"PYTHONPATH": path}),
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.communicate()[1]
        ready = json.loads(line)
        self.port = int(ready["address"].rstrip("/").rpartition(":")[2])
        self.links: dict[str, str] = {name: link.partition("#")[2] for name, link in ready["links"].items()}

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stop(self, signal: int) -> tuple[int, str]:
        """Its status and its last words, once it has stopped by itself."""
        self.process.send_signal(signal)
        _, errors = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, errors


class JudgingClient:
    """One browser. Raises OSError or HTTPException where the server is gone."""

    def __init__(self, port: int, token: str) -> None:
        self._token, self.cookie = token, ""
        self.view: dict[str, Any] = {}
        self.connect(port)

    def connect(self, port: int) -> None:
        """Goes on at this server, with what the page shows."""
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)

    def sign_in(self) -> None:
        """Opens the link."""
        status, view, headers = self._ask("POST", "/api/session", {"Authorization": f"Bearer {self._token}"})
        assert status == 200, view
        self.cookie = headers["Set-Cookie"].partition(";")[0]
        self.view = view

    def send(self, **act: Any) -> int:
        """Does an act of which nothing is left out; its status. The view is what is shown then."""
        headers = {"X-CSRF-Token": self.view["csrf"], "Content-Type": "application/json"}
        status, answer, _ = self._ask("POST", "/api/act", headers, json.dumps(act))
        if status == 200:
            self.view = answer
        return status

    def grade(self, relevance: int) -> dict[str, Any]:
        """The act that gives the pair on the page this grade, to be sent."""
        return {
            "do": "judge",
            "id": uuid.uuid4().hex,
            "pair": self.view["pair"],
            "relevance": relevance,
            "active_ms": 900,
            "guideline": self.view["guideline"],
        }

    def _ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> tuple[int, Any, Any]:
        headers = headers | ({"Cookie": self.cookie} if self.cookie else {})
        try:
            self._connection.request(method, path, body or None, headers)
            answer = self._connection.getresponse()
        except (
            ConnectionError,
            http.client.BadStatusLine,
        ):  # it was idle for long: once more, as browsers do
            self._connection.close()
            self._connection.request(method, path, body or None, headers)
            answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read()), answer.headers

    def close(self) -> None:
        self._connection.close()
