"""Commands about models: which there are, how each came to be, which is active, and what each is worth."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import platformdirs
import typer

from assay.cli.app import Session, app, argument, command, command_group, option
from assay.cli.options import AutoDevice, MaxLength, Pooling, PoolingOption, TestSeed, with_pooling
from assay.cli.output import Printed, table
from assay.cli.training.output import duration
from assay.codec import from_json, shallow, to_json
from assay.config import Config
from assay.encoding import BASE_MODEL, DEFAULT_MODEL, HASHING_MODEL, FolderCache
from assay.encoding.multiformat.ensemble import HOWS, How
from assay.encoding.multiformat.sizes import model_size
from assay.errors import BadInput, LibraryMissing, ModelError
from assay.evaluation.measures import FORMS, parse_measures
from assay.models.types import DeletedModel, ExportedModel, ModelComparison, Promotion, Speed
from assay.searching.vector_files import VectorFile, check_target, write_vectors
from assay.types import TaskFormat

if TYPE_CHECKING:
    from assay.registry.card import Card


Adapter = Annotated[Path | None, option("The folder of this format's adapter.")]
ModelId = Annotated[str, argument("A model's id, or its name: `assay models` lists them.")]
commands = command_group("model", "Trained models: their cards, and which one is active.")


def _id_of(model: str) -> str:
    from assay.registry.loading import open_registry

    return open_registry().id_of(model)


@command(app, "models")
@command(commands, "list")
def models(current: Session) -> None:
    """List the models: those trained here, and those that this library knows; what each has indexed."""
    from assay.search import indexed_models

    try:
        with current.open() as workspace:
            rows = _rows(workspace.config.model, indexed_models(workspace.vector_store))
    except LibraryMissing:
        rows = _rows(Config().model, {})
    current.answer({"models": rows}, map(_line, rows))


def _line(row: dict[str, object]) -> str:
    parts = [str(row["kind"])] if row.get("kind") else []
    parts.append(f"{row['indexed']} {'paper' if row['indexed'] == 1 else 'papers'} indexed")
    if row.get("created"):
        parts.append(f"{'trained' if row['trained'] else 'added'} {str(row['created'])[:10]}")
    if row.get("encoder_fingerprint"):
        parts.append(f"encoder {row['encoder_fingerprint']}")
    if row.get("damage"):
        parts.append(f"DAMAGED: {row['damage']}")
    if row.get("deleted"):
        parts.append("DELETED: only its index is left")
    return f"{'*' if row['active'] else ' '} {row['id']}  {', '.join(parts)}"


def _rows(active: str, indexed: Mapping[str, int]) -> list[dict[str, object]]:
    """Return the trained models first, the newest at the top; `indexed`: name -> number of papers."""
    from assay.registry.loading import open_registry

    registry = open_registry()
    cards = {card.model_id: card for card in registry.cards()}
    names = dict.fromkeys([*cards, DEFAULT_MODEL, BASE_MODEL, active, *indexed, HASHING_MODEL])
    gone = {name: {"deleted": True} for name in names if registry.is_id(name) and name not in cards}
    kinds = {name: "encoder" for name in names if name not in cards and name not in gone}
    kinds |= {name: _kind(registry.folder(name)) for name, card in cards.items() if not card.damage}
    return [
        {
            "id": name,
            "active": name == active,
            "indexed": indexed.get(name, 0),
            **({"kind": kinds[name]} if name in kinds else {}),
            **(_summary(cards[name]) if name in cards else gone.get(name, {})),
        }
        for name in names
    ]


def _kind(folder: Path) -> str:
    """Return what a model can do: of all but those that score pairs, vectors of texts."""
    from assay.encoding.model_files.scorer import scorer_kind

    return scorer_kind(folder) or "encoder"


def _summary(card: Card) -> dict[str, object]:
    """Return what a list says of a trained model."""
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


@command(commands, "add")
def add(
    current: Session,
    folder: Annotated[Path, argument("A finished run, or a model's folder.")],
    *,
    name: Annotated[str, option("What to call it; the card's name if not given.")] = "",
    pooling: Pooling = None,
    by_product: Annotated[
        bool,
        option(
            "Rank papers by the inner product, as for TAS-B and RepBERT, where the folder does not say so.",
            "--by-product",
        ),
    ] = False,
) -> None:
    """Copy a finished run or a model's folder to the models, once it has encoded a text.

    Takes a sentence-transformers folder, be it of vectors, a cross-encoder, sparse encoder or one of late
    interaction, and a transformer as it is published: config.json, vocab.txt and pytorch_model.bin, which is
    kept as safetensors; of SciRepEval's, MTL CTRL (with control codes) and PALs too. No library uses the
    model until it is promoted.
    """
    from assay.registry.loading import add_model, scorer_folder

    card = add_model(
        folder, name=name, pooling=None if pooling is None else pooling.value, by_product=by_product
    )
    use = f"search with it: assay model promote {card.model_id}"
    if scorer_folder(card.model_id) is not None:
        use = f"rerank with it: assay search TEXT --rerank {card.model_id}"
    current.answer(card, f"Added {card.model_id}. To {use}")


@command(commands, "ensemble")
def ensemble(
    current: Session,
    members: Annotated[list[str], argument("Two or more models' ids or names.")],
    *,
    how: Annotated[
        How, option("mean: of the vectors (SciRepEval); concat: the vectors side by side.")
    ] = How.MEAN,
    name: Annotated[str, option("What to call it; after its members if not given.")] = "",
) -> None:
    """Make one model of several with a vector for each format; vectors are combined as they are."""
    from assay.models.ensembles import make_ensemble

    made = make_ensemble(members, how=how, name=name)
    name = made.card.model_id
    line = f"Added {name}, {HOWS[how]}: {made.card.dim} dimensions for {', '.join(made.formats)}. "
    left_out = f"Left out, for not all members have them: {', '.join(made.left_out)}."
    lines = [left_out] * bool(made.left_out) + [f"{line}To search with it: assay model promote {name}"]
    current.answer({**shallow(made.card), "formats": made.formats, "left_out": made.left_out}, lines)


@command(commands, "show")
def show(current: Session, model: ModelId) -> None:
    """Show a model's card: recipe, data, losses, scores, time, device, versions.

    The models that come with Assay have cards too: assay-papers, all-MiniLM-L6-v2.
    """
    from assay.registry.packaged_models import find_card, folder_of

    model = _id_of(model)
    card = find_card(model)
    formats = _size_in_words(folder_of(model))
    current.answer(card, _show_card(card, formats=formats))


def _show_card(card: Card, *, formats: str) -> Iterator[Printed]:
    yield f"{card.model_id}  {card.name}"
    facts = {
        "base": card.base.get("id", ""),
        "vectors": f"{card.dim} dimensions",
        "texts": f"title {card.separator.strip()} abstract, {card.max_length} tokens",
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
    yield table(("", ""), [(key, value) for key, value in facts.items() if value != ""])
    for data in card.objectives:
        yield (
            f"data {data.name} ({data.kind}): {data.n_train} examples, {data.n_validation} held out, "
            f"{sum(data.left_out.values())} left out"
        )
        for file, digest in data.files.items():
            yield f"  {file}  sha256 {digest}"
    for row in card.stage_facts:
        measure = "nDCG@10" if row.by_ndcg else "validation loss"
        before = "" if row.before is None else f", {row.before} before"
        yield (
            f"stage {row.name}: {row.steps} steps, {measure} {row.best} at {row.best_step}{before}; "
            f"{row.stopped}"
        )
    for key, value in card.scores.items():
        words = _speed_in_words if key == "speed" else _comparison_in_words
        yield f"{'' if key == 'speed' else 'score '}{key}: {words(value)}"
    if card.recipe:
        yield f"\n{card.recipe}"


def _spent(card: Card) -> str:
    if not card.device:
        return ""
    return f", {card.seconds:.0f} s on {card.world} x {card.device}, {card.precision}"


@command(commands, "diff")
def diff(
    current: Session, model: ModelId, other: Annotated[str, argument("The model to compare it with.")]
) -> None:
    """Show what differs between two models' cards, key by key."""
    from assay.registry.packaged_models import differences_of

    model, other = map(_id_of, (model, other))
    found = differences_of(model, other)
    rows = [
        (one.key, "-" if one.a is None else one.a, "-" if one.b is None else one.b)
        for one in found.differences
    ]
    current.answer(found, table(("Key", model, other), rows, none="The cards are the same."))


