"""The data card as Markdown, for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from assay.errors import BadInput
from assay.types import GRADES

CARD_FORMAT = 1
UNDEFINED = "undefined"
_RULES = {
    "unanimous": "only pairs on which all raters agree",
    "majority": "the grade that more than half of a pair's raters gave",
    "median": "the lower median of a pair's grades",
    "adjudicated": "the grade that all of a pair's raters gave, or else the one an adjudicator settled on",
}
_SOURCES = {
    "single": "single: one rater",
    "unanimous": "unanimous: all raters of the pair agree",
    "majority": "majority: more than half of them",
    "median": "median: the lower median",
    "adjudicated": "adjudicated: settled by an adjudicator",
}
_GRADE_NAMES = ("0 (not relevant)", "1 (relevant)", "2 (very relevant)")


def card_markdown(card: Mapping[str, Any]) -> str:
    """The card that `data_card` made, or one read back from JSON; ends with a line feed.

    Raises BadInput for a card of another format.
    """
    if card.get("format") != CARD_FORMAT:
        raise BadInput(
            f"This data card has the format {card.get('format')!r}, and {CARD_FORMAT} is known here. "
            "A later version of Assay may have made it: read it there, or as JSON."
        )
    parts = (_head, _release, _corpus, _pools, _raters, _agreement, _queries, _missing, _guideline)
    return "\n".join(line for part in parts for line in part(card)).rstrip("\n") + "\n"


def _head(card: Mapping[str, Any]) -> Iterator[str]:
    campaign, release = card["campaign"], card["release"]
    yield f"# {_text(campaign['name'])}, release {release['version']}"
    yield ""
    yield from _table(
        ("", ""),
        [
            ("released", release["created"]),
            ("SHA-256 of the release", f"`{release['sha256']}`"),
            ("campaign", f"`{campaign['uuid']}`, begun {campaign['created']}"),
            ("rule", f"{release['rule']}: {_RULES[release['rule']]}; {_few(release.get('min_raters', 1))}"),
            ("relevance", "0 not relevant, 1 relevant, 2 very relevant"),
        ],
    )


def _few(min_raters: int) -> str:
    """What becomes of a pair that fewer judged than were asked to."""
    if min_raters == 1:
        return "a pair that only one rater graded keeps that grade (single)"
    return f"a pair with fewer than {min_raters} grades is left out unless an adjudicator settled it"


def _release(card: Mapping[str, Any]) -> Iterator[str]:
    release = card["release"]
    n = release["n_items"]
    yield "## Judgements"
    yield ""
    n_judged = sum(query["n"] > 0 for query in card["queries"])
    yield f"{_n(n, 'pair')} of query and paper, over {n_judged:,} of {_n(len(card['queries']), 'query')}."
    yield ""
    rows = [(_GRADE_NAMES[grade], release["grades"][str(grade)]) for grade in GRADES]
    yield from _table(("grade", "pairs", "share"), [(name, f"{k:,}", _percent(k, n)) for name, k in rows])
    sources = [(_SOURCES[source], f"{k:,}", _percent(k, n)) for source, k in release["sources"].items()]
    yield from _table(("how the grade came about", "pairs", "share"), sources)


def _corpus(card: Mapping[str, Any]) -> Iterator[str]:
    corpus, changed = card["corpus"], card["changed_papers"]
    yield "## Corpus"
    yield ""
    yield f"{_n(corpus['n_papers'], 'paper')}, frozen with the SHA-256 `{corpus['sha256'] or 'not frozen'}`."
    if changed:
        yield f"Changed or removed since: {_n(len(changed), 'paper')}, {', '.join(map(_code, changed))}."
    if later := card.get("export", {}).get("changed_papers", ()):
        yield (
            f"Written with the texts of the day of export, which differ from the frozen ones for "
            f"{_n(len(later), 'paper')}: {', '.join(map(_code, later))}."
        )
    yield ""


def _pools(card: Mapping[str, Any]) -> Iterator[str]:
    yield "## Pools"
    yield ""
    yield from _table(
        ("round", "strategy", "depth", "runs", "new pairs", "made"),
        [
            (
                one["round"],
                one["strategy"],
                _depth(one["params"]),
                ", ".join(_text(tag) for tag in one["params"].get("runs", ())) or "none",
                f"{one['n_pairs']:,}",
                one["created"],
            )
            for one in card["pools"]
        ],
    )
    yield from _table(
        ("run", "mode", "model", "text", "fingerprint"),
        [
            (
                *(_text(run[key]) or "not known" for key in ("tag", "mode", "model", "text")),
                _text(run["fingerprint"]) or ("none" if run["mode"] == "keyword" else "not known"),
            )
            for run in card["runs"]
        ],
    )
    if card["bias_note"]:
        yield _text(card["bias_note"])
        yield ""


def _raters(card: Mapping[str, Any]) -> Iterator[str]:
    raters = card["raters"]
    yield "## Raters"
    yield ""
    yield (
        f"{_n(len(raters['graded']), 'assessor')}, up to {raters['per_pair']} for a pair, "
        f"{raters['queue']} pairs, each in an order of their own (seed {raters['seed']})."
    )
    yield ""
    yield from _table(("assessor", "grades"), [(_text(who), f"{n:,}") for who, n in raters["graded"].items()])
    if raters.get("conflicts"):  # no card said so before it was counted
        yield f"Judged differently on two machines by one assessor: {_n(raters['conflicts'], 'judgement')}."
        yield ""
    by_n = [(n, f"{count:,}") for n, count in raters["n_grades_of_pair"].items()]
    yield from _table(("grades of a pair", "released pairs"), by_n)


def _agreement(card: Mapping[str, Any]) -> Iterator[str]:
    found = card["agreement"]
    yield "## Agreement"
    yield ""
    yield (
        f"{_n(found['n_ratings'], 'grade')} on {_n(found['n_items'], 'pair')}; with two or more grades: "
        f"{found['n_co_rated']:,}. Coefficients are {UNDEFINED} where nothing was graded twice, "
        "or where only one grade was ever given."
    )
    yield ""
    yield from _table(
        ("measure", "value", "co-rated pairs"),
        [
            ("raw agreement", _number(found["raw"]), f"{found['n_co_rated']:,}"),
            ("Krippendorff's alpha, ordinal", _number(found["alpha"]), f"{found['n_co_rated']:,}"),
        ],
    )
    yield from _table(
        ("assessors", "co-rated pairs", "raw", "kappa", "linear kappa", "quadratic kappa", "alpha"),
        [
            (
                f"{_text(pair['assessor_a'])} and {_text(pair['assessor_b'])}",
                f"{pair['n']:,}",
                *(_number(pair[key]) for key in ("raw", "kappa", "linear_kappa", "quadratic_kappa", "alpha")),
            )
            for pair in found["pairs"]
        ],
    )
    yield "Every two grades of one pair, both ways round:"
    yield ""
    rows = [(grade, *(f"{n:,}" for n in found["confusion"][grade])) for grade in GRADES]
    yield from _table(("", *map(str, GRADES)), rows)


def _queries(card: Mapping[str, Any]) -> Iterator[str]:
    agreed = card["agreement"]["per_query"]
    nothing = {"n_co_rated": 0, "raw": None, "alpha": None}
    yield "## Queries"
    yield ""
    rows = []
    for query in card["queries"]:
        one = agreed.get(query["query_id"], nothing)
        counts = (f"{query['grades'][str(grade)]:,}" for grade in GRADES)
        numbers = (f"{one['n_co_rated']:,}", _number(one["raw"]), _number(one["alpha"]))
        rows.append((_code(query["query_id"]), _text(query["text"]), f"{query['n']:,}", *counts, *numbers))
    yield from _table(("query", "text", "pairs", *map(str, GRADES), "co-rated", "raw", "alpha"), rows)


def _missing(card: Mapping[str, Any]) -> Iterator[str]:
    missing = card["left_out"]
    yield "## Left out"
    yield ""
    if not missing:
        yield "No pair was left out."
        yield ""
        return
    yield f"Pooled or judged, and not in this release: {_n(sum(missing.values()), 'pair')}."
    yield ""
    yield from _table(("why", "pairs"), [(why, f"{n:,}") for why, n in missing.items()])


def _guideline(card: Mapping[str, Any]) -> Iterator[str]:
    guideline = card["guideline"]
    yield "## Guideline"
    yield ""
    if guideline is None:
        yield "None was written."
        return
    yield f"Version {guideline['version']}, SHA-256 `{guideline['sha256']}`:"
    yield ""
    # Quoted, so that its headings are not taken for the card's.
    yield from (f"> {line}".rstrip() for line in guideline["markdown"].splitlines())


def _depth(params: Mapping[str, Any]) -> str:
    return str(params.get("depth", params.get("k", "none")))


def _n(n: int, noun: str) -> str:
    plural = noun.removesuffix("y") + "ies" if noun.endswith("y") else noun + "s"
    return f"{n:,} {noun if n == 1 else plural}"


def _number(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.3f}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else UNDEFINED


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """A table and an empty line; nothing at all without rows."""
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    if lines:
        yield f"| {' | '.join(head)} |"
        yield "|" + "---|" * len(head)
        yield from lines
        yield ""


def _text(text: object) -> str:
    """Text that stays in its cell and is no markup."""
    flat = " ".join(str(text).split())
    for mark in "\\|`*_<>[]":
        flat = flat.replace(mark, "\\" + mark)
    return flat


def _code(text: object) -> str:
    flat = " ".join(str(text).split()).replace("|", "\\|")
    return f"`` {flat} ``" if "`" in flat else f"`{flat}`"
