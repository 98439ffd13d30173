"""SciDocs' own reader, network and measures of clicks, and Assay's, on the same made files."""

from __future__ import annotations

import json
import tempfile
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from peer_code import Row, stub, theirs

from assay.benchmarks.suites.availability import read
from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.tasks import clicks as click_task
from assay.benchmarks.tasks.clicks import FEATURES, _Pairs, score_clicks
from assay.benchmarks.tasks.kinds import Click, ClickData
from assay.training.model import pair_ranker

PAPERS, WIDTH, CLICKS = 80, 6, 60
FIELDS = (
    "author_match", "position", "title_match", "", "citation_overlap", "reference_overlap", "cites_query",
    "query_cites", "oldness", "relative_oldness", "number_citations",
)  # fmt: skip


def of_scidocs(root: Path) -> Iterator[Row]:
    """Features of all pairs shown, the loss of a batch, and the adjusted measures, ranked by cosines.

    AllenNLP 0.9, which no longer installs, is replaced by bare classes; titles have no marks, so that any
    rule splits them into the same words.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        vectors = _written(folder / "scidocs")
        data = read(task_named("scidocs/recommend"), folder)
        assert isinstance(data, ClickData)
        pairs = _Pairs(data, np.stack([vectors[key] for key in data.papers]))
        with theirs(root, **_allennlp()) as module:
            reader = module("scidocs.recommender.simclick_data_reader").SimClickDataReader(
                paper_features_path=str(folder / "scidocs" / "paper_metadata_recomm.json"),
                paper_embeddings_path=str(folder / "vectors.json"), max_results_per_query=10,
            )  # fmt: skip
            yield from _features(reader, data, pairs)
            for compare in (_loss, _trained):
                yield compare(module("scidocs.recommender.simpaper_recommender"), folder, reader, data, pairs)
            yield from _measures(module("scidocs.recomm_click_eval"), folder, reader, data, pairs)


def _row(fields: Mapping[str, Any], side: str) -> list[float]:
    """One side of their instance, in the order in which their network is given it."""
    names = {"cites_query": f"{side}_cites_query", "query_cites": f"query_cites_{side}"}
    query, paper = (torch.tensor(fields[f"{key}_emb"])[None] for key in ("query", side))
    cosine = float(torch.nn.functional.cosine_similarity(query, paper, dim=1))
    return [float(fields[names.get(key, f"{side}_{key}")][0]) if key else cosine for key in FIELDS]


def _features(reader: Any, data: ClickData, pairs: _Pairs) -> Iterator[Row]:
    left, right = [], []
    for click in data.clicks["test"]:
        right += pairs.features(click.query, click.shown).tolist()
        for place, doc_id in enumerate(click.shown, start=1):
            left.append(_row(reader.text_to_instance(click.query, doc_id, place), "pos"))
    for column, feature in enumerate(FEATURES):
        sides = (np.array(rows)[:, column] for rows in (left, right))
        yield Row.of("SciDocs clicks", f"{feature}, {len(left)} pairs", *([np.mean(s), *s] for s in sides))


def _model(module: Any, folder: Path, network: torch.nn.Sequential) -> Any:
    """Their model over a network, with the settings of `train_similar_papers_model.json`."""
    network.get_input_dim = lambda: 11  # type: ignore[assignment]
    sized = types.SimpleNamespace(get_output_dim=lambda: 50, get_input_dim=lambda: 50)
    return module.SimpaperRecommender(
        None, sized, network, pair_ranker.MARGIN, sized, WIDTH, encode_title=False, project_query=False,
        propensity_score_path=str(folder / "scidocs" / "recomm" / "propensity_scores.json"),
    )  # fmt: skip


def _fields(reader: Any, clicks: Sequence[Click]) -> dict[str, Any]:
    """Each pair of a click and another paper shown, in our order, as their forward pass takes them."""
    batch = [
        reader.text_to_instance(click.query, click.clicked, 1 + click.shown.index(click.clicked), other, 1)
        for click in clicks
        for other in click.shown
        if other != click.clicked
    ]
    return {
        key: torch.tensor(np.stack([row[key] for row in batch])).float()
        for key in batch[0]
        if not key.endswith("title")
    }


def _their_loss(made: Any, fields: Mapping[str, torch.Tensor], rows: Any) -> torch.Tensor:
    some = {key: each[rows] for key, each in fields.items()}
    n = len(some["pos_emb"])
    titles = {f"{side}_title": {"tokens": torch.zeros(n, 1)} for side in ("query", "pos", "neg")}
    found: torch.Tensor = made.forward(**some, **titles)["loss"]
    return found


def _loss(module: Any, folder: Path, reader: Any, data: ClickData, pairs: _Pairs) -> Row:
    """Compare the loss of a batch by a network that both have: their forward pass, ours from the settings."""
    torch.manual_seed(3)
    network = torch.nn.Sequential(torch.nn.Linear(11, 50), torch.nn.ReLU(), torch.nn.Linear(50, 1))
    fields = _fields(reader, data.clicks["train"])
    n = len(fields["pos_emb"])
    left = float(_their_loss(_model(module, folder, network), fields, slice(None)))
    better, other = (torch.from_numpy(each) for each in pairs.of("train", data.clicks["train"]))
    scores = np.array(data.propensity) / np.mean(data.propensity)
    margin = torch.nn.MarginRankingLoss(pair_ranker.MARGIN)
    first, second = network(better), network(other)
    right = float(margin(first, second, torch.ones_like(first))) / scores[-1]
    return Row.of("SciDocs clicks", f"loss of {n} pairs", left, right)


def _trained(module: Any, folder: Path, reader: Any, data: ClickData, pairs: _Pairs) -> Row:
    """Train their model by its own loss, with the steps that AllenNLP 0.9 takes and the draws of our seed.

    Neither the trainer nor its settings are in their release, so that the loop is written here from them.
    """
    size = pair_ranker.BATCH
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(pair_ranker.SEED)
        network = torch.nn.Sequential(
            torch.nn.Linear(11, 50), torch.nn.ReLU(), torch.nn.Dropout(0.4), torch.nn.Linear(50, 1),
            torch.nn.Sigmoid(),
        )  # fmt: skip
        made = _model(module, folder, network)
        for weights in network.parameters():
            weights.register_hook(lambda grad: grad.clamp(-5.0, 5.0))
        optimiser = torch.optim.Adadelta(network.parameters(), lr=1.0, rho=0.95, eps=1e-6)
        learned, checked = (_fields(reader, data.clicks[split]) for split in ("train", "validation"))
        kept: list[tuple[float, np.ndarray]] = []
        rows = np.concatenate([pairs.features(click.query, click.shown) for click in data.clicks["test"]])
        for _ in range(5):
            made.train()
            for batch in torch.randperm(len(learned["pos_emb"])).split(size):
                optimiser.zero_grad()
                _their_loss(made, learned, batch).backward()
                optimiser.step()
            made.eval()
            with torch.no_grad():
                parts = torch.arange(len(checked["pos_emb"])).split(size)
                found = np.mean([float(_their_loss(made, checked, part)) for part in parts])
                kept.append((float(found), network(torch.from_numpy(rows))[:, 0].numpy()))
    scores = np.array(data.propensity) / np.mean(data.propensity)
    train, validation = (pairs.of(split, data.clicks[split]) for split in ("train", "validation"))
    rank = pair_ranker.fit_ranker(train, validation, weight=1 / scores[-1])
    _, best = min(kept, key=lambda each: each[0])
    return Row.of(
        "SciDocs clicks", f"scores of {len(rows)} papers after training, same draws", best, rank(rows)
    )


def _measures(module: Any, folder: Path, reader: Any, data: ClickData, pairs: _Pairs) -> Iterator[Row]:
    paths = {"propensity_score_path": str(folder / "scidocs" / "recomm" / "propensity_scores.json")}
    model = types.SimpleNamespace(
        eval=lambda: None,
        forward_on_instance=lambda fields: {"pos_score": np.float32(_row(fields, "pos")[3])},
    )
    config = {"model": types.SimpleNamespace(params=paths), "dataset_reader": None}
    module.archival.load_archive = lambda *_, **__: types.SimpleNamespace(config=config, model=model)
    module.DatasetReader.from_params = lambda _: reader
    module.tqdm = types.SimpleNamespace(tqdm=lambda lines: lines)
    found = module.evaluate_ranking_performance("", folder / "scidocs" / "recomm" / "test.csv", -1)
    before = click_task.fit_ranker
    click_task.fit_ranker = lambda *_, **__: lambda rows: rows[:, FEATURES.index("cosine")].astype(np.float64)
    try:
        own, _ = score_clicks(data, np.stack([pairs._vectors[key] for key in data.papers]))
    finally:
        click_task.fit_ranker = before
    for key, metric in (("Adj-ndcg", "ndcg"), ("Adj-Rprec/P@1", "P_1")):
        yield Row.of("SciDocs clicks", f"{key}, ranked by cosines", 100 * float(found[key]), own[metric])


def _allennlp() -> dict[str, types.ModuleType]:
    """Return bare stand-ins: a registry that registers nothing, fields that are their arrays."""

    class Registered(torch.nn.Module):
        def __init__(self, *_: object) -> None:
            super().__init__()

        @staticmethod
        def register(_: str) -> Any:
            return lambda known: known

    def measure(*_: object) -> Any:
        return lambda *_: None

    words = types.SimpleNamespace(tokenize=lambda text: [types.SimpleNamespace(text=w) for w in text.split()])
    content: dict[str, dict[str, object]] = {
        "allennlp": {}, "allennlp.common": {"Params": dict}, "overrides": {"overrides": lambda known: known},
        "allennlp.common.file_utils": {"cached_path": str},
        "allennlp.common.checks": {"check_dimensions_match": measure()},
        "allennlp.data": {"Field": object, "Vocabulary": object},
        "allennlp.data.dataset_readers": {},
        "allennlp.data.dataset_readers.dataset_reader": {"DatasetReader": Registered},
        "allennlp.data.fields": {
            **dict.fromkeys(("LabelField", "MultiLabelField", "ListField", "MetadataField"), object),
            "ArrayField": np.asarray, "TextField": lambda tokens, _: tokens,
        },
        "allennlp.data.instance": {"Instance": dict},
        "allennlp.data.tokenizers": {"Tokenizer": object, "WordTokenizer": lambda: words},
        "allennlp.data.token_indexers": {"TokenIndexer": object, "SingleIdTokenIndexer": lambda **_: None},
        "allennlp.models": {"archival": types.SimpleNamespace()},
        "allennlp.models.model": {"Model": Registered},
        "allennlp.modules": dict.fromkeys(
            ("Seq2VecEncoder", "TextFieldEmbedder", "TimeDistributed", "FeedForward"), object
        ),
        "allennlp.nn": {
            "RegularizerApplicator": object, "InitializerApplicator": measure, "util": None,
        },
        "allennlp.training": {},
        "allennlp.training.metrics": {"CategoricalAccuracy": measure, "Average": measure},
        "jsonlines": {}, "lightning": {}, "lightning.classification": {"LinearSVC": None},
    }  # fmt: skip
    return {name: stub(name, **names) for name, names in content.items()}


def _written(folder: Path) -> dict[str, np.ndarray]:
    """Write made papers and clicks; some papers are shown and not known. Returns paper -> vector."""
    rng = np.random.default_rng(5)
    ids = [f"p{n}" for n in range(PAPERS)]

    def some(most: int) -> list[str]:
        return [ids[n] for n in rng.choice(PAPERS, rng.integers(most), replace=False)]

    known = {
        key: {
            "paper_id": key, "title": " ".join(rng.choice(["deep", "nets", "of", "bats", "and", "trees"], 4)),
            "abstract": "An abstract.", "authors": [str(n) for n in rng.integers(9, size=rng.integers(4))],
            "cited_by": some(12), "references": some(12),
            "year": [None, *range(1975, 2021)][rng.integers(47)],
        }
        for key in ids
    }  # fmt: skip
    (folder / "recomm").mkdir(parents=True)
    (folder / "paper_metadata_recomm.json").write_text(json.dumps(known), "utf-8")
    scores = {"scores": [1 / place for place in range(1, 10)]}
    (folder / "recomm" / "propensity_scores.json").write_text(json.dumps(scores), "utf-8")
    for split in ("train", "val", "test"):
        lines = ["query_paper_id,clicked_paper_id,other_paper_ids"]
        for _ in range(CLICKS):
            query, *shown = (f"p{n}" for n in rng.choice(PAPERS + 4, rng.integers(3, 10), replace=False))
            lines.append(f'{query},{rng.choice(shown)},"{",".join(shown)}"')
        (folder / "recomm" / f"{split}.csv").write_text("\n".join(lines) + "\n", "utf-8")
    vectors = {key: rng.normal(size=WIDTH) for key in ids}
    (folder.parent / "vectors.json").write_text(
        json.dumps({k: v.tolist() for k, v in vectors.items()}), "utf-8"
    )
    return vectors
