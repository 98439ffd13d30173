"""What every test may ask for. The heavy pieces are made once a session."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real collections beside the checkout; tests that need it are skipped loudly without it."""
    folder = Path(os.environ.get("ASSAY_SHARED_DATA", SHARED_DATA))
    if not folder.is_dir():
        pytest.skip(f"REAL DATA ABSENT: {folder} does not exist; the small sibling of this test still runs")
    return folder
