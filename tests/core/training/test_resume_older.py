"""Runs that an older version began."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from test_resume import sit
from tiny_runs import Opener, recipe, stage

from assay.encoding import TextTemplate
from assay.training.data.examples import Source
from assay.training.data.objectives.learnt import told_by
from assay.training.loop.trainer import train
from assay.training.recipe.recipe import ObjectiveSpec


class Telling(Opener):
    """Says which queries it teaches, as judgements do now."""

    def __call__(self, spec: ObjectiveSpec, *, folder: Path, seed: int, template: TextTemplate) -> Source:
        source = super().__call__(spec, folder=folder, seed=seed, template=template)
        return replace(source, facts=told_by(source.facts, {"queries": [1, 2]}))


def test_a_run_begun_before_cards_named_its_queries_goes_on_and_names_them(
    tmp_path: Path, tiny_base: Path
) -> None:
    made = recipe(stage("one"), base=str(tiny_base))
    sit(made, tmp_path / "run", cancel_after=2)
    result = train(made, out=tmp_path / "run", folder=tmp_path, resume=True, open_source=Telling())
    assert result.status == "finished"
    assert result.card is not None
    assert result.card["data"][0]["learnt"]["queries"]
