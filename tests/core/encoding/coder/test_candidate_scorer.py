"""Candidates that look at each other are scored alike in any order, and padding is not seen."""

from __future__ import annotations

import itertools
import math
from typing import get_args

import pytest
import torch
from torch import Tensor

from assay.encoding.coder.folder import Among
from assay.encoding.coder.modules import candidate_scorer
from assay.encoding.coder.modules.candidate_scorer import CandidateScorer
from assay.errors import BadInput

B, N, T, D = 2, 6, 4, 16
SWITCHES: list[tuple[Among, bool]] = list(itertools.product(get_args(Among), (True, False)))


def scorer(*, among: Among = "all", to_query: bool = True) -> CandidateScorer:
    torch.manual_seed(4)
    made = CandidateScorer(D, heads=4, wide=32, among=among, to_query=to_query).eval()
    with torch.no_grad():
        made.gate.fill_(0.5)
    return made


@pytest.fixture
def asked() -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    draw = torch.Generator().manual_seed(7)
    query, tokens, candidates = (
        torch.randn(*shape, generator=draw) for shape in ((B, D), (B, T, D), (B, N, D))
    )
    said, real = torch.ones(B, T, dtype=torch.bool), torch.ones(B, N, dtype=torch.bool)
    said[1, 2:], real[1, 4:] = False, False
    return query, tokens, said, candidates, real


@pytest.mark.parametrize(("among", "to_query"), SWITCHES)
def test_another_order_of_candidates_orders_the_scores(asked, among: Among, to_query: bool) -> None:  # type: ignore[no-untyped-def]
    query, tokens, said, candidates, real = asked
    made, order = scorer(among=among, to_query=to_query), torch.tensor([3, 0, 5, 1, 4, 2])
    found = made(query, tokens, said, candidates[:, order], real[:, order])
    torch.testing.assert_close(found, made(query, tokens, said, candidates, real)[:, order])


@pytest.mark.parametrize(("among", "to_query"), SWITCHES)
def test_padding_of_lists_and_of_queries_is_not_seen(asked, among: Among, to_query: bool) -> None:  # type: ignore[no-untyped-def]
    query, tokens, said, candidates, real = asked
    made = scorer(among=among, to_query=to_query)
    whole = made(query, tokens, said, candidates, real)
    assert whole[1, 4:].tolist() == [-math.inf] * 2
    alone = made(query[1:], tokens[1:, :2], said[1:, :2], candidates[1:, :4], real[1:, :4])
    torch.testing.assert_close(whole[1:, :4], alone)


def test_each_kind_of_attention_says_what_it_looks_at(asked) -> None:  # type: ignore[no-untyped-def]
    query, tokens, said, candidates, real = asked
    other = candidates.clone()
    other[:, 0] += 1.0
    for among, to_query in SWITCHES:
        made = scorer(among=among, to_query=to_query)
        found = made(query, tokens, said, candidates, real)[:, 1:4]
        moved = made(query, tokens, said, other, real)[:, 1:4]
        assert torch.allclose(found, moved, atol=1e-6) is (among != "all")
        asked_otherwise = made(query, tokens + 1.0, said, candidates, real)[:, 1:4]
        assert torch.allclose(found, asked_otherwise, atol=1e-6) is not to_query


def test_it_begins_as_the_inner_product(asked) -> None:  # type: ignore[no-untyped-def]
    query, tokens, said, candidates, real = asked
    made = CandidateScorer(D, heads=4)
    expected = (candidates * query[:, None]).sum(2)
    torch.testing.assert_close(made(query, tokens, said, candidates, real)[real], expected[real])
    assert not any("position" in name for name, _ in made.named_parameters())


def test_the_square_of_many_candidates_is_refused_before_it_fills_the_memory(
    asked,  # type: ignore[no-untyped-def]
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    query, tokens, said, candidates, real = asked
    monkeypatch.setattr(candidate_scorer, "MOST_BYTES", B * 4 * N * N * 4 - 1)
    with pytest.raises(BadInput, match="6 candidates"):
        scorer()(query, tokens, said, candidates, real)
    scorer(among="itself")(query, tokens, said, candidates, real)


def test_heads_that_do_not_divide_the_vectors_are_refused() -> None:
    with pytest.raises(BadInput, match="5 heads"):
        CandidateScorer(16, heads=5)
