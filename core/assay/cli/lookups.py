"""`assay lookup`: hosts turned on and off, papers looked up, suggestions accepted, what was asked of whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from assay.cli.app import Group, Json, Report, session
from assay.cli.history import act
from assay.cli.output import ProgressKind, count, plain
from assay.codec import to_json
from assay.errors import BadInput
from assay.types import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from assay.ingest.lookups import LookUps
    from assay.ingest.types import LookedUp
    from assay.library import Action, Library
    from assay.lookup import Asked, Consent, Suggestion

HostName = Annotated[str, typer.Argument(metavar="HOST", help="crossref, arxiv or openalex.")]
Papers = Annotated[
    list[str] | None, typer.Argument(metavar="[DOC_ID...]", help="Only suggestions for these papers.")
]
Fields = Annotated[
    list[str] | None, typer.Option("--field", help="Only this field, such as abstract; repeatable.")
]
Every = Annotated[bool, typer.Option("--all", help="All suggestions that are open.")]


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    group = typer.Typer(
        cls=Group,
        help="Ask Crossref, arXiv and OpenAlex what a PDF does not say. Each is off until it is enabled.",
        no_args_is_help=True,
    )
    group.command("list")(list_hosts)
    group.command("enable")(enable)
    group.command("disable")(disable)
    group.command("contact")(contact)
    group.command("run")(run)
    group.command("suggestions")(suggestions)
    group.command("accept")(accept)
    group.command("decline")(decline)
    group.command("log")(log)
    app.add_typer(group, name="lookup")


# -- who may be asked ---------------------------------------------------------------------------------------


def list_hosts(context: typer.Context, *, json: Json = False) -> None:
    """List the hosts, and which of them are on."""
    from assay.lookup import Consent

    _show_consent(context, Consent.load(), json=json)


def enable(context: typer.Context, host: HostName, *, json: Json = False) -> None:
    """Let `assay lookup run` ask this host, in all libraries of yours. Nothing is sent by this alone."""
    _keep_host(context, host, on=True, json=json)


def disable(context: typer.Context, host: HostName, *, json: Json = False) -> None:
    """Stop asking this host."""
    _keep_host(context, host, on=False, json=json)


def contact(
    context: typer.Context,
    address: Annotated[str, typer.Argument(help="Your e-mail address; an empty text for none.")],
    *,
    json: Json = False,
) -> None:
    """Send your e-mail address with each request, so that a host can contact you before blocking you."""
    from assay.lookup import Consent

    consent = Consent.load().with_contact(address)
    consent.save()
    _show_consent(context, consent, json=json)


def _keep_host(context: typer.Context, host: str, *, on: bool, json: bool) -> None:
    from assay.lookup import Consent

    consent = Consent.load().with_host(host, on=on)
    consent.save()
    _show_consent(context, consent, json=json)


def _show_consent(context: typer.Context, consent: Consent, *, json: bool) -> None:
    from assay.lookup import HOSTS

    rows = [
        {"host": host.name, "title": host.title, "address": host.domain, "on": host.name in consent.hosts}
        for host in HOSTS.values()
    ]

    def show(console: Console) -> None:
        for row in rows:
            console.print(f"{row['host']:9} {'on ' if row['on'] else 'off'}  {row['address']}", markup=False)
        console.print(f"contact   {consent.contact or 'none'}", markup=False)

    session(context, json=json).output.result({"hosts": rows, "contact": consent.contact}, show)


# -- asking -------------------------------------------------------------------------------------------------


def run(
    context: typer.Context,
    *,
    needs_review: Annotated[bool, typer.Option(help="Only papers of PDFs that need review.")] = False,
    ids: Annotated[
        list[str] | None, typer.Option("--ids", help="Only this paper, also without a PDF; repeatable.")
    ] = None,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Ask the hosts that are on about papers with a PDF that lack something. A stopped run goes on later."""
    current = session(context, json=json)
    if needs_review and ids:
        raise BadInput("--needs-review and --ids each say which papers to look up. Give one of them.")
    with current.open(create=False) as workspace, current.output.progress(progress) as report:
        done = _look_ups(workspace.library).run(ids, doubtful=needs_review, progress=report)
    current.output.result(to_json(done), lambda console: _show_run(done, console))


