"""Commands about models: which there are, how each came to be, and which one the library searches with."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from assay.cli import model_adapters, model_evaluation, model_speed
from assay.cli.app import Json, session
from assay.cli.payloads import add_row, plain, table
from assay.cli.pooling import Pooling
from assay.encoding.multiformat.ensemble import HOWS, How
from assay.location import folder_of

if TYPE_CHECKING:
    from assay.models.promotion import Promotion
    from assay.models.registry import Card
    from assay.workspace import Workspace

ModelId = Annotated[str, typer.Argument(help="A model's id: `assay models` lists them.")]


def register(app: typer.Typer) -> None:
    """Adds this module's commands and those that measure models."""
    app.command("models")(models)
    model = typer.Typer(help="Trained models: their cards, and which one is in use.", no_args_is_help=True)
    model.command("list")(models)
    model.command("add")(add)
    model.command("ensemble")(ensemble)
    model.command("show")(show)
    model.command("diff")(diff)
    model.command("promote")(promote)
    model.command("rollback")(rollback)
    model.command("delete")(delete)
    model.command("export")(export)
    model_adapters.register(model)
    model_evaluation.register(model)
    model_speed.register(model)
    app.add_typer(model, name="model")


def models(context: typer.Context, *, json: Json = False) -> None:
    """List the models: those trained here, and those that this library knows; what each has indexed."""
    current = session(context, json=json)
    with current.open() as workspace:
        rows = _rows(workspace)

    def show_all(console: Console) -> None:
        for row in rows:
            console.print(_line(row), markup=False)

    current.output.result({"models": rows}, show_all)


def _line(row: Mapping[str, Any]) -> str:
    parts = [f"{row['indexed']} papers indexed"]
    if row.get("created"):
        parts.append(f"{'trained' if row['trained'] else 'added'} {row['created'][:10]}")
    if row.get("encoder_fingerprint"):
        parts.append(f"encoder {row['encoder_fingerprint']}")
    if row.get("damage"):
        parts.append(f"DAMAGED: {row['damage']}")
    if row.get("deleted"):
        parts.append("DELETED: only its index is left")
    return f"{'*' if row['active'] else ' '} {row['id']}  {', '.join(parts)}"


def _rows(workspace: Workspace) -> list[dict[str, Any]]:
    """The trained models first, the newest at the top."""
    from assay.encoding import BASE_MODEL, DEFAULT_MODEL, HASHING_MODEL
    from assay.search import indexed_models

    indexed = indexed_models(workspace.folder)  # model name -> number of papers
    active = workspace.config.model
    registry = workspace.models.registry
    cards = {card.model_id: card for card in registry.cards()}
    names = dict.fromkeys([*cards, DEFAULT_MODEL, BASE_MODEL, active, *indexed, HASHING_MODEL])
    gone = {name: {"deleted": True} for name in names if registry.is_id(name) and name not in cards}
    return [
        {
            "id": name,
            "active": name == active,
            "indexed": indexed.get(name, 0),
            **(_summary(cards[name]) if name in cards else gone.get(name, {})),
        }
        for name in names
    ]


def _summary(card: Card) -> dict[str, Any]:
    """What a list says of a trained model."""
    return {
        "name": card.name,
        "created": card.created,
        "trained": card.is_trained,
        "fingerprint": card.fingerprint,
        "encoder_fingerprint": card.encoder_fingerprint,
        "dim": card.dim,
        "base": str(card.base.get("id", "")),
        "scores": list(card.scores),
        "damage": card.damage,
    }


def add(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="A finished run, or a model's folder.")],
    *,
    name: Annotated[str, typer.Option(help="What to call it; the card's name if not given.")] = "",
    pooling: Pooling = None,
    json: Json = False,
) -> None:
    """Copy a finished run or a model's folder to the models, once it has encoded a text.

    Takes a sentence-transformers folder, and a BERT as it is published: config.json, vocab.txt and
    pytorch_model.bin, which is kept as safetensors. No library uses the model until it is promoted.
    """
    from assay.models.loading import add_model

    current = session(context, json=json)
    card = add_model(folder, name=name, pooling=None if pooling is None else pooling.value)
    current.output.result(
        plain(card),
        lambda console: console.print(
            f"Added {card.model_id}. To search with it: assay model promote {card.model_id}"
        ),
    )