Index = Annotated[
    bool, option("Build its index first; until it is whole, the library searches as before.", "--index")
]


@command(commands, "promote", progress=True)
def promote(
    current: Session,
    model: Annotated[str, argument("A trained model's id, or any model by its name.")],
    *,
    index: Index = False,
    dry_run: Annotated[
        bool, option("Say how many papers must be encoded and how long it takes.", "--dry-run")
    ] = False,
) -> None:
    """Let the library search with this model from now on. Its papers must be indexed with it."""
    from assay.models.promotion import ModelWork

    with current.open() as workspace:
        if dry_run:
            plan = ModelWork(workspace).plan(model)
            line = (
                f"{plan.n_papers - plan.n_indexed} of {plan.n_papers} papers are not in its index; "
                f"{plan.n_new} must be encoded: about {duration(plan.seconds)}."
            )
            current.answer(plan, line)
            return
        with current.progress() as report:
            promotion = ModelWork(workspace).promote(model, index=index, progress=report)
    _answer(current, promotion)


@command(commands, "rollback", progress=True)
def rollback(current: Session, *, index: Index = False) -> None:
    """Go back to the model that the library had before the present one."""
    from assay.models.promotion import ModelWork

    with current.open() as workspace, current.progress() as report:
        promotion = ModelWork(workspace).rollback(index=index, progress=report)
    _answer(current, promotion)


