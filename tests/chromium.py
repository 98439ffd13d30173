"""A headless Chromium, driven over pipes by its own protocol: a page, what it shows, and keys pressed."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

PATIENCE_S = 30.0
KEYS = {"Escape": 27, "ArrowLeft": 37, "ArrowRight": 39, "Enter": 13, "Tab": 9}


def chromium() -> str | None:
    """The program; None where this machine has none (`apt-get install chromium` brings it)."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """One page of a fresh profile; gone when it is closed."""

    def __init__(self, profile: Path, *, width: int = 1280, height: int = 800, dark: bool = False) -> None:
        program = chromium()
        assert program is not None
        theirs, self._in = os.pipe()
        self._out, theirs_too = os.pipe()
        switches = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--remote-debugging-pipe",
            f"--user-data-dir={profile}",
            "--lang=en-US",
            "--no-first-run",
            "--disable-background-networking",
        ]
        self._process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{theirs} 4>&{theirs_too}', "bash", program, *switches],
            pass_fds=(theirs, theirs_too),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs)
        os.close(theirs_too)
        self._read, self._number, self._session = b"", 0, ""
        self.log: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Log.enable")
        self.resize(width, height)
        self.call(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}],
        )

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._in, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._read:
            data = os.read(self._out, 1 << 16)
            assert data, "Chromium has ended"
            self._read += data
        first, _, self._read = self._read.partition(b"\0")
        answer: dict[str, Any] = json.loads(first)
        if answer.get("method") in {"Runtime.exceptionThrown", "Log.entryAdded"}:
            self.log.append(json.dumps(answer["params"]))
        return answer

    def open(self, url: str) -> None:
        self.call("Page.navigate", url=url)

    def evaluate(self, script: str) -> Any:
        """What the script's value is, waited for if it is a promise."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait(self, condition: str) -> None:
        """Waits until the script's value is true."""
        until = time.monotonic() + PATIENCE_S
        script = f"(() => {{ try {{ return Boolean({condition}) }} catch {{ return false }} }})()"
        while not self.evaluate(script):
            assert time.monotonic() < until, (condition, self.evaluate("document.body.innerText"), self.log)
            time.sleep(0.02)

    def press(self, key: str, *, ctrl: bool = False) -> None:
        """Presses a key and lets it go; a letter goes into the field that has the focus."""
        code = KEYS.get(key) or ord(key.upper())
        event: dict[str, Any] = {"key": key, "windowsVirtualKeyCode": code, "modifiers": 2 if ctrl else 0}
        text = {} if key in KEYS or ctrl else {"text": key}
        self.call("Input.dispatchKeyEvent", type="keyDown", **event, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def text(self, selector: str) -> str:
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText"))

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
