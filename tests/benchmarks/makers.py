"""Importing this lets a measurement import the scripts that made what ships (resources/makers)."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[2] / "resources" / "makers"), str(Path(__file__).parents[1])]