def _answer(current: Session, promotion: Promotion) -> None:
    def show_it() -> Iterator[Printed]:
        for name in promotion.passed_over:
            yield f"Passed over {name}: it has been deleted."
        yield (
            f"The library now searches with {promotion.model} instead of {promotion.before}."
            if promotion.changed
            else f"The library searches with {promotion.model}, as before."
        )
        if promotion.must_index:
            yield (
                f"{promotion.n_indexed} of {promotion.n_papers} papers are indexed with it. Run "
                "`assay index`."
            )

    current.answer(promotion, show_it())


@command(commands, "delete")
def delete(
    current: Session,
    model: ModelId,
    *,
    yes: Annotated[bool, option("Do not ask; scripts are never asked.", "--yes")] = False,
) -> None:
    """Delete a trained model for good, and this library's index of it. One that a library uses stays."""
    from assay.models.promotion import ModelWork, delete_model

    model = _id_of(model)
    if not (yes or current.output.as_json) and sys.stdin and sys.stdin.isatty():  # None where it is closed
        typer.confirm(f"Delete {model}, its card and its scores for good?", abort=True, err=True)
    n_indexed = 0
    try:
        with current.open() as workspace:
            n_indexed = ModelWork(workspace).delete(model)
    except LibraryMissing:
        delete_model(model)
    index = f" and its index of {n_indexed} papers" if n_indexed else ""
    current.answer(DeletedModel(model, n_indexed), f"Deleted {model}{index}")


@command(commands, "export")
def export(
    current: Session, model: ModelId, out: Annotated[Path, argument("A folder that is not there yet.")]
) -> None:
    """Write a model as a folder that sentence-transformers loads with the same vectors, with its card.

    The models that come with Assay can be exported too. A model that sentence-transformers has no parts for
    (task formats, ensembles) brings the code that computes its vectors; the answer says so.
    """
    from assay.registry.packaged_models import export_model

    model = _id_of(model)
    loading = export_model(model, out)
    answer = ExportedModel(model, str(out), loading.call, loading.code, loading.why, loading.left_out)
    current.answer(answer, [f"Exported {model} to {out}", loading.words])


@command(commands, "adapters")
def adapters(
    current: Session,
    base: Annotated[str, argument("The base's folder, such as SPECTER2's, or its name.")],
    *,
    clf: Adapter = None,
    rgn: Adapter = None,
    prx: Adapter = None,
    qry: Adapter = None,
    fusion: Annotated[
        Path | None,
        option("A folder of fusions over them, [CLF]_fusion and so on, as SciRepEval saves them."),
    ] = None,
    pooling: Annotated[
        PoolingOption, option("Where a vector is read: cls, as SPECTER2's, mean or last.")
    ] = PoolingOption.CLS,
    same_base: Annotated[
        bool, option("The adapters' base is this one under another name.", "--same-base")
    ] = False,
    name: Annotated[str, option("What to call it; after its base if not given.")] = "",
) -> None:
    """Make a model of a base and adapters in AdapterHub's layout (seq_bn), one for each format.

    Reads adapter_config.json with adapter.safetensors, model.safetensors or pytorch_adapter.bin. A
    search needs --prx and --qry.
    """
    from assay.models.adapter_models import add_adapters

    given = {TaskFormat.CLF: clf, TaskFormat.RGN: rgn, TaskFormat.PRX: prx, TaskFormat.QRY: qry}
    folders = {each: path for each, path in given.items() if path is not None}
    card = add_adapters(base, folders, fusion=fusion, name=name, pooling=pooling.value, same_base=same_base)
    current.answer(
        {**shallow(card), "formats": [each.value for each in folders]},
        f"Added {card.model_id}: {card.dim} dimensions for {', '.join(folders)}. {_next(card, folders)}",
    )