def ensemble(
    context: typer.Context,
    members: Annotated[list[str], typer.Argument(help="Two or more models' ids: `assay models` lists them.")],
    *,
    how: Annotated[
        How, typer.Option(help="mean: of the vectors (SciRepEval); concat: the vectors side by side.")
    ] = How.MEAN,
    name: Annotated[str, typer.Option(help="What to call it; after its members if not given.")] = "",
    json: Json = False,
) -> None:
    """Make one model of several with a vector for each format; vectors are combined as they are."""
    from assay.models.ensembles import make_ensemble

    current = session(context, json=json)
    made = make_ensemble(members, how=how, name=name)

    def show_it(console: Console) -> None:
        if made.left_out:
            console.print(f"Left out, for not all members have them: {', '.join(made.left_out)}.")
        console.print(
            f"Added {made.card.model_id}, {HOWS[how]}: {made.card.dim} dimensions for "
            f"{', '.join(made.formats)}. To search with it: assay model promote {made.card.model_id}",
            markup=False,
        )

    facts = {"formats": list(made.formats), "left_out": list(made.left_out)}
    current.output.result({**plain(made.card), **facts}, show_it)


def show(context: typer.Context, model: ModelId, *, json: Json = False) -> None:
    """Show a model's card: recipe, data, losses, scores, time, device, versions.

    The models that come with Assay have cards too: assay-papers, all-MiniLM-L6-v2.
    """
    from assay.models.packaged_models import find_card, folder_of

    current = session(context, json=json)
    card = find_card(model)
    formats = model_speed.size_in_words(folder_of(model))
    current.output.result(plain(card), lambda console: _show_card(card, console, formats=formats))


def _show_card(card: Card, console: Console, *, formats: str) -> None:
    console.print(f"{card.model_id}  {card.name}", markup=False)
    facts = {
        "base": card.base.get("id", ""),
        "vectors": f"{card.dim} dimensions",
        "texts": f"title {card.separator.strip()} abstract, {card.max_length} wordpieces",
        "parameters": f"{card.parameters:,}" if card.parameters else "",
        "formats": formats,
        "trained" if card.is_trained else "added": f"{card.created}{_spent(card)}" if card.created else "",
        "seed": card.seed if card.is_trained else "",
        "files": card.fingerprint,
        "encoder": f"{card.encoder_fingerprint} (its indexes and runs say this)"
        if card.encoder_fingerprint
        else "",
        "versions": ", ".join(f"{name} {version}" for name, version in card.versions.items()),
    }
    rows = table("", "")
    for key, value in facts.items():
        if value != "":
            add_row(rows, key, value)
    console.print(rows)
    for row in card.data:
        left_out = sum((row.get("left_out") or {}).values())
        console.print(
            f"data {row.get('name')} ({row.get('kind')}): {row.get('n_train')} examples, "
            f"{row.get('n_validation')} held out, {left_out} left out",
            markup=False,
        )
        for file, digest in (row.get("files") or {}).items():
            console.print(f"  {file}  sha256 {digest}", markup=False)
    for row in card.stages:
        by_ndcg = row.get("measure") == "ndcg"
        measure, best, before = (
            ("nDCG@10", row.get("best_ndcg"), row.get("ndcg_before"))
            if by_ndcg
            else ("validation loss", row.get("best_validation"), row.get("validation_before"))
        )
        console.print(
            f"stage {row.get('name')}: {row.get('updates')} updates, {measure} {best} at "
            f"{row.get('best_update')}{'' if before is None else f', {before} before'}; {row.get('stopped')}",
            markup=False,
        )
    for key, value in card.scores.items():
        words = model_speed.in_words if key == "speed" else model_evaluation.in_words
        console.print(f"{'' if key == 'speed' else 'score '}{key}: {words(value)}", markup=False)
    if card.recipe:
        console.print(f"\n{card.recipe}", markup=False)


