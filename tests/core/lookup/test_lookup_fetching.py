"""One request over HTTPS: what comes back, and every way in which it may go wrong."""

from __future__ import annotations

import gzip
import zlib

import pytest

from assay import __version__
from assay.lookup import fetching
from assay.lookup.fetching import MOST_BYTES, NoAnswer, Response, fetch, user_agent
from lookup_host import LocalHost, Reply, local_host, packed, reply, trust


def get(host: LocalHost, path: str = "/", *, timeout: float = 20.0, deadline: float = 20.0) -> Response:
    return fetch(
        host.address + path,
        agent=user_agent(),
        tick=lambda: None,
        trust=trust(),
        timeout=timeout,
        deadline=deadline,
    )


def fault(host: LocalHost, path: str = "/", **limits: float) -> NoAnswer:
    with pytest.raises(NoAnswer) as caught:
        get(host, path, **limits)
    return caught.value


def test_an_answer_comes_whole_and_unpacked(host: LocalHost) -> None:
    text = b"moss " * 1000
    host.says("/plain", Reply(body=text, pieces=7))
    host.says("/packed", packed(text))
    assert get(host, "/plain") == Response(200, text)
    assert get(host, "/packed") == Response(200, text)
    assert host.asked[0][1]["User-Agent"] == f"Assay/{__version__}"


def test_nothing_is_told_but_program_and_format(host: LocalHost) -> None:
    get(host, "/x")
    [(_, headers)] = host.asked
    assert set(headers) == {"User-Agent", "Accept", "Accept-Encoding", "Host", "Connection"}


@pytest.mark.parametrize("status", [404, 410, 429, 500, 503, 403])
def test_a_status_that_is_no_success_comes_without_body(host: LocalHost, status: int) -> None:
    host.says("/", Reply(status, b"sorry", {"Retry-After": "7"}))
    assert get(host) == Response(status, b"", "7")


def test_a_certificate_that_nobody_vouches_for_is_refused(host: LocalHost) -> None:
    with pytest.raises(NoAnswer, match="certificate is not valid") as caught:
        fetch(host.address, agent=user_agent(), tick=lambda: None)
    assert caught.value.lasting
    assert not host.asked


@pytest.mark.parametrize("address", ["http://localhost:1/x", "file:///etc/hostname", "ftp://localhost/x"])
def test_nothing_but_https_is_spoken(address: str) -> None:
    with pytest.raises(NoAnswer, match="not HTTPS"):
        fetch(address, agent=user_agent(), tick=lambda: None)


def test_a_redirect_on_the_same_host_is_followed(host: LocalHost) -> None:
    host.says("/old", Reply(301, b"gone", {"Location": "/new"}))
    host.says("/new", reply("{}"))
    assert get(host, "/old").body == b"{}"
    assert host.paths == ["/old", "/new"]


def test_a_redirect_to_another_host_or_to_plain_http_is_not_followed(host: LocalHost) -> None:
    with local_host() as other:
        for there in (other.address, f"http://localhost:{host.port}"):
            host.says("/", Reply(302, b"x" * 100_000, {"Location": f"{there}/x"}))
            error = fault(host)
            assert error.lasting
            assert "sends on to" in str(error)
        assert not other.asked
    assert len(host.asked) == 2


def test_redirects_that_go_round_end(host: LocalHost) -> None:
    host.says("/", Reply(302, headers={"Location": "/"}))
    assert get(host).status == 302
    assert len(host.asked) < 10


def test_a_gigantic_body_is_cut_off_early(host: LocalHost) -> None:
    host.says("/", Reply(body=bytes(3 * MOST_BYTES), pieces=300))
    assert "larger than 5 MB" in str(fault(host))


def test_a_gzip_bomb_is_not_unpacked(host: LocalHost, monkeypatch: pytest.MonkeyPatch) -> None:
    host.says("/", packed(bytes(40 * MOST_BYTES)))
    unpacked: list[int] = []
    begin = zlib.decompressobj

    class Counted:
        """What zlib unpacks, with its bytes counted."""

        def __init__(self, **given: int) -> None:
            self._inner = begin(**given)

        def decompress(self, piece: bytes, most: int) -> bytes:
            part = self._inner.decompress(piece, most)
            unpacked.append(len(part))
            return part

        def __getattr__(self, name: str) -> object:
            return getattr(self._inner, name)

    monkeypatch.setattr(zlib, "decompressobj", Counted)
    assert "larger than 5 MB" in str(fault(host))
    assert sum(unpacked) <= MOST_BYTES + 1


def test_a_body_in_two_coats_is_no_bomb_either(host: LocalHost) -> None:
    host.says("/", packed(gzip.compress(b"{}")))
    assert get(host).body[:2] == b"\x1f\x8b"  # left for `asking` to refuse


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (Reply(body=b"no gzip", headers={"Content-Encoding": "gzip"}), "damaged"),
        (
            Reply(body=gzip.compress(bytes(range(256)))[:99], headers={"Content-Encoding": "gzip"}),
            "breaks off",
        ),
        (Reply(body=b"x", headers={"Content-Encoding": "br"}), "not asked for"),
        (Reply(body=b"{}", torn=True), "breaks off"),
    ],
)
def test_a_broken_body_is_no_answer(host: LocalHost, given: Reply, says: str) -> None:
    host.says("/", given)
    assert says in str(fault(host))


def test_a_silent_host_is_given_up(host: LocalHost) -> None:
    host.says("/", Reply(body=b"{}", wait=3))
    assert "does not answer" in str(fault(host, timeout=0.3))


def test_a_host_that_drips_is_given_up_at_the_deadline(host: LocalHost) -> None:
    host.says("/", Reply(body=b"{" * 50, wait=0.2, pieces=50))
    fault(host, timeout=5, deadline=1)
    assert host.sent < 50, "it was not waited for until the last drop"


def test_a_port_where_nobody_is_cannot_be_reached() -> None:
    with local_host() as gone:
        pass
    assert "cannot be reached" in str(fault(gone))


def test_a_cancel_while_the_host_keeps_silent_is_heard_at_once(host: LocalHost) -> None:
    host.says("/", Reply(body=b"{}", wait=5))
    ticks: list[int] = []

    def tick() -> None:
        ticks.append(1)
        if len(ticks) > 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch(host.address, agent=user_agent(), tick=tick, trust=trust())
    assert (len(ticks), host.sent) == (3, 0), "the host had not said a word when the third tick was heard"


def test_the_contact_stands_in_the_name_of_the_program() -> None:
    assert user_agent("ada@hill.example") == f"Assay/{__version__} (mailto:ada@hill.example)"
    assert fetching.TIMEOUT_S < fetching.DEADLINE_S