def _next(card: Card, folders: Collection[TaskFormat]) -> str:
    """Return what may be done with the model."""
    if {TaskFormat.PRX, TaskFormat.QRY} <= {*folders}:
        return f"To search with it: assay model promote {card.model_id}"
    return "A search needs adapters for PRX and QRY; this model is for tasks of its own formats."


@command(commands, "evaluate", progress=True)
def evaluate(
    current: Session,
    model: Annotated[str, argument("A trained model's id, or any model by its name.")],
    *,
    against: Annotated[
        str | None, option("The model to compare with; the library's own if not given.")
    ] = None,
    beir: Annotated[Path | None, option("Measure on a BEIR folder.")] = None,
    split: Annotated[str, option("Which qrels of the BEIR folder.")] = "test",
    campaign: Annotated[str, option("Measure on a campaign's release.")] = "",
    release: Annotated[int | None, option("Which one; the latest if not given.", min=1)] = None,
    queries: Annotated[Path | None, option("Ask only these: query ids, one a line.")] = None,
    measure: Annotated[
        list[str] | None, option(f"A measure; repeatable; the first decides. {FORMS}.", "--measure", "-m")
    ] = None,
    seed: TestSeed = 0,
    pooling: Pooling = None,
) -> None:
    """Compare a model with the active one on the library's judgements, a BEIR folder or a campaign's release.

    The figures are kept on the model's card. Nothing is promoted by this.
    """
    from assay.models.promotion import ModelWork
    from assay.models.test_sets import TestChoice

    measures = parse_measures(measure or ())
    model = with_pooling(model, pooling)
    on = TestChoice(beir=beir, split=split, campaign=campaign, release=release, queries=queries)
    with current.open(create=beir is not None) as workspace, current.progress() as report:
        found = ModelWork(workspace).compare(
            model, against, on=on, measures=measures, seed=seed, progress=report
        )
    current.answer(to_json(found), _show_comparison(found))


def _show_comparison(found: ModelComparison) -> Iterator[Printed]:
    yield f"{found.test_set}: {found.n_queries} queries, {found.n_papers} papers"
    if found.overlap is not None and found.overlap.warning:
        yield f"Mind: {found.overlap.warning}"
    base, new = found.against, found.model
    rows = []
    compared = {one.measure: one for one in found.comparisons}
    for measure, value in new.mean.items():
        one = compared.get(measure)
        figures = (
            (
                f"{one.difference:+.4f}",
                f"[{one.ci_low:+.4f}, {one.ci_high:+.4f}]",
                f"{one.p_randomisation:.4f}",
            )
            if one
            else ("", "", "")
        )
        rows.append((measure, f"{base.mean[measure]:.4f}", f"{value:.4f}", *figures))
    yield table(("", f"#{base.model}", f"#{new.model}", "#difference", "#95 % interval", "#p"), rows)
    yield "Intervals by bootstrap, p by a paired randomisation test: near 0.05 the two may disagree."
    first = found.decides
    yield f"{first.measure}: {first.wins} queries better, {first.losses} worse, {first.ties} equal"
    if found.condensed is not None:
        one = found.condensed
        yield (
            f"Of judged papers alone: {one.measure} {one.mean_a:.4f} and {one.mean_b:.4f}, difference "
            f"{one.difference:+.4f} [{one.ci_low:+.4f}, {one.ci_high:+.4f}], p = {one.p_randomisation:.4f}"
        )
    yield from (*found.notes, *found.warnings)


def _comparison_in_words(score: Any) -> str:
    """Return one line of what a card keeps of a comparison."""
    try:
        found = from_json(score, ModelComparison)
    except BadInput:  # a figure that another program put there
        return str(score)
    one, overlap = found.decides, found.overlap
    learned = ""
    if overlap is not None and overlap.n_queries:
        clean = overlap.clean
        rest = "; no test" if clean is None else f"; on the {overlap.n_clean} others {clean.difference:+.4f}"
        learned = f", learned from {overlap.n_queries} of its queries{rest}"
    return (
        f"{one.measure} {one.mean_b:.4f}, {one.difference:+.4f} [{one.ci_low:+.4f}, {one.ci_high:+.4f}], "
        f"p = {one.p_randomisation:.4f}, n = {found.n_queries}, "
        f"Judged@10 {found.model.judged_at_10:.2f}{learned}"
    )


