"""A run from recipe to model: what it learns, says, keeps and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from tiny_runs import Opener, only, recipe, stage, steps

from assay.training.events import End, Event, from_json, to_json
from assay.training.trainer import train


def test_a_run_learns_and_leaves_a_model_that_loads_to_the_trained_vectors(
    tmp_path: Path, tiny_base: Path
) -> None:
    from sentence_transformers import SentenceTransformer

    events: list[Event] = []
    result = train(
        recipe(stage("one", max_updates=12), base=str(tiny_base)),
        out=tmp_path / "run",
        folder=tmp_path,
        tell=events.append,
        open_source=Opener(),
    )
    assert result.status == "finished"
    assert len(steps(events)) == 12
    assert result.model == tmp_path / "run" / "model"
    model = SentenceTransformer(str(result.model), device="cpu", local_files_only=True)
    assert np.isfinite(model.encode(["graphs at night"])).all()
    assert isinstance(events[-1], End)
    lines = (tmp_path / "run" / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert [from_json(json.loads(line)) for line in lines] == events
    assert [json.dumps(to_json(event)) for event in events] == lines
    assert only(events, End)