def _show_run(done: LookedUp, console: Console) -> None:
    console.print(
        f"{count(done.n_papers, 'paper')} looked up by {count(done.n_requests, 'request')}; "
        f"{count(done.n_suggestions, 'suggestion')}: `assay lookup suggestions`"
    )
    for sentence in done.away:
        console.print(one_line(sentence), markup=False, soft_wrap=True)


def log(
    context: typer.Context,
    *,
    show: Annotated[int, typer.Option("--show", min=0, help="How many requests, the latest first.")] = 50,
    json: Json = False,
) -> None:
    """Show what was asked of whom, for which paper, and what came of it."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        asked = _look_ups(workspace.library).log(limit=show)
    current.output.result({"requests": plain(asked)}, lambda console: _show_log(asked, console))


def _show_log(asked: Sequence[Asked], console: Console) -> None:
    for one in asked:
        came = one.outcome or "no answer is known"
        console.print(
            one_line(f"{one.asked_at:%Y-%m-%d %H:%M:%S} UTC  {one.doc_id}  {one.sent}  {came}"),
            markup=False,
            soft_wrap=True,
        )
    if not asked:
        console.print("Nothing was ever asked for this library.")


# -- suggestions --------------------------------------------------------------------------------------------


def suggestions(context: typer.Context, doc_ids: Papers = None, *, json: Json = False) -> None:
    """List what the hosts' answers suggest, each field as it is and as it would be."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        found = _look_ups(workspace.library).suggestions(doc_ids or None)
    current.output.result({"suggestions": plain(found)}, lambda console: show_suggestions(found, console))


def accept(
    context: typer.Context,
    doc_ids: Papers = None,
    *,
    field: Fields = None,
    every: Every = False,
    json: Json = False,
) -> None:
    """Write suggestions into their papers. `assay history undo` takes that back."""

    def write(library: Library) -> Action:
        work = _look_ups(library)
        return work.accept(_chosen(work, doc_ids, field, every=every))

    act(session(context, json=json), write)


def decline(
    context: typer.Context,
    doc_ids: Papers = None,
    *,
    field: Fields = None,
    every: Every = False,
    json: Json = False,
) -> None:
    """Take suggestions off the list for good."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        work = _look_ups(workspace.library)
        chosen = _chosen(work, doc_ids, field, every=every)
        work.decline(chosen)
    current.output.result(
        {"declined": plain(chosen)},
        lambda console: console.print(f"{count(len(chosen), 'suggestion')} declined"),
    )


def show_suggestions(found: Sequence[Suggestion], console: Console) -> None:
    """Each suggestion in two lines."""
    for one in found:
        before = in_words(one.before) or "(nothing)"
        console.print(f"{one.doc_id}  {one.field}, by {one.host}", markup=False, soft_wrap=True)
        console.print(
            f"    - {before[:200]}\n    + {in_words(one.after)[:200]}", markup=False, soft_wrap=True
        )
    if not found:
        console.print("There are no suggestions.")


def in_words(value: object) -> str:
    """A field as a person reads it."""
    if isinstance(value, tuple):
        return "; ".join(value)
    return "" if value is None else str(value)


def _look_ups(library: Library) -> LookUps:
    from assay.ingest.lookups import LookUps

    return LookUps(library)


def _chosen(
    work: LookUps, doc_ids: Sequence[str] | None, fields: Sequence[str] | None, *, every: bool
) -> list[Suggestion]:
    if not doc_ids and not every:
        raise BadInput("Name papers, or give --all: `assay lookup suggestions` lists what is open.")
    found = work.suggestions(doc_ids or None)
    chosen = [one for one in found if not fields or one.field in fields]
    if not chosen:
        raise BadInput("There is no such suggestion: `assay lookup suggestions` lists what is open.")
    return chosen