@command(commands, "speed", progress=True)
def speed(
    current: Session,
    model: Annotated[str, argument("A trained model's id: `assay models` lists them.")],
    *,
    device: AutoDevice = "auto",
) -> None:
    """Time a model on this machine: texts a second for one vector, and for those of all formats.

    The figures are kept on the model's card.
    """
    from assay.models.speed import measure_speed

    with current.progress() as report:
        found = measure_speed(model, device=device, progress=report)
    answer = to_json(found)
    current.answer({"model": model, **answer}, _speed_in_words(answer))


_ALIKE = 0.97
"""Rates nearer than this are called equal: a machine's own unrest makes as much."""


def _speed_in_words(kept: Any) -> str:
    """Return one line of what a card keeps of a `Speed`."""
    try:
        found = from_json(kept, Speed)
    except BadInput:  # a figure that another program put there
        return str(kept)
    every = ""
    if found.n_vectors > 1:
        rate = "as many" if found.every > _ALIKE * found.one else f"{found.every:.1f}"
        every = f", {rate} for all its {found.n_vectors}"
    return (
        f"{found.one:.1f} texts a second for one vector{every} ({found.device}, {found.n_texts} texts, "
        f"{found.created})"
    )


def _size_in_words(folder: Path) -> str:
    """The formats of a model of the registry and what each has of its own; "" for a model with one vector."""
    try:
        size = model_size(folder)
    except ModelError as error:  # its base may be gone, and all else is still to be said
        return str(error)
    own = ", ".join(f"{each} {n:,}" for each, n in size.of_format.items())
    shared = f", {size.shared:,} shared by them" if size.shared else ""
    return f"{size.variant}: {own} of their own{shared}, over a base of {size.base:,}" if own else ""


_SHOWN = 5  # entries that were left out


@command(app, "encode", progress=True)
def encode(
    current: Session,
    file: Annotated[Path, argument("Papers in any format that can be imported, or queries.")],
    *,
    out: Annotated[Path, option("The file to write: .npy (with an .ids.txt of its name) or .parquet.")],
    model: Annotated[str, option("A model's id, or a folder; the default model if not given.")] = "",
    format: Annotated[
        TaskFormat, option("What the vectors are for; QRY reads the file as queries.", case_sensitive=False)
    ] = TaskFormat.PRX,
    max_length: MaxLength = None,
    device: AutoDevice = "auto",
    pooling: Pooling = None,
    force: Annotated[bool, option("Replace a file that is there already.", "--force")] = False,
) -> None:
    """Write the vectors of a file's papers, or of its queries, with their ids. No library is needed.

    Reads and writes the file in parts of 1,024 rows. What was encoded is cached: a call that was stopped
    resumes from there when it is made again.
    """
    from assay.registry.loading import check_length, load_named

    if not file.exists():
        raise BadInput(f"There is no file {file}.")
    check_target(out, overwrite=force)
    encoder = load_named(with_pooling(model, pooling) or DEFAULT_MODEL, max_length=max_length, device=device)
    check_length(encoder, max_length)
    cache = FolderCache(platformdirs.user_cache_path("assay", appauthor=False) / "vectors")
    with current.progress() as report:
        made = write_vectors(file, out, encoder, format=format, cache=cache, overwrite=force, progress=report)
    facts = {"model": encoder.name, "format": format.value, "fingerprint": encoder.fingerprint(format)}
    current.answer({**shallow(made), **facts}, _encoded_lines(made))


def _encoded_lines(made: VectorFile) -> Iterator[Printed]:
    ids = "" if made.ids is None else f", their ids in {made.ids}"
    yield (
        f"Wrote {made.rows:,} vectors of {made.dim} dimensions to {made.path}{ids}; {made.encoded:,} "
        "texts were encoded, the others were cached."
    )
    for failure in made.left_out[:_SHOWN]:
        yield f"left out: {failure}"
    if len(made.left_out) > _SHOWN:
        yield f"and {len(made.left_out) - _SHOWN:,} more entries left out"
