"""A network between two programs of this machine: a TCP proxy that hands everything on so much later."""

from __future__ import annotations

import asyncio
import threading
from contextlib import closing, suppress


class SlowNetwork:
    """Listens on `port`, in a thread of its own; `seconds` is the delay of each direction.

    `n_sent` counts what clients sent at a time: with a client that waits for each answer, the round trips.
    """

    def __init__(self, to_port: int, seconds: float) -> None:
        self._to, self._seconds = to_port, seconds
        self.port, self.n_sent = 0, 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait()

    def __enter__(self) -> SlowNetwork:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def by(self, url: str) -> str:
        """The address of the same server by way of this network."""
        return url.replace(f":{self._to}/", f":{self.port}/")

    def _run(self) -> None:
        server = self._loop.run_until_complete(asyncio.start_server(self._connected, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._end(server))
        self._loop.close()

    async def _end(self, server: asyncio.Server) -> None:
        server.close()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await asyncio.sleep(0.01)  # transports close what they hold

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError), closing(writer):
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self._to)
            with closing(other_writer):
                await asyncio.gather(
                    self._hand_on(reader, other_writer, counted=True),
                    self._hand_on(other_reader, writer, counted=False),
                )

    async def _hand_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, counted: bool
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                self.n_sent += counted
                self._loop.call_later(self._seconds, writer.write, data)  # in their order: all wait as long
        await asyncio.sleep(self._seconds)
        writer.close()
