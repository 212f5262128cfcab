"""What this process counts for /metrics. Each API process has its own; a scraper asks every one of them."""

from prometheus_client import CollectorRegistry, Counter, Histogram

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
OF_PROCESS = CollectorRegistry()
REQUESTS = Histogram(
    "dynoboard_request_seconds",
    "From a request to the first byte of its answer; the route is its template, never an address",
    ("method", "route", "status"),
    buckets=SECONDS,
    registry=OF_PROCESS,
)
READINGS = Counter(
    "dynoboard_ingested_readings", "Readings that agents sent and that were stored", registry=OF_PROCESS
)
REPORTS = Counter(
    "dynoboard_reports",
    "Reports of agents about jobs, by what was made of them",
    ("taken",),
    registry=OF_PROCESS,
)
for outcome in (
    "taken",
    "again",
    "refused",
):  # each is there from the start, or its first would be no increase
    REPORTS.labels(outcome)
