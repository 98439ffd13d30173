"""Workers that do shards of a job: processes of this machine, one a device, or those of a Ray cluster.

`--on` chooses where; whoever has work cuts it into shards, and need not know which it was.
"""

from assay.workers.jobs import Job
from assay.workers.places import open_workers
from assay.workers.pool import Workers

__all__ = ["Job", "Workers", "open_workers"]
