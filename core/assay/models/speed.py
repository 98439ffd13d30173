"""How fast a model is on this machine: texts a second for one vector, and for a vector of every format.

The two are timed by turns and the middle one of each is kept, so that what else the machine does in a moment
makes neither faster than the other.
"""

from __future__ import annotations

import importlib.resources
import json
import logging
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from statistics import median

from assay.codec import to_json
from assay.encoding import Encoder
from assay.models.types import Speed
from assay.progress import Progress, silent
from assay.registry.loading import load_named
from assay.registry.packaged_models import find_card, keep_scores
from assay.types import TaskFormat

SCORE = "speed"
"""The name under which it stands among a card's scores."""
N_TEXTS = 64
"""At most; fewer where a machine needs more than `_SECONDS` for all turns."""
_WARM = 8
_TURNS = 3
_SECONDS = 30.0

logger = logging.getLogger(__name__)


def measure_speed(model_id: str, *, device: str = "auto", progress: Progress = silent) -> Speed:
    """Time a model of the registry, or one that comes with Assay, on sample papers; kept on its card.

    Raises ModelError, and `Cancelled` where `progress` does.
    """
    find_card(model_id)
    speed = speed_of(load_named(model_id, device=device), device=device, progress=progress)
    keep_scores(model_id, {SCORE: to_json(speed)})
    logger.info("timed %s: %.1f and %.1f texts a second", model_id, speed.one, speed.every)
    return speed


def speed_of(encoder: Encoder, *, device: str, progress: Progress = silent) -> Speed:
    """Of a model in memory."""
    from assay.encoding.devices import resolve_device

    texts = [encoder.template.join(title, abstract) for title, abstract in _sample()]
    sides = {encoder.fingerprint(each): each for each in sorted(encoder.formats, reverse=True)}
    formats = list(sides.values())
    search = TaskFormat.PRX if TaskFormat.PRX in encoder.formats else formats[0]
    encoder.encode_formats(texts[:_WARM], formats=formats, progress=progress)
    texts = texts[: _fitting(encoder, texts[:_WARM], formats, progress)]
    turns = []
    for _ in range(_TURNS):
        one = _seconds(encoder, texts, [search], progress)
        every = one if len(formats) == 1 else _seconds(encoder, texts, formats, progress)
        turns.append((one, every))
    one, every = (median(side) for side in zip(*turns, strict=True))
    return Speed(
        one=len(texts) / one,
        every=len(texts) / every,
        n_vectors=len(formats),
        n_texts=len(texts),
        device=resolve_device(device),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _fitting(
    encoder: Encoder, texts: Sequence[str], formats: Sequence[TaskFormat], progress: Progress
) -> int:
    """Return how many texts can be timed in the seconds that there are, by the time that a few take."""
    each = _seconds(encoder, texts, formats, progress) / len(texts)
    if len(formats) > 1:
        each *= 2  # one vector is timed as well, and costs at most as much as all
    return max(len(texts), min(N_TEXTS, int(_SECONDS / (_TURNS * max(each, 1e-9)))))


def _seconds(
    encoder: Encoder, texts: Sequence[str], formats: Sequence[TaskFormat], progress: Progress
) -> float:
    started = time.perf_counter()
    encoder.encode_formats(texts, formats=formats, progress=progress)
    return time.perf_counter() - started


def _sample() -> list[tuple[str, str]]:
    """Titles and abstracts that come with Assay: the same for every model and library."""
    path = importlib.resources.files("assay_resources") / "samples" / "papers.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()[:N_TEXTS]
    return [(row["title"], row["abstract"]) for row in map(json.loads, lines)]
