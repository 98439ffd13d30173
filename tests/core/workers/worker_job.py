"""A job for workers: a shard is words of JSON, told back in capitals by whoever did it."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from assay.errors import ModelError


def open_job(settings: str, device: str) -> Callable[[bytes], bytes]:
    folder = Path(settings)

    def work(shard: bytes) -> bytes:
        word = json.loads(shard)
        if word == "slow":
            time.sleep(60)
        if word == "refused":
            raise ModelError("There is no model here.")
        mark = folder / f"died of {word}"
        if word == "deadly" or (word.startswith("once") and not mark.exists()):
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        print("what a library prints is no answer")
        return json.dumps([word.upper(), os.getpid(), device]).encode()

    return work
