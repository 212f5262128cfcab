"""Budgets: how much one nginx text may take. Pure."""

from agents.catalog.rules.rule import Budget

_GB = 1024**3
MOST_WORKERS = 256  # the CPUs of the largest ordinary servers; each worker takes memory before any load
MOST_THREADS = 256  # of all pools; each worker starts them all
MOST_SHARED = 1 * _GB  # of all zones
MOST_CACHE = 10 * _GB  # of all caches on disk
MOST_WEIGHTS = 10_000  # of all servers of upstreams; a consistent hash has 160 points for each unit
MOST_IDLE = (
    1_000_000  # of `keepalive` of all upstreams; each takes 150 bytes from the start, also in nginx -t
)
MOST_CONNECTIONS = 64 * 2**20  # of all workers; each takes 400 bytes and more from the start
MOST: dict[Budget, int] = {
    "memory": MOST_SHARED,
    "disk": MOST_CACHE,
    "threads": MOST_THREADS,
    "weights": MOST_WEIGHTS,
    "idle": MOST_IDLE,
}
IN_WORDS: dict[Budget, str] = {
    "memory": "zones of 1g",
    "disk": "caches of 10g",
    "threads": f"{MOST_THREADS} threads",
    "weights": f"weights of {MOST_WEIGHTS}",
    "idle": f"{MOST_IDLE} idle connections",
}
