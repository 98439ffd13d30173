"""The command that shows what a library could teach: recipe."""

from __future__ import annotations

from typing import Annotated

from assay.cli.app import Session, app, command, option


@command(app, "recipe")
def recipe(
    current: Session,
    *,
    variant: Annotated[
        str,
        option(
            "What each format has of its own: cls, codes, adapters, pals, probes, pools or wide, which "
            "learns labels alone, in minutes. If not given: adapters where links or grades teach, else wide."
        ),
    ] = "",
    base: Annotated[
        str,
        option(
            "A plain BERT, or a model with formats, which goes on to learn. If not given: assay-papers "
            "for wide, else MiniLM."
        ),
    ] = "",
    name: Annotated[str, option("What to call the recipe.")] = "library-formats",
    min_papers: Annotated[int, option("Papers that a task must have.", min=2)] = 20,
) -> None:
    """Print a recipe of all that this library has enough papers to teach: `assay recipe > recipe.toml`."""
    from assay.training_runs.library_recipe import library_recipe

    found = library_recipe(current.location, variant=variant, base=base, name=name, least=min_papers)
    rows = [
        {
            "name": task.name,
            "kind": task.kind,
            "label": task.label,
            "formats": [str(one) for one in task.spec.formats],
            "examples": task.n,
            "classes": task.classes,
            "left_out": task.left_out,
        }
        for task in found.tasks
    ]
    current.answer(
        {"name": name, "variant": found.variant, "base": found.base, "recipe": found.text, "tasks": rows},
        found.text.removesuffix("\n"),
    )
