"""`assay lookup`: hosts turned on and off, papers looked up, suggestions accepted, what was asked of whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import Session, argument, command, command_group, option
from assay.cli.history import act
from assay.cli.output import Printed, count
from assay.codec import to_json
from assay.errors import BadInput
from assay.types import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.ingest.lookups import LookUps
    from assay.ingest.types import LookedUp
    from assay.library import Action, Library
    from assay.lookup import Asked, Consent, Suggestion

HostName = Annotated[str, argument("crossref, arxiv or openalex.", metavar="HOST")]
Papers = Annotated[list[str] | None, argument("Only suggestions for these papers.", metavar="[DOC_ID...]")]
Fields = Annotated[list[str] | None, option("Only this field, such as abstract; repeatable.", "--field")]
Every = Annotated[bool, option("All suggestions that are open.", "--all")]


commands = command_group(
    "lookup", "Ask Crossref, arXiv and OpenAlex what a PDF does not say. Each is off until it is enabled."
)


# -- who may be asked ---------------------------------------------------------------------------------------


@command(commands, "list")
def list_hosts(current: Session) -> None:
    """List the hosts, and which of them are on."""
    from assay.lookup import Consent

    _show_consent(current, Consent.load())


@command(commands, "enable")
def enable(current: Session, host: HostName) -> None:
    """Let `assay lookup run` ask this host, in all libraries of yours. Nothing is sent by this alone."""
    _keep_host(current, host, on=True)


@command(commands, "disable")
def disable(current: Session, host: HostName) -> None:
    """Stop asking this host."""
    _keep_host(current, host, on=False)


@command(commands, "contact")
def contact(
    current: Session, address: Annotated[str, argument("Your e-mail address; an empty text for none.")]
) -> None:
    """Send your e-mail address with each request, so that a host can contact you before blocking you."""
    from assay.lookup import Consent

    consent = Consent.load().with_contact(address)
    consent.save()
    _show_consent(current, consent)


def _keep_host(current: Session, host: str, *, on: bool) -> None:
    from assay.lookup import Consent

    consent = Consent.load().with_host(host, on=on)
    consent.save()
    _show_consent(current, consent)


def _show_consent(current: Session, consent: Consent) -> None:
    from assay.lookup import HOSTS

    rows = [
        {"host": host.name, "title": host.title, "address": host.domain, "on": host.name in consent.hosts}
        for host in HOSTS.values()
    ]

    def show() -> Iterator[Printed]:
        for row in rows:
            yield f"{row['host']:9} {'on ' if row['on'] else 'off'}  {row['address']}"
        yield f"contact   {consent.contact or 'none'}"

    current.answer({"hosts": rows, "contact": consent.contact}, show())


# -- asking -------------------------------------------------------------------------------------------------


@command(commands, "run", progress=True)
def run(
    current: Session,
    *,
    needs_review: Annotated[bool, option("Only papers of PDFs that need review.")] = False,
    ids: Annotated[
        list[str] | None, option("Only this paper, also without a PDF; repeatable.", "--ids")
    ] = None,
) -> None:
    """Ask the hosts that are on about papers with a PDF that lack something. A stopped run goes on later."""
    if needs_review and ids:
        raise BadInput("--needs-review and --ids each say which papers to look up. Give one of them.")
    with current.open() as workspace, current.progress() as report:
        done = _look_ups(workspace.library).run(ids, doubtful=needs_review, progress=report)
    current.answer(to_json(done), _show_run(done))


def _show_run(done: LookedUp) -> Iterator[Printed]:
    yield (
        f"{count(done.n_papers, 'paper')} looked up by {count(done.n_requests, 'request')}; "
        f"{count(done.n_suggestions, 'suggestion')}: `assay lookup suggestions`"
    )
    for sentence in done.away:
        yield one_line(sentence)


@command(commands, "log")
def log(
    current: Session,
    *,
    show: Annotated[int, option("How many requests, the latest first.", "--show", min=0)] = 50,
) -> None:
    """Show what was asked of whom, for which paper, and what came of it."""
    with current.open() as workspace:
        asked = _look_ups(workspace.library).log(limit=show)
    current.answer({"requests": asked}, _show_log(asked))


def _show_log(asked: Sequence[Asked]) -> Iterator[Printed]:
    for one in asked:
        came = one.outcome or "no answer is known"
        yield one_line(f"{one.asked_at:%Y-%m-%d %H:%M:%S} UTC  {one.doc_id}  {one.sent}  {came}")
    if not asked:
        yield "Nothing was ever asked for this library."


# -- suggestions --------------------------------------------------------------------------------------------


@command(commands, "suggestions")
def suggestions(current: Session, doc_ids: Papers = None) -> None:
    """List what the hosts' answers suggest, each field as it is and as it would be."""
    with current.open() as workspace:
        found = _look_ups(workspace.library).suggestions(doc_ids or None)
    current.answer({"suggestions": found}, show_suggestions(found))


@command(commands, "accept")
def accept(current: Session, doc_ids: Papers = None, *, field: Fields = None, every: Every = False) -> None:
    """Write suggestions into their papers. `assay history undo` takes that back."""

    def write(library: Library) -> Action:
        work = _look_ups(library)
        return work.accept(_chosen(work, doc_ids, field, every=every))

    act(current, write)


@command(commands, "decline")
def decline(current: Session, doc_ids: Papers = None, *, field: Fields = None, every: Every = False) -> None:
    """Take suggestions off the list for good."""
    with current.open() as workspace:
        work = _look_ups(workspace.library)
        chosen = _chosen(work, doc_ids, field, every=every)
        work.decline(chosen)
    current.answer({"declined": chosen}, f"{count(len(chosen), 'suggestion')} declined")


def show_suggestions(found: Sequence[Suggestion]) -> Iterator[Printed]:
    """Each suggestion in two lines."""
    for one in found:
        before = in_words(one.before) or "(nothing)"
        yield f"{one.doc_id}  {one.field}, by {one.host}"
        yield f"    - {before[:200]}\n    + {in_words(one.after)[:200]}"
    if not found:
        yield "There are no suggestions."


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
