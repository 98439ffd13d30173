"""What goes wrong with campaigns: status 2, one line that says what to do, and nothing lost or half done."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from small_papers import CAMPAIGN as NAME

from assay.campaigns.campaign import CampaignWork
from assay.workspace import Workspace


def _pair(campaign: Callable[..., Any], assessor: str = "ada") -> tuple[str, str]:
    queue = campaign("campaign", "queue", NAME, "--assessor", assessor, "--json").payload
    pair = queue["next"]
    return pair[0], pair[1]


def _refused(answer: Any, *words: str) -> None:
    """Status 2, a line for each fault without a traceback, and the words that help."""
    assert answer.status == 2, answer
    first, *faults = answer.err.splitlines()
    assert bool(faults) is (f"{len(faults)} problems. Nothing was imported." in first), answer.err
    assert len(faults) != 1, answer.err
    assert "Traceback" not in answer.err
    assert answer.out == "", answer.out
    for word in words:
        assert word in answer.err, answer.err


def _contents(folder: Path) -> object:
    with Workspace.open(folder) as workspace:
        store = CampaignWork(workspace, NAME).store
        return (
            store.info(),
            store.judgements.current(),
            [
                event.event_uuid if hasattr(event, "event_uuid") else event
                for event in store.judgements.history()
            ],
            store.adjudications.all(),
            store.assignments.all(),
            store.pool.pairs(),
            store.queries.all(),
            store.assessors(),
            store.releases.all(),
            workspace.library.papers.ids(),
        )


# -- grades -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", ["3", "-1", "1.5", "2 ", " 2", "", "two", "1e0", "٢", "conflict"])
def test_a_grade_that_is_none_is_refused_and_nothing_is_written(campaign, tmp_path: Path, grade: str) -> None:
    before = _contents(tmp_path / "library")
    query_id, doc_id = _pair(campaign)
    _refused(campaign("campaign", "grade", NAME, query_id, doc_id, grade, "--assessor", "ada"), "0, 1 or 2")
    _refused(campaign("judge", query_id, doc_id, grade, "--assessor", "ada", "--campaign", NAME), "0, 1 or 2")
    assert _contents(tmp_path / "library") == before


def test_a_renamed_assessor_keeps_grades_and_pairs_under_the_new_name_alone(campaign) -> None:
    query_id, doc_id = _pair(campaign)
    campaign("campaign", "grade", NAME, query_id, doc_id, 2, "--assessor", "ada")
    assert campaign("assessor", "rename", "ada", "Ada L.").status == 0
    _refused(campaign("campaign", "grade", NAME, query_id, doc_id, 0, "--assessor", "ada"), "'ada'")
    queue = campaign("campaign", "queue", NAME, "--assessor", "Ada L.", "--json").payload
    assert {"query_id": query_id, "doc_id": doc_id, "state": "grade", "relevance": 2} in queue["pairs"]
    assert campaign("campaign", "grade", NAME, query_id, doc_id, 1, "--assessor", "Ada L.").status == 0
    _refused(campaign("assessor", "rename", "Ada L.", "bob"), "bob")
    _refused(campaign("assessor", "rename", "nobody", "somebody"), "'nobody'")
    _refused(campaign("assessor", "rename", "bob", " "), "' '")


def test_a_deactivated_assessor_gives_no_more_grades_and_loses_none(campaign) -> None:
    query_id, doc_id = _pair(campaign)
    campaign("campaign", "grade", NAME, query_id, doc_id, 2, "--assessor", "ada")
    assert campaign("assessor", "deactivate", "ada").status == 0
    _refused(
        campaign("campaign", "grade", NAME, query_id, doc_id, 0, "--assessor", "ada"),
        "deactivated",
        "assay assessor activate ada",
    )
    _refused(campaign("undo", "--assessor", "ada", "--campaign", NAME), "deactivated")
    status = campaign("campaign", "status", NAME, "--json").payload
    assert status["grades"] == [0, 0, 1]
    assert campaign("assessor", "activate", "ada").status == 0
    assert campaign("campaign", "grade", NAME, query_id, doc_id, 0, "--assessor", "ada").status == 0


def test_a_campaign_closed_in_mid_grading_refuses_the_next_grade_and_keeps_the_last(campaign) -> None:
    query_id, doc_id = _pair(campaign)
    campaign("campaign", "grade", NAME, query_id, doc_id, 2, "--assessor", "ada")
    next_query, next_doc = _pair(campaign)
    assert campaign("campaign", "close", NAME).status == 0
    _refused(
        campaign("campaign", "grade", NAME, next_query, next_doc, 1, "--assessor", "ada"), "closed", NAME
    )
    _refused(campaign("undo", "--assessor", "ada", "--campaign", NAME), "closed")
    assert campaign("campaign", "status", NAME, "--json").payload["grades"] == [0, 0, 1]
    assert campaign("campaign", "open", NAME).status == 0
    assert campaign("campaign", "grade", NAME, next_query, next_doc, 1, "--assessor", "ada").status == 0
    assert campaign("campaign", "status", NAME, "--json").payload["grades"] == [0, 1, 1]


def test_a_session_that_was_open_when_its_campaign_closed_stands_where_it_stood(
    campaign, tmp_path: Path
) -> None:
    with Workspace.open(tmp_path / "library") as workspace:
        walk = CampaignWork(workspace, NAME).session("ada")
        walk.grade(1)
        shown = walk.pair
        assert campaign("campaign", "close", NAME).status == 0
        with pytest.raises(Exception, match="nothing was written"):
            walk.grade(2)
        assert walk.pair == shown
        assert campaign("campaign", "open", NAME).status == 0
        walk.grade(2)
        assert walk.pair != shown
        assert [
            j.relevance for j in CampaignWork(workspace, NAME).store.judgements.current(assessor="ada")
        ].count(2) == 1


# -- bundles ----------------------------------------------------------------------------------------------


@pytest.fixture
def bundle(campaign, tmp_path: Path) -> Path:
    """The campaign with one grade, as another machine exported it."""
    query_id, doc_id = _pair(campaign)
    campaign("campaign", "grade", NAME, query_id, doc_id, 2, "--assessor", "ada")
    path = tmp_path / "theirs.jsonl"
    assert campaign("campaign", "export", NAME, path, "--format", "bundle").status == 0
    return path


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def _damaged(bundle: Path, folder: Path) -> dict[Path, str]:
    """The file -> a word of the message. What else can befall a bundle is tested where it is read."""
    lines = _lines(bundle)
    graded = next(n for n, line in enumerate(lines) if '"grade":2' in line)
    changed = [*lines[:graded], lines[graded].replace('"grade":2', '"grade":1'), *lines[graded + 1 :]]
    newer = json.dumps({**json.loads(lines[0]), "version": 99}) + "\n"
    texts = {
        "cut.jsonl": ("".join(lines)[:-40], "cut short"),
        "changed.jsonl": ("".join(changed), "changed"),
        "newer.jsonl": ("".join([newer, *lines[1:]]), "newer"),
        "other.jsonl": ("q1 0 bees 1\n", "not a campaign bundle"),
    }
    for name, (text, _) in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return {folder / name: word for name, (_, word) in texts.items()} | {folder: "folder"}


def test_a_bundle_that_is_not_whole_is_refused_in_words_and_nothing_is_written(
    campaign, bundle: Path, tmp_path: Path
) -> None:
    before = _contents(tmp_path / "library")
    folder = tmp_path / "damaged"
    folder.mkdir()
    for path, word in _damaged(bundle, folder).items():
        for options in ((), ("--preview",), ("--create",)):
            answer = campaign("campaign", "merge", path, *options)
            assert word in answer.err, (path, answer.err)
            _refused(answer)
    assert _contents(tmp_path / "library") == before


def test_a_bundle_of_a_campaign_that_is_not_here_asks_before_it_makes_one(
    campaign, assay, bundle: Path, papers_file: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    assert assay("import", papers_file, folder=elsewhere).status == 0
    _refused(assay("campaign", "merge", bundle, folder=elsewhere), NAME, "create")
    assert assay("campaign", "list", "--json", folder=elsewhere).payload["campaigns"] == []
    assert assay("campaign", "merge", bundle, "--create", folder=elsewhere).status == 0


def test_a_bundle_of_another_campaign_of_the_same_name_is_never_mixed_in(
    campaign, assay, bundle: Path, papers_file: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    assert assay("import", papers_file, folder=elsewhere).status == 0
    assert assay("campaign", "create", NAME, "--query", "owls", folder=elsewhere).status == 0
    before = _contents(elsewhere)
    _refused(assay("campaign", "merge", bundle, folder=elsewhere), NAME)
    _refused(assay("campaign", "merge", bundle, "--create", folder=elsewhere), NAME)
    assert _contents(elsewhere) == before


def test_a_preview_of_a_merge_writes_nothing_and_says_what_the_merge_will(
    campaign, bundle: Path, tmp_path: Path
) -> None:
    query_id, doc_id = _pair(campaign, "bob")
    other = tmp_path / "other"
    assert campaign("campaign", "merge", bundle, "--create", folder=other).status == 0
    campaign("campaign", "grade", NAME, query_id, doc_id, 0, "--assessor", "bob", folder=other)
    theirs = tmp_path / "bob.jsonl"
    assert campaign("campaign", "export", NAME, theirs, "--format", "bundle", folder=other).status == 0
    before = _contents(tmp_path / "library")
    preview = campaign("campaign", "merge", theirs, "--preview", "--json").payload
    assert preview["events_new"] == 1
    assert _contents(tmp_path / "library") == before
    merged = campaign("campaign", "merge", theirs, "--json").payload
    plan = preview["plan"]
    assert {**merged, "preview": True, "plan": plan} == preview


def test_a_pair_judged_differently_on_two_machines_is_a_conflict_until_it_is_judged_again(
    campaign, bundle: Path, tmp_path: Path
) -> None:
    query_id, doc_id = _pair(campaign)
    other = tmp_path / "other"
    assert campaign("campaign", "merge", bundle, "--create", folder=other).status == 0
    campaign("campaign", "grade", NAME, query_id, doc_id, 0, "--assessor", "ada")
    campaign("campaign", "grade", NAME, query_id, doc_id, 2, "--assessor", "ada", folder=other)
    theirs = tmp_path / "theirs-now.jsonl"
    assert campaign("campaign", "export", NAME, theirs, "--format", "bundle", folder=other).status == 0
    merged = campaign("campaign", "merge", theirs, "--json").payload
    assert [(c["query_id"], c["doc_id"], c["assessor"]) for c in merged["conflicts"]] == [
        (query_id, doc_id, "ada")
    ]
    assert campaign("campaign", "status", NAME, "--json").payload["n_conflicts"] == 1
    campaign("campaign", "grade", NAME, query_id, doc_id, 1, "--assessor", "ada")
    assert campaign("campaign", "status", NAME, "--json").payload["n_conflicts"] == 0


# -- others' judgements -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("three.qrels", "{q} 0 bees 3\n", ("3",)),
        ("minus.qrels", "{q} 0 bees -1\n", ("-1",)),
        ("half.qrels", "{q} 0 bees 1.5\n", ("1.5", ":1:")),
        ("unknown.qrels", "{q} 0 bees 1\n{q} 0 nobody 1\nq9 0 bees 1\n", ("'nobody'", "'q9'", "--create")),
        ("empty.qrels", "", ("empty.qrels",)),
        ("book.csv", "query,docid,kim\n{q},bees,3\n", ("Line 2", "3")),
        ("blank.csv", 'query,docid,kim\n{q},bees,"2 "\n', ("Line 2", "'2 '")),
        ("case.csv", "query,docid,rating\n{q},bees,1.5\n", ("Line 2", "1.5")),
        ("twice.csv", "query,docid,kim\n{q},bees,1\n{q},bees,2\n", ("Line 3",)),
        ("other.csv", "a,b,c\n1,2,3\n", ("other.csv",)),
    ],
)
def test_a_file_of_judgements_with_one_bad_row_gives_nothing(
    campaign, tmp_path: Path, name: str, text: str, words: tuple[str, ...]
) -> None:
    query_id = next(
        q["query_id"]
        for q in campaign("campaign", "queue", NAME, "--assessor", "ada", "--json").payload["pairs"]
    )
    path = tmp_path / name
    path.write_text(text.format(q=query_id), encoding="utf-8")
    before = _contents(tmp_path / "library")
    _refused(campaign("campaign", "import", NAME, path), *words)
    assert _contents(tmp_path / "library") == before


def test_an_unknown_paper_is_not_made_in_a_campaign_whose_corpus_is_fixed(campaign, tmp_path: Path) -> None:
    query_id, _ = _pair(campaign)
    path = tmp_path / "more.qrels"
    path.write_text(f"{query_id} 0 brand-new 1\n", encoding="utf-8")
    before = _contents(tmp_path / "library")
    _refused(campaign("campaign", "import", NAME, path, "--create"), "'brand-new'", "fixed")
    assert _contents(tmp_path / "library") == before


# -- everything else --------------------------------------------------------------------------------------


def _mistakes(folder: Path, pair: tuple[str, str]) -> dict[str, tuple[object, ...]]:
    (folder / "stranger.run").write_text("q77 Q0 nobody 1 2.0 tag\n", encoding="utf-8")
    (folder / "nan.run").write_text("q1 Q0 bees 1 nan tag\n", encoding="utf-8")
    (folder / "binary.md").write_bytes(b"\xff\xfe\x00")
    (folder / "queries.jsonl").write_text('{"_id": "q9"}\n', encoding="utf-8")
    return {
        "a name that is taken": ("create", NAME),
        "the library's own name": ("create", "library"),
        "an empty name": ("create", ""),
        "no raters": ("create", "x", "--raters", 0),
        "more sampled queries than papers": ("create", "x", "--sample", 99),
        "a seed below 0": ("create", "x", "--seed", -1),
        "an empty query": ("create", "x", "--query", " "),
        "queries without a text": ("create", "x", "--queries", folder / "queries.jsonl"),
        "an assessor without a name": ("create", "x", "--assessor", " "),
        "a guideline that is no text": ("create", "x", "--guideline", folder / "binary.md"),
        "a guideline that is not there": ("create", "x", "--guideline", folder / "nowhere.md"),
        "a corpus that is not there": ("create", "x", "--papers", folder / "nowhere.txt"),
        "an unknown campaign": ("status", "nope"),
        "a run of an unknown model": ("run", NAME, "new", "--model", str(folder / "no-model")),
        "a run without a name": ("run", NAME),
        "a run in the place of a pooled one": ("run", NAME, "words", "--mode", "keyword"),
        "a run of strangers": ("run", NAME, "--file", folder / "stranger.run"),
        "a run that holds no number": ("run", NAME, "--file", folder / "nan.run"),
        "a run file that is not there": ("run", NAME, "--file", folder / "nowhere.run"),
        "a pool with nothing new": ("pool", NAME, "--depth", 3),
        "a pool of an unknown run": ("pool", NAME, "--run", "nope"),
        "a pool of depth 0": ("pool", NAME, "--depth", 0),
        "an overlap above 1": ("assign", NAME, "--overlap", 2),
        "raters changed once it is open": ("edit", NAME, "--raters", 3),
        "the corpus frozen once it is open": ("edit", NAME, "--freeze"),
        "a quota for nobody": ("edit", NAME, "--quota", 3),
        "a quota below what they have": ("edit", NAME, "--assessor", "ada", "--quota", 0),
        "somebody with pairs taken off": ("edit", NAME, "--remove", "ada"),
        "the queue of a stranger": ("queue", NAME, "--assessor", "stranger"),
        "a grade of a stranger": ("grade", NAME, *pair, 1, "--assessor", "stranger"),
        "a grade of an unknown query": ("grade", NAME, "nope", pair[1], 1, "--assessor", "ada"),
        "a grade of an unknown paper": ("grade", NAME, pair[0], "nope", 1, "--assessor", "ada"),
        "a grade in an unknown campaign": ("grade", "nope", *pair, 1, "--assessor", "ada"),
        "a figure that is no SVG": ("agreement", NAME, "--figure", folder / "x.png"),
        "half an adjudication": ("adjudicate", NAME, "q1", "bees"),
        "an adjudication of 3": ("adjudicate", NAME, "q1", "bees", "3", "--by", "lead"),
        "an adjudication of -1": ("adjudicate", NAME, "q1", "bees", "-1", "--by", "lead"),
        "an adjudication of an unknown pair": ("adjudicate", NAME, "q1", "nope", "1", "--by", "lead"),
        "a release of nothing": ("release", NAME),
        "an unknown rule": ("release", NAME, "--rule", "best"),
        "a license in qrels": ("export", NAME, folder / "out", "--license", "cc0-1.0"),
        "an export of an unknown release": ("export", NAME, folder / "o", "--release", 7),
        "an export without a release": ("export", NAME, folder / "o"),
        "an evaluation of an unknown release": ("evaluate", NAME, "--release", 7),
        "holes of an unknown run": ("unjudged", NAME, "--run", "nope"),
        "a grade map out of the scale": ("import", NAME, folder / "nan.run", "--map", "3=4"),
        "a file of judgements that is not there": ("import", NAME, folder / "nowhere.qrels"),
        "an unknown version of the guideline": ("guideline", NAME, "--version", 9),
    }


@pytest.mark.parametrize("json_wanted", [False, True], ids=["text", "json"])
def test_every_mistake_about_a_campaign_is_refused_and_changes_nothing(
    campaign, tmp_path: Path, json_wanted: bool
) -> None:
    folder = tmp_path / "mistakes"
    folder.mkdir()
    before = _contents(tmp_path / "library")
    for name, arguments in _mistakes(folder, _pair(campaign)).items():
        answer = campaign("campaign", *arguments, *(["--json"] if json_wanted else []))
        assert answer.status == 2, f"{name}: {answer}"
        said, other = (answer.out, answer.err) if json_wanted else (answer.err, answer.out)
        first, *faults = said.splitlines()
        assert other == "", f"{name}: {other}"
        assert not faults or f"{len(faults)} problems. Nothing was imported." in first, f"{name}: {said}"
        assert "Traceback" not in answer.err, name
        if json_wanted:
            assert json.loads(answer.out)["error"]["message"], name
        else:
            assert answer.out == "", name
    assert _contents(tmp_path / "library") == before
    assert len(campaign("campaign", "list", "--json").payload["campaigns"]) == 1


def test_a_draft_that_lacks_something_says_what(indexed) -> None:
    assert indexed("campaign", "create", "bare").status == 0
    _refused(indexed("campaign", "open", "bare"), "a query", "a pooled pair", "an assessor")
    _refused(indexed("campaign", "run", "bare", "words", "--mode", "keyword"), "no queries yet")
    assert indexed("campaign", "edit", "bare", "--query", "owls").status == 0
    _refused(indexed("campaign", "pool", "bare"), "assay campaign run")
    assert indexed("campaign", "run", "bare", "words", "--mode", "keyword").status == 0
    _refused(indexed("campaign", "assign", "bare"), "assay campaign pool")
    assert indexed("campaign", "pool", "bare").status == 0
    _refused(indexed("campaign", "assign", "bare"), "assessor")


# -- files of the user's ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        *(("export", NAME, "OUT", "--format", layout) for layout in ("trec", "csv", "bundle")),
        ("agreement", NAME, "--figure", "OUT"),
    ],
    ids=["trec", "csv", "bundle", "figure"],
)
def test_a_file_that_is_there_is_written_over_only_with_force(
    campaign, tmp_path: Path, command: tuple[str, ...]
) -> None:
    campaign("campaign", "grade", NAME, *_pair(campaign), 1, "--assessor", "ada")
    campaign("campaign", "release", NAME, "--rule", "majority")
    out = tmp_path / "thesis.svg"
    out.write_text("ten years of work", encoding="utf-8")
    given = ["campaign", *(str(out) if word == "OUT" else word for word in command)]
    before = sorted(tmp_path.iterdir())
    _refused(campaign(*given), "thesis.svg already exists", "--force")
    assert out.read_text(encoding="utf-8") == "ten years of work"
    assert sorted(tmp_path.iterdir()) == before
    assert campaign(*given, "--force").status == 0
    assert "ten years" not in out.read_text(encoding="utf-8")
    _refused(campaign(*given), "already exists")  # one of our own as well
