"""Duplicates of many papers: every one is looked at, never all with all, in any order."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from duplicates_papers import ABSTRACT, BATS, other

from assay.duplicates.search import BLOCK, NEIGHBOURS, Columns, candidates, find_duplicates
from assay.duplicates.types import Duplicates, Verdict
from assay.progress import Cancelled, Progress, silent
from assay.types import Paper

WORDS = ["".join(random.Random(n).choices("aeiorstnlmpcd", k=4 + n % 7)) for n in range(900)]


def invented(number: int) -> Paper:
    rng = random.Random(number)
    return Paper(
        f"p{number:05}",
        " ".join(rng.choices(WORDS, k=8)),
        authors=(f"Ann {rng.choice(WORDS).title()}", f"Bo {rng.choice(WORDS).title()}"),
        year=rng.randint(1990, 2024),
    )


def found_in(
    papers: list[Paper], *, apart: set[tuple[str, str]] | None = None, progress: Progress = silent
) -> Duplicates:
    by_id = {paper.doc_id: paper for paper in papers}
    batches = [papers[start : start + 100] for start in range(0, len(papers), 100)]
    return find_duplicates(
        batches,
        lambda doc_ids: [by_id[doc_id] for doc_id in doc_ids],
        apart=apart or set(),
        progress=progress,
    )


def retouched(paper: Paper, number: int) -> Paper:
    """A record of the paper by another hand: a letter wrong, a subtitle, capitals, or initials only."""
    words = paper.title.split()
    title = [
        " ".join([words[0][:-1] + "x", *words[1:]]),
        " ".join([*words[:4], words[4] + "s", *words[5:]]),
        paper.title.upper() + ".",
        f"{paper.title}; [{' '.join(reversed(words))}]",
    ][number % 4]
    return replace(
        paper, doc_id=f"q{paper.doc_id}", title=title, authors=(f"{paper.authors[0].split()[1]}, A.",)
    )


def test_every_retouched_record_is_found_and_nothing_else() -> None:
    papers = [invented(number) for number in range(1500)]
    again = [retouched(papers[number], number) for number in range(0, 1500, 3)]
    found = found_in(papers + again)
    assert {group.doc_ids for group in found.groups} == {(p.doc_id[1:], p.doc_id) for p in again}
    assert found.n_papers == 2000
    assert found.n_compared < 2000 * 60


def test_what_is_found_does_not_depend_on_the_order_of_the_papers() -> None:
    papers = [invented(number % 300) for number in range(300)]
    papers += [replace(retouched(paper, n), year=None) for n, paper in enumerate(papers[:80])]
    papers += [other(doc_id=f"b{n:02}", year=2000 + n) for n in range(BLOCK + 20)]
    shuffled = random.Random(5).sample(papers, len(papers))
    assert found_in(papers) == found_in(shuffled)


def test_a_key_of_very_many_papers_is_cut_and_the_cut_is_counted() -> None:
    n = 3000
    columns = Columns()
    columns.add(
        Paper(f"p{number}", f"Survey {number}", authors=("Wei Wang",), year=2020) for number in range(n)
    )
    found = candidates(columns)
    # Two keys are shared by all, "person" and "word"; of each a paper meets its next neighbours alone.
    assert len(found.pairs) <= 2 * n * NEIGHBOURS
    assert found.n_cut == 2 * (n * (n - 1) // 2 - (n * NEIGHBOURS - NEIGHBOURS * (NEIGHBOURS + 1) // 2))


def test_pairs_are_given_once_and_the_smaller_row_first() -> None:
    columns = Columns()
    columns.add([BATS, other(), other(doc_id="c", title="Quite another title of a paper")])
    pairs = [(int(one), int(two)) for one, two in candidates(columns).pairs]
    assert pairs == [(0, 1), (0, 2), (1, 2)]  # all three share author and year


def test_a_library_without_papers_has_no_duplicates() -> None:
    assert found_in([]) == Duplicates((), (), (), 0, 0, 0)


def test_a_third_record_does_not_join_two_dois() -> None:
    papers = [replace(BATS, doi="10.1/x"), other(doi="10.1/y"), other(doc_id="c")]
    found = found_in(papers)
    assert [group.doc_ids for group in found.groups] == [("a", "c")]
    assert [(one.doc_id, one.other, str(one.reasons[-1])) for one in found.doubtful] == [
        ("b", "c", "but 'a' and 'b' are not one paper"),
        ("a", "b", "two DOIs"),
    ]


def test_a_title_between_two_others_does_not_join_their_dois() -> None:
    title = "On the many ways in which moths of the night may jam the sonar of hunting bats"
    people = BATS.authors
    papers = [
        Paper("a", title.replace("On the", "The"), authors=people, year=2019, doi="10.1/x"),
        Paper("b", title, authors=people, year=2019),
        Paper("c", title.replace("may jam", "jam"), authors=people, year=2019, doi="10.1/y"),
    ]
    found = found_in(papers)
    assert len(found.groups) == 1
    assert not {"a", "c"} <= set(found.groups[0].doc_ids)


def test_a_third_record_does_not_join_a_preprint_with_what_was_published() -> None:
    preprint = replace(BATS, doi="10.48550/arxiv.1901.00001", venue="")
    found = found_in([preprint, other(doi="10.1/y"), other(doc_id="c", venue="")])
    assert [(one.doc_id, one.other, one.preprint) for one in found.versions] == [("a", "b", "a")]
    assert all({"a", "b"} - set(group.doc_ids) for group in found.groups)


def test_what_a_person_kept_apart_is_neither_joined_nor_reported() -> None:
    papers = [BATS, other()]
    assert len(found_in(papers).groups) == 1
    found = found_in(papers, apart={("b", "a")})
    assert (found.groups, found.versions, found.doubtful) == ((), (), ())


def test_abstracts_settle_what_titles_leave_open() -> None:
    one = Paper("a", "Moths, bats and sonar", abstract=ABSTRACT, year=2019)
    assert [found.verdict for found in found_in([one, replace(one, doc_id="b", abstract="")]).doubtful] == [
        Verdict.POSSIBLE
    ]
    assert len(found_in([one, replace(one, doc_id="b")]).groups) == 1


def test_a_paper_that_is_gone_meanwhile_is_left_out() -> None:
    found = find_duplicates([[BATS, other()]], lambda _: [BATS])
    assert found.groups == ()


def test_finding_stops_where_it_is_told_to() -> None:
    def stop(stage: str, done: int, total: int | None) -> None:
        if stage == "comparing titles":
            raise Cancelled

    with pytest.raises(Cancelled):
        found_in([BATS, other()], progress=stop)
