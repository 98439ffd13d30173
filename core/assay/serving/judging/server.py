"""A server on this machine's own address, until Ctrl+C."""

from __future__ import annotations

import socket

import uvicorn
from fastapi import FastAPI

from assay.errors import BadInput

ADDRESS = "127.0.0.1"  # other machines come through a proxy, which brings TLS


def open_port(port: int) -> socket.socket:
    """Return the listening socket; port 0 takes a free one. Raises BadInput where it is in use."""
    try:
        return socket.create_server((ADDRESS, port))
    except OSError as error:
        why = error.strerror or error
        advice = "Choose another one with --port."
        raise BadInput("Port {0} cannot be had: {1}.", port, why, advice=advice) from error


def run(app: FastAPI, listening: socket.socket) -> None:
    """Serve until Ctrl+C or SIGTERM: what is under way is finished, open connections are closed."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        http="h11",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        limit_concurrency=1_000,
        h11_max_incomplete_event_size=16_384,
        forwarded_allow_ips=ADDRESS,
    )
    uvicorn.Server(config).run(sockets=[listening])
