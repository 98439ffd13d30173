"""The process of a worker: shards in, one a line of standard input, answers out."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from assay.workers.jobs import Job, answered


def main() -> None:
    """Do shards, one a line of standard input, until it ends."""
    says = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what libraries print is no answer
    for line in sys.stdin:
        module, settings, given, made = json.loads(line)
        Path(made).write_bytes(answered(Job(module, settings), Path(given).read_bytes(), sys.argv[1]))
        print("done", file=says, flush=True)


if __name__ == "__main__":
    main()
