"""Counters of a run that show whether its settings acted, beside those of its baseline. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from agents.catalog.signs import CALLS
from agents.catalog.signs.kernel import COUNTERS_BY_KEY
from backend.acted.settings import word_of
from backend.advice.backend_pools import keeps_a_pool
from backend.advice.nginx import every
from backend.advice.predicates import speaks_tls, speaks_tls_only
from backend.advice.rule import Subject

REFUSING = frozenset({"limit_req", "limit_conn", "deny", "auth_basic"})
OF_SIZE = frozenset({"gzip", "gzip_static", "gzip_comp_level", "gzip_min_length", "gzip_types", "brotli"})
SWITCHES_OF_SIZE = frozenset({"gzip", "gzip_static", "brotli"})
POOL = frozenset(
    {"upstream.use_upstream", "upstream.keepalive", "upstream.http11", "keepalive", "proxy_http_version"}
)
COUNTED_BY_KERNEL = frozenset(
    {f"net.ipv4.{key}" for key in ("tcp_fastopen", "tcp_tw_reuse", "tcp_migrate_req", "tcp_autocorking")}
)
"""Keys whose counters count what the setting itself did, and not only that there was an occasion."""
OF_LOGS = frozenset({"access_log_buffer", "access_log_flush"})
NO_KERNEL_TLS = "the kernel encrypted no connection: it needs its module tls"
OF_CLIENTS = frozenset({"keepalive_requests", "keepalive_timeout"})
SOME = 0.01
"""Connections of clients for each request, below which they are kept."""
FEW, MOST = 0.5, 0.95
"""Shares of requests: below the first a pool or a cache works, above the second it does nothing."""
SAME_SIZE, OTHER_SIZE = 0.005, 0.05
MIN_REQUESTS = 100
"""Requests of a run without which its counters say nothing."""
MIN_CALLS = 0.5  # for each request: fewer may be those of connections
MAX_STRAY_CALLS = 0.005  # for each request: fewer are those of the start


@dataclass(frozen=True)
class Counts:
    """Counts of a run over its valid trials; None: not known."""

    requests: float | None = None
    refusals: float | None = None
    client_connections: float | None = None  # connections of clients
    to_backends: float | None = None  # connections that backends accepted
    bytes_per_request: float | None = None
    listeners: int | None = None
    workers: int | None = None
    worker_cpus: tuple[str, ...] = ()
    kernel_tls: int | None = None
    growths: Mapping[str, float] = field(default_factory=dict)
    calls: Mapping[str, float] | None = None  # of the server under test, for each request

    def share(self, count: float | None) -> float | None:
        """A count for each request; None where there are too few of them."""
        return None if count is None or (self.requests or 0) < MIN_REQUESTS else count / (self.requests or 1)


@dataclass(frozen=True)
class Observation:
    """Observation of a setting: that it acted, or the reason why it cannot have acted."""

    has_acted: bool
    reason: str


def observe(setting: str, subject: Subject, run: Counts, baseline: Counts) -> Observation | None:
    """Find what the counters of a run say of one of its settings; None: nothing."""
    return next(_observations(setting, subject, run, baseline), None)


def _observations(setting: str, subject: Subject, run: Counts, baseline: Counts) -> Iterator[Observation]:
    word = word_of(setting)
    if word in REFUSING:
        yield from _refusals(word, subject, run)
    if word in ("reuseport", "reuse_port"):
        yield from _sockets(run)
    if setting in POOL:
        yield from _pool(run, baseline)
    if word in OF_CLIENTS and not setting.startswith("upstream."):
        yield from _client_connections(run, baseline)
    if word == "proxy_cache":
        yield from _cache(subject, run)
    if word in OF_SIZE:
        yield from _size(word, run, baseline)
    if word == "ssl_conf_command" and _asks_kernel_tls(subject):
        yield from _kernel_tls(subject, run)
    if word == "worker_cpu_affinity" and run.worker_cpus and run.worker_cpus == baseline.worker_cpus:
        yield Observation(False, "its workers may use the same CPUs as the baseline's")
    if word in CALLS and _counts_calls(word, subject):
        yield from _calls(word, subject, run, baseline)
    if setting.startswith("sysctl.") and word in COUNTERS_BY_KEY:
        yield from _growths(word, run, baseline)


def _refusals(word: str, subject: Subject, run: Counts) -> Iterator[Observation]:
    if run.refusals:
        yield Observation(True, f"{run.refusals:,.0f} requests were refused")
    elif run.refusals == 0 and (run.requests or 0) >= MIN_REQUESTS:
        delays = any(w.startswith("burst=") for args, _ in every(subject.tree, word) for w in args)
        if not delays:
            yield Observation(False, f"none of {run.requests:,.0f} requests was refused")


def _sockets(run: Counts) -> Iterator[Observation]:
    if run.listeners is not None and run.listeners > 1:
        yield Observation(True, f"{run.listeners} sockets listened")
    elif run.listeners == 1:
        yield Observation(False, "one socket listened")


def _pool(run: Counts, baseline: Counts) -> Iterator[Observation]:
    share, before = run.share(run.to_backends), baseline.share(baseline.to_backends)
    if share is None or before is None:
        return
    if before >= MOST and share < FEW:
        yield Observation(True, f"{share:.2f} connections to backends were opened for each request")
    elif share >= MOST and before < FEW:
        yield Observation(True, f"each request opened a connection to a backend instead of {before:.2f}")
    elif share >= MOST and before >= MOST:
        yield Observation(False, "each request opened a connection to a backend, as in the baseline")


def _client_connections(run: Counts, baseline: Counts) -> Iterator[Observation]:
    share, before = run.share(run.client_connections), baseline.share(baseline.client_connections)
    if share is None or before is None:
        return
    less, more = sorted((share, before))
    if more >= max(SOME, 2 * less):
        yield Observation(True, f"{share:.2f} connections for each request instead of {before:.2f}")


def _cache(subject: Subject, run: Counts) -> Iterator[Observation]:
    share = run.share(run.to_backends)
    if share is None or keeps_a_pool(subject):
        return
    if share < FEW:
        yield Observation(True, f"{share:.2f} of the requests reached a backend")
    elif share >= MOST:
        yield Observation(False, "every request reached a backend")


def _size(word: str, run: Counts, baseline: Counts) -> Iterator[Observation]:
    size, before = run.bytes_per_request, baseline.bytes_per_request
    if not size or not before:
        return
    change = abs(size / before - 1)
    if change > OTHER_SIZE:
        yield Observation(True, f"an answer has {size:,.0f} bytes instead of {before:,.0f}")
    elif change <= SAME_SIZE and word in SWITCHES_OF_SIZE:
        yield Observation(False, f"answers have as many bytes as the baseline's ({before:,.0f})")


def _asks_kernel_tls(subject: Subject) -> bool:
    return any("KTLS" in word for args, _ in every(subject.tree, "ssl_conf_command") for word in args)


def _kernel_tls(subject: Subject, run: Counts) -> Iterator[Observation]:
    sendfile = (run.calls or {}).get("sendfile", 0.0)
    calls_text = f"nginx called sendfile {sendfile:.2f} times for each request"
    if run.kernel_tls:
        more = f", and {calls_text}" if sendfile >= MIN_CALLS else ""
        yield Observation(True, f"the kernel encrypted {run.kernel_tls:,} connections{more}")
    elif run.kernel_tls == 0:
        yield Observation(False, NO_KERNEL_TLS)
    elif sendfile >= MIN_CALLS and speaks_tls_only(subject):
        yield Observation(True, f"{calls_text}, which only a kernel that encrypts allows")


def _counts_calls(word: str, subject: Subject) -> bool:
    """Whether nothing else makes these calls: TLS and threads for files write as well."""
    if CALLS[word].names != ("write",):
        return subject.topology == "proxy_only"
    return not speaks_tls(subject) and not any(every(subject.tree, "aio") or every(subject.base_tree, "aio"))


def _calls(word: str, subject: Subject, run: Counts, baseline: Counts) -> Iterator[Observation]:
    """A call that the setting changes, in a diagnostic trial of each."""
    names, is_added = CALLS[word]
    if run.calls is None or baseline.calls is None:
        return
    calls, before = (sum(of.get(name, 0.0) for name in names) for of in (run.calls, baseline.calls))
    less, more = sorted((calls, before))
    name = next((name for name in names if name in run.calls or name in baseline.calls), names[0])
    if more >= MIN_CALLS and less < more / 2:
        yield Observation(True, f"{calls:.2f} calls of {name} for each request instead of {before:.2f}")
    elif is_added and more < MAX_STRAY_CALLS:
        without_kernel = word == "sendfile" and run.kernel_tls == 0 and speaks_tls_only(subject)
        reason = f"; {NO_KERNEL_TLS}" if without_kernel else ""
        yield Observation(False, f"nginx never called {' or '.join(names)}{reason}")
    elif word == "access_log_buffer" and less >= MOST:
        yield Observation(False, "each request wrote a line, as in the baseline")


def _growths(key: str, run: Counts, baseline: Counts) -> Iterator[Observation]:
    """Counters of the kernel that stand still in both runs: the setting had no occasion."""
    names = COUNTERS_BY_KEY[key]
    if not all(name in run.growths and name in baseline.growths for name in names):
        return
    total = sum(run.growths[name] + baseline.growths[name] for name in names)
    listed_names = " and ".join(name.partition(".")[2] for name in names)
    if total == 0:
        yield Observation(False, f"{listed_names} stood still, in the baseline as well")
    elif key in COUNTED_BY_KERNEL and any(run.growths[name] for name in names):
        yield Observation(True, f"{listed_names} moved")
