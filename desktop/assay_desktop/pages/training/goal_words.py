"""Goals of training in words: what each is for, what there is for it, its cost, its gain and its test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.messages import Figure
from assay_desktop.pages.training.words import duration, interval_text, local_time, signed
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Iterable

    from assay.goals.types import GoalData, TrainingGoal

_tr = translator("training")


def is_tested(goal: TrainingGoal) -> bool:
    """Return whether enough queries can be held out: on a single one nothing is compared."""
    return goal.test != "held out" or goal.n_test > 1


def goal_title(name: str) -> str:
    words = {
        "search": _tr("Search by query"),
        "similar": _tr("Find similar papers"),
        "topics": _tr("My topics"),
        "grades": _tr("From my grades"),
        "everything": _tr("Everything in this library"),
        "paper": _tr("As in the paper"),
    }
    return words[name]


def goal_about(name: str) -> str:
    """Return what a model of this goal is good for, in a sentence or two."""
    words = {
        "search": _tr("Finds papers for typed queries. Learns from the queries you judged."),
        "similar": _tr("Finds papers similar to a paper. Learns from texts and citations; needs no grades."),
        "topics": _tr("Vectors trained to predict venue, keywords, year and rating. Search does not change."),
        "grades": _tr("Tunes the query encoder. Paper vectors stay unchanged, so nothing is re-indexed."),
        "everything": _tr("Separate vectors for queries, similar papers, topics, years and scores."),
        "paper": _tr("A published recipe: Zeta Alpha, SciRepEval or CODER."),
    }
    return words[name]


def data_words(goal: TrainingGoal) -> str:
    """Return what there is to learn from; of several papers' recipes, what each has."""
    if goal.name == "paper":
        presets = dict.fromkeys(one.preset for one in goal.data)
        return "\n".join(
            f"{name}: {_listed(one for one in goal.data if one.preset == name)}" for name in presets
        )
    return _listed(one for one in goal.data if one.n or one.needed) or _tr("nothing yet")


def _listed(data: Iterable[GoalData]) -> str:
    return " · ".join(map(_datum, data))


def _datum(one: GoalData) -> str:
    words = {
        "queries": _tr("{0} judged {0:query|queries}"),
        "typed": _tr("{0} judged typed {0:query|queries}"),
        "abstracts": _tr("{0} {0:paper|papers} with an abstract"),
        "tldr": _tr("{0} with a TLDR"),
        "citation": _tr("{0} that cite one another"),
        "cocitation": _tr("{0} cited together"),
        "year": _tr("{0} with a year"),
        "rating": _tr("{0} with a rating"),
        "venue": _tr("{0} with a venue"),
        "keywords": _tr("{0} with keywords"),
        "files": _tr("{0} data {0:file|files}"),
        "models": _tr("base model missing") if one.missing else _tr("base model here"),
    }
    there = words[one.kind].format(Figure(numeral(one.n)))
    if one.missing and one.kind != "models":
        return _tr("{0}, {1} needed").format(there, numeral(one.needed))
    return there


def lacks_words(goal: TrainingGoal) -> str:
    """Return how many of what are missing, "" where it can start."""
    words = {
        "queries": _tr(
            "Judge {0} more {0:query: give one of its results|queries: give one result of each} at least "
            "grade 1."
        ),
        "typed": _tr(
            "Judge {0} more typed {0:query: give one of its results|queries: give one result of each} at "
            "least grade 1."
        ),
        "abstracts": _tr("Import {0} more {0:paper|papers} with an abstract."),
        "files": _tr("Data files missing: {0}. The recipe says where they belong."),
        "models": _tr("The base model that the recipe names is not on this machine."),
    }
    label = _tr("Import {0} more {0:paper|papers} with a year, a venue, keywords or a rating.")
    return " ".join(words.get(one.kind, label).format(numeral(one.missing)) for one in goal.lacks)


def time_words(goal: TrainingGoal) -> str:
    """Return how long it takes on this machine, and how that is known."""
    time = goal.time
    if time is None and goal.expected:
        if 90 <= goal.expected[1] < 5400:
            minutes = [numeral(max(1, round(seconds / 60))) for seconds in goal.expected]
            return _tr("about {0} to {1} min on this machine (estimate)").format(*minutes)
        least, most = map(duration, goal.expected)
        return _tr("about {0} to {1} on this machine (estimate)").format(least, most)
    if time is None:
        if goal.name == "grades":
            return _tr("seconds, or minutes with the query encoder")
        return (
            _tr("unknown until the data are available") if goal.lacks else _tr("not measured on this machine")
        )
    how = _tr("the last check, {0}") if time.source == "check" else _tr("the last training, {0}")
    of_last = how.format(local_time(time.created))
    if goal.took:
        least, most = duration(goal.took[0]), duration(goal.took[-1])
        if least != most:
            words = _tr("{0} to {1}, measured {2} times ({3})")
            return words.format(least, most, numeral(len(goal.took)), of_last)
    return _tr("about {0} ({1})").format(duration(time.seconds), of_last)


def gain_words(goal: TrainingGoal) -> str:
    """Return what the last model of this goal brought, else what trials did (docs/benchmarks.md)."""
    gain = goal.gain
    if gain is None:
        trials = {
            "search": _tr("in our trials 0 to +{0} nDCG@10, not significant").format(numeral(0.01, 2)),
            "similar": _tr("no significant gain in our trials"),
            "topics": _tr("none for search: labels are predicted"),
            "grades": _tr("in our trials 0 to +{0} nDCG@10 with 30 queries").format(numeral(0.03, 2)),
        }
        return trials.get(goal.name) or _tr("not known before training; measured at the end")
    interval = interval_text(gain.interval)
    return _tr("last model: {0} {1} {2}, {3} {3:query|queries}").format(
        gain.measure, signed(gain.difference), interval, numeral(gain.n_queries)
    )


def test_words(goal: TrainingGoal) -> str:
    """Return how a model of this goal is tested."""
    if not goal.n_test:
        return (
            _tr("not possible yet") if goal.test == "papers" else _tr("not possible yet: judge some queries")
        )
    if not is_tested(goal):
        return _tr("weak: judged queries share papers, so only {0} can be held out").format(goal.n_test)
    words = {
        "held out": _tr("against the active model on about {0} held-out {0:query|queries}"),
        "judged": _tr("against the active model on your {0} judged {0:query|queries}"),
        "folds": _tr("cross-validation over {0} queries"),
        "papers": _tr("on about {0} held-out {0:paper|papers}"),
    }
    return words[goal.test].format(numeral(goal.n_test))