def _spent(card: Card) -> str:
    if not card.device:
        return ""
    return f", {card.seconds:.0f} s on {card.world} x {card.device}, {card.precision}"


def diff(
    context: typer.Context,
    model: ModelId,
    other: Annotated[str, typer.Argument(help="The model to lay beside it.")],
    *,
    json: Json = False,
) -> None:
    """Show what differs between two models' cards, key by key."""
    from assay.models.packaged_models import differences_of

    current = session(context, json=json)
    found = differences_of(model, other)

    def show_all(console: Console) -> None:
        rows = table("Key", model, other)
        for key, a, b in found:
            add_row(rows, key, "-" if a is None else a, "-" if b is None else b)
        console.print(rows if found else "The cards are the same.")

    differences = [{"key": key, "a": plain(a), "b": plain(b)} for key, a, b in found]
    current.output.result({"a": model, "b": other, "differences": differences}, show_all)


def promote(
    context: typer.Context,
    model: Annotated[str, typer.Argument(help="A trained model's id, or any model by its name.")],
    *,
    json: Json = False,
) -> None:
    """Let the library search with this model from now on. Its papers must then be indexed with it."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        promotion = workspace.models.promote(model)
    _answer(current.output.result, promotion)


def rollback(context: typer.Context, *, json: Json = False) -> None:
    """Go back to the model that the library had before the present one."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        promotion = workspace.models.rollback()
    _answer(current.output.result, promotion)


def _answer(result: Any, promotion: Promotion) -> None:
    def show_it(console: Console) -> None:
        for name in promotion.passed_over:
            console.print(f"Passed over {name}: it has been deleted.", markup=False)
        told = f"no more with {promotion.before}" if promotion.changed else "as before"
        console.print(f"The library searches with {promotion.model}, {told}.", markup=False)
        if promotion.must_index:
            console.print(
                f"{promotion.n_indexed} of {promotion.n_papers} papers are indexed with it. Run "
                "`assay index`."
            )

    facts = {"must_index": promotion.must_index, "changed": promotion.changed}
    result({**plain(promotion), **facts}, show_it)


def delete(
    context: typer.Context,
    model: ModelId,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask; scripts are never asked.")] = False,
    json: Json = False,
) -> None:
    """Delete a trained model for good, and this library's index of it. One that a library uses stays."""
    from assay.models.loading import delete_model

    current = session(context, json=json)
    if not (yes or json) and sys.stdin and sys.stdin.isatty():  # None where it is closed
        typer.confirm(f"Delete {model}, its card and its scores for good?", abort=True, err=True)
    n_indexed = delete_model(model, library=folder_of(current.location))
    told = f" and its index of {n_indexed} papers" if n_indexed else ""
    current.output.result(
        {"deleted": model, "n_indexed": n_indexed}, lambda console: console.print(f"Deleted {model}{told}")
    )


def export(
    context: typer.Context,
    model: ModelId,
    out: Annotated[Path, typer.Argument(help="A folder that is not there yet.")],
    *,
    json: Json = False,
) -> None:
    """Write a model as a folder that sentence-transformers loads with the same vectors, its card beside it.

    The models that come with Assay can be exported too. A model that sentence-transformers has no parts for
    (task formats, ensembles) brings the code that computes its vectors; the answer says so.
    """
    from assay.models.packaged_models import export_model

    current = session(context, json=json)
    loading = export_model(model, out)

    def show_it(console: Console) -> None:
        console.print(f"Exported {model} to {out}", markup=False)
        console.print(loading.words, markup=False)

    facts = {
        "loads_with": loading.call,
        "code": loading.code,
        "why": loading.why,
        "left_out": loading.left_out,
    }
    current.output.result({"exported": model, "path": str(out), **facts}, show_it)
