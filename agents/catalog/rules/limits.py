"""Budgets: how much one nginx text may take. Pure."""

from agents.catalog.rules.rule import Budget

_GB = 1024**3
MAX_WORKERS = 256  # the CPUs of the largest ordinary servers; each worker takes memory before any load
MAX_THREADS = 256  # of all pools; each worker starts them all
MAX_SHARED = 1 * _GB  # of all zones
MAX_CACHE = 10 * _GB  # of all caches on disk
MAX_WEIGHTS = 10_000  # of all servers of upstreams; a consistent hash has 160 points for each unit
MAX_IDLE = 1_000_000  # of `keepalive` of all upstreams; each takes 150 bytes from the start, also in nginx -t
MAX_CONNECTIONS = 64 * 2**20  # of all workers; each takes 400 bytes and more from the start
MAX_SPENDING: dict[Budget, int] = {
    "memory": MAX_SHARED,
    "disk": MAX_CACHE,
    "threads": MAX_THREADS,
    "weights": MAX_WEIGHTS,
    "idle": MAX_IDLE,
}
IN_WORDS: dict[Budget, str] = {
    "memory": "zones of 1g",
    "disk": "caches of 10g",
    "threads": f"{MAX_THREADS} threads",
    "weights": f"weights of {MAX_WEIGHTS}",
    "idle": f"{MAX_IDLE} idle connections",
}
