"""Small files that unpack to gigabytes, define themselves without end or reach for other files: harmless."""

from __future__ import annotations

import gzip
import io
import json
import resource
import subprocess
import sys
import textwrap
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from importers_zotero import ZoteroFolder

from assay.files import FREELY, MOST_TIMES
from assay.importers import read_papers
from assay.types import Paper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from importers_reading import ReadText

MEGABYTE = 1 << 20
# Reads a file in a process of its own, which may have 600 MB of addresses beyond those that it has.
READER = """
    import json, resource, sys
    from pathlib import Path
    from assay.importers import read_papers, read_queries
    from assay.errors import ImportFailed
    from assay.types import Paper
    held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + 600 * 2**20,) * 2)
    papers, reasons = 0, []
    for item in read_papers(Path(sys.argv[1])):
        papers += isinstance(item, Paper)
        reasons += [] if isinstance(item, Paper) else [item.reason]
    try:
        read_queries(Path(sys.argv[1]))
    except ImportFailed as error:
        reasons.append(error.reason)
    print(json.dumps([papers, reasons[:5]]))
"""


def packed(path: Path, head: bytes, filling: bytes, megabytes: int) -> Path:
    """A gzip file of that many megabytes of the same, one packed behind the other."""
    one = gzip.compress(filling * (MEGABYTE // len(filling)), 6)
    path.write_bytes(gzip.compress(head) + one * megabytes)
    return path


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system bounds no process's memory")
@pytest.mark.parametrize(
    ("name", "head", "filling"),
    [
        ("entries.bib.gz", b"", b"@misc{a, title={T}}\n"),
        ("lines.ris.gz", b"TY  - JOUR\nTI  - T\n", b"AB  - a\n"),
        ("a.json.gz", b'[{"id":"a","title":"T","abstract":"', b"a"),
        ("deep.json.gz", b"", b"["),
        ("rows.csv.gz", b"title,abstract\n", b"T,a\n"),
        ("tags.xml.gz", b"<xml><records>", b"<record>"),
        ("text.gz", b"", b"a"),
    ],
)
def test_a_gzip_bomb_is_given_up_in_little_memory(
    tmp_path: Path, name: str, head: bytes, filling: bytes
) -> None:
    path = packed(tmp_path / name, head, filling, megabytes=400)
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(READER), path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    papers, reasons = json.loads(done.stdout)
    assert papers <= 1
    assert any(f"more than {MOST_TIMES} times its size" in reason for reason in reasons)


def test_a_monotonous_list_is_no_bomb(read: ReadText) -> None:
    """Rows that say little pack well; and however well, a few megabytes are read."""
    rows = "".join(
        f'{{"_id": "{n}", "title": "Title {n}", "doi": null, "venue": ""}}\n' for n in range(18_000)
    )
    content = gzip.compress(rows.encode(), 9)
    assert len(rows) > FREELY
    assert len(rows) / len(content) > 8
    with gzip.open(io.BytesIO(content)) as file:
        assert file.read(50)
    assert len(read("a.jsonl.gz", content).papers) == 18_000
    small = gzip.compress(b'title\nT\n,"' + b" " * (FREELY // 8) + b'"\n')
    assert len(read("a.csv.gz", small).papers) == 1


# -- XML ----------------------------------------------------------------------------------------------------

RECORD = "<xml><records><record><titles><title>{0}</title></titles></record></records></xml>"
LAUGHS = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 12))


@pytest.fixture
def asked() -> Iterator[tuple[str, list[str]]]:
    """The address of a server on this machine, and what it was asked for."""
    paths: list[str] = []

    class Listening(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Listening) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", paths
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    "doctype",
    [
        f"<!DOCTYPE xml [<!ENTITY l0 'ha'>{LAUGHS}]>",
        "<!DOCTYPE xml [<!ENTITY l11 SYSTEM 'file://{secret}'>]>",
        "<!DOCTYPE xml [<!ENTITY l11 SYSTEM '{server}/entity'>]>",
        "<!DOCTYPE xml [<!ENTITY % p SYSTEM '{server}/parameter'> %p;]>",
        "<!DOCTYPE xml SYSTEM '{server}/doctype.dtd'>",
        "<!DOCTYPE xml PUBLIC 'x' '{server}/public.dtd' [<!ENTITY l11 'ha'>]>",
    ],
)
def test_xml_reads_no_other_file_and_asks_no_server(
    tmp_path: Path, asked: tuple[str, list[str]], doctype: str
) -> None:
    server, paths = asked
    secret = tmp_path / "secret"
    secret.write_text("stone under moss")
    text = doctype.replace("{secret}", str(secret)).replace("{server}", server) + RECORD.format(
        "A &l11; title"
    )
    (tmp_path / "a.xml").write_text(text)
    items = list(read_papers(tmp_path / "a.xml"))
    assert items
    assert not any(isinstance(item, Paper) and ("moss" in item.title or "ha" in item.title) for item in items)
    assert paths == []


def test_including_another_file_by_xinclude_is_text_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("stone under moss")
    inside = (
        f'A<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" parse="text" href="{tmp_path}/secret"/>'
    )
    (tmp_path / "a.xml").write_text(RECORD.format(inside))
    (paper,) = read_papers(tmp_path / "a.xml")
    assert isinstance(paper, Paper)
    assert paper.title == "A"


# -- JSON ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"title":['])
@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_json_nested_a_hundred_thousand_deep_costs_only_itself(
    read: ReadText, name: str, opening: str
) -> None:
    deep = f'{{"title": "Deep", "x": {opening * 100_000}'
    rows = [deep, '{"_id": "b", "type": "book", "title": "Whole"}']
    found = read(name, "\n".join(rows) if name.endswith("l") else f"[{deep}}},\n{rows[1]}]")
    assert [paper.title for paper in found.papers] == ["Whole"]
    assert "nested too deeply" in found.failure.reason


# -- Zotero's database --------------------------------------------------------------------------------------


def test_a_value_that_a_database_makes_without_end_is_told(tmp_path: Path) -> None:
    """A generated column is computed when it is read: 200 MB out of nothing."""
    import sqlite3
    from contextlib import closing

    zotero = ZoteroFolder(tmp_path)
    zotero.add("LAKE0001", title="Lake")
    with closing(sqlite3.connect(zotero.path)) as database:
        database.executescript(
            "DROP TABLE itemDataValues; CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, "
            "bytes INTEGER, value TEXT GENERATED ALWAYS AS (hex(zeroblob(bytes))) VIRTUAL);"
            "INSERT INTO itemDataValues (valueID, bytes) VALUES (1, 0);"
        )
        database.execute("UPDATE itemDataValues SET bytes = 100000000")
        database.commit()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    (failure,) = read_papers(zotero.path)
    assert not isinstance(failure, Paper)
    assert "too big" in failure.reason
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000


# -- places -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["storage:../../x.pdf", "../../x.pdf", "storage:..\\..\\x.pdf", "a/../../x.pdf"]
)
def test_an_attachment_that_climbs_out_of_zoteros_folder_is_none(tmp_path: Path, path: str) -> None:
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.4")
    zotero = ZoteroFolder(tmp_path / "zotero")
    item = zotero.add("LAKE0001", title="Lake")
    zotero.attach("PDFA0001", item, path)
    files: list[tuple[str, ...]] = []
    (paper,) = read_papers(zotero.path, attached=lambda _, paths: files.append(paths))
    assert isinstance(paper, Paper)
    assert files == [()]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.bib", "@misc{a, title={Lake}, file={:../../x.pdf:application/pdf}, url={file:../../x.pdf}}"),
        ("a.ris", "TY  - JOUR\nTI  - Lake\nL1  - ../../x.pdf\nL1  - file://../../x.pdf\nER  - \n"),
        ("a.jsonl", '{"_id": "a", "title": "Lake", "pdf": "../../x.pdf", "file": "../../x.pdf"}\n'),
    ],
)
def test_a_field_that_names_a_file_elsewhere_opens_none(tmp_path: Path, name: str, text: str) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.4")
    (folder / name).write_text(text)
    files: list[tuple[str, ...]] = []
    (paper,) = read_papers(folder / name, attached=lambda _, paths: files.append(paths))
    assert isinstance(paper, Paper)
    assert paper.title == "Lake"
    assert not any(files)
