"""Workers that do shards of a job: processes of this machine, one a device, or those of a Ray cluster.

`--on` chooses where. A feature cuts its work into shards, and is the same wherever they are done.
"""

from assay.workers.jobs import Job
from assay.workers.places import open_workers
from assay.workers.pool import Workers

__all__ = ["Job", "Workers", "open_workers"]
