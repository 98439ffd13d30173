"""A release as a folder for Hugging Face's `datasets`: Parquet files, a dataset card and Croissant metadata.

The layout is that of BEIR and MTEB on the hub: the configurations corpus (_id, title, text), queries (_id,
text) and qrels (query-id, corpus-id, score). croissant.json follows MLCommons' Croissant 1.0
(https://docs.mlcommons.org/croissant/docs/croissant-spec-1.0.html).
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.errors import BadInput, EvaluationError
from assay.evaluation.files import write_lines
from assay.evaluation.ids import check_written_id
from assay.evaluation.preflight import Contents, query_fields
from assay.files import sha256_of

CARD, METADATA = "README.md", "croissant.json"
_SPLITS = {"corpus": "corpus", "queries": "queries", "qrels": "test"}
_SIZES = {1_000: "n<1K", 10_000: "1K<n<10K", 100_000: "10K<n<100K", 1_000_000: "100K<n<1M"}
_TERMS = """citeAs column equivalentProperty extract field fileProperty fileObject fileSet format includes
isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate
separator source subField transform"""
_CONTEXT: Mapping[str, object] = {
    **{name: f"cr:{name}" for name in _TERMS.split()},
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "conformsTo": "dct:conformsTo",
}


@dataclass(frozen=True, slots=True)
class DatasetFacts:
    """What the files say of themselves. `license` is an identifier of the hub or a link, `languages` codes of
    ISO 639-1; `page` is Markdown that the card shows."""

    name: str = "judgements"
    version: int = 1
    created: str = ""  # ISO 8601
    sha256: str = ""
    license: str = "unknown"
    languages: tuple[str, ...] = ()
    page: str = ""


def fill_dataset(draft: Path, contents: Contents, facts: DatasetFacts) -> None:
    """Write the Parquet files, README.md and croissant.json into an empty folder; the same bytes each time.

    Raises BadInput without the library pyarrow, EvaluationError for what does not read back as it was.
    """
    arrow, parquet = _pyarrow()
    tables = _tables(contents)
    for name, columns in tables.items():
        table, path = arrow.table(columns), draft / f"{name}.parquet"
        parquet.write_table(table, path)
        if not parquet.read_table(path).equals(table):
            raise EvaluationError("{0} reads back differently; nothing was changed.", path.name)
    write_lines(draft / CARD, _card(facts, len(contents.papers)))
    metadata = json.dumps(_croissant(draft, tables, facts), ensure_ascii=False, indent=1)
    write_lines(draft / METADATA, [metadata])


def _pyarrow() -> tuple[Any, Any]:
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise BadInput(
            "Parquet files are written by the library pyarrow, which is missing.",
            advice="Install Assay with the extra bench, or export as beir.",
        ) from error


def _tables(contents: Contents) -> dict[str, dict[str, Sequence[str] | Sequence[int]]]:
    """Return the columns of each file; a query that is a paper reads as its title and abstract."""
    papers, queries = contents.papers, contents.queries
    texts = [" ".join(query_fields(query, contents.sources)).strip() for query in queries.values()]
    pairs = [(query, doc, grade) for query, row in contents.qrels.items() for doc, grade in row.items()]
    return {
        "corpus": {
            "_id": [*map(check_written_id, papers)],
            "title": [_utf8(paper.title) for paper in papers.values()],
            "text": [_utf8(paper.abstract) for paper in papers.values()],
        },
        "queries": {"_id": [*map(check_written_id, queries)], "text": [*map(_utf8, texts)]},
        "qrels": {
            "query-id": [query for query, _, _ in pairs],
            "corpus-id": [doc for _, doc, _ in pairs],
            "score": [grade for _, _, grade in pairs],
        },
    }


def _utf8(text: str) -> str:
    """Return the text with ? for surrogates, which no UTF-8 file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _card(facts: DatasetFacts, n_papers: int) -> Iterator[str]:
    """Yield the dataset card: a head as the hub reads it, how to load it, and the page."""
    from huggingface_hub import DatasetCardData

    head = DatasetCardData(
        pretty_name=f"{facts.name}, release {facts.version}",
        license=facts.license,
        language=[*facts.languages] or None,
        task_categories=["text-retrieval"],
        task_ids=["document-retrieval"],
        size_categories=[next((size for n, size in _SIZES.items() if n_papers < n), "n>1M")],
        configs=[
            {"config_name": name, "data_files": [{"split": split, "path": f"{name}.parquet"}]}
            for name, split in _SPLITS.items()
        ],
    )
    yield from ("---", head.to_yaml(), "---", "", facts.page.strip() or f"# {facts.name}", "")
    yield from ("## Load it", "", "```python", "from datasets import load_dataset", "")
    yield from (
        f'{name} = load_dataset(FOLDER, "{name}", split="{split}")' for name, split in _SPLITS.items()
    )
    yield "```"


def _croissant(
    folder: Path, tables: Mapping[str, Mapping[str, Sequence[object]]], facts: DatasetFacts
) -> dict[str, object]:
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": facts.name,
        "description": f"Papers, queries and graded judgements: {facts.name}, release {facts.version}.",
        "version": f"{facts.version}.0.0",
        "license": facts.license,
        "url": f"urn:sha256:{facts.sha256}",
        "citeAs": f"{facts.name}, release {facts.version}, SHA-256 {facts.sha256}",
        **({"datePublished": facts.created} if facts.created else {}),
        **({"inLanguage": [*facts.languages]} if facts.languages else {}),
        "distribution": [_file(folder / f"{name}.parquet") for name in tables],
        "recordSet": [_records(name, columns) for name, columns in tables.items()],
    }


def _file(path: Path) -> dict[str, str]:
    return {
        "@type": "cr:FileObject",
        "@id": path.name,
        "name": path.name,
        "contentUrl": path.name,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": sha256_of(path),
    }


def _records(name: str, columns: Mapping[str, Sequence[object]]) -> dict[str, object]:
    key = "_id" if "_id" in columns else ["query-id", "corpus-id"]
    keys = [{"@id": f"{name}/{each}"} for each in ([key] if isinstance(key, str) else key)]
    fields = [_field(name, column, values) for column, values in columns.items()]
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "key": keys, "field": fields}


def _field(name: str, column: str, values: Sequence[object]) -> dict[str, object]:
    target = {"query-id": "queries/_id", "corpus-id": "corpus/_id"}.get(column)
    return {
        "@type": "cr:Field",
        "@id": f"{name}/{column}",
        "name": column,
        "dataType": "sc:Integer" if isinstance(values[0], int) else "sc:Text",
        "source": {"fileObject": {"@id": f"{name}.parquet"}, "extract": {"column": column}},
        **({"references": {"field": {"@id": target}}} if target else {}),
    }
