"""Trainings that follow one another are one progress."""

from __future__ import annotations

from pathlib import Path

from assay.query_tuning.types import TRAINING
from assay.query_tuning.whole import Whole
from assay.training.runs.events import End, Event, Step
from assay.training_runs.trials import Trainer


def test_steps_are_counted_over_all_trainings_and_measuring_stands_still(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int | None]] = []

    def hear(event: Event) -> None:
        if isinstance(event, Step):
            seen.append((event.stage, event.step, event.steps))

    def report(stage: str, done: int, total: int | None, _item: object = None) -> None:
        seen.append((stage, done, total))

    (tmp_path / "fold-0").mkdir()
    (tmp_path / "fold-0" / "card.json").write_text("{}", encoding="utf-8")  # was trained by an earlier call
    work = Trainer(out=tmp_path, folder=tmp_path, library=tmp_path, on_event=hear, progress=report)
    whole = Whole(work, ["fold-0", "fold-1", "fold-2", "model"]).trainer()
    whole.progress("trainings", 0, 2)
    for steps in ((4, 8), (2, 8), (5, 10)):  # the second ends early, the last has more to learn
        for step in steps:
            whole.on_event(Step("tune", step, steps[-1], 0.0, 0.0, {}, 0.0, 0.0, 0.0, 0, 0.0, 0.0, 0.0))
        whole.on_event(End("finished"))
        whole.progress("searching", 3, 7)
    assert seen == [
        (TRAINING, 0, None),
        *[(TRAINING, done, 24) for done in (4, 8, 8, 10, 16, 16)],
        *[(TRAINING, done, 30) for done in (25, 30, 30)],
    ]
