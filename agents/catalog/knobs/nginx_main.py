"""nginx: main and events context."""

from functools import partial

from agents.catalog.knobs.types import knob, takes
from agents.catalog.rules.kinds import FLAG, matching, number, one_of, union
from agents.catalog.rules.limits import MAX_WORKERS
from agents.catalog.rules.rule import EVENTS, MAIN, Module, any_number_of

_knob = partial(knob, family="main")
_core = Module("ngx_core_module")
_MASK = matching("a mask of bits", r"[01]{1,1024}")
_tengine = Module("Tengine: ngx_core_module")
KNOBS = (
    _knob(
        "nginx.worker_processes",
        takes("auto_int", "1", 1, 256, "processes"),
        "Number of worker processes. auto starts one for each CPU that nginx sees; more than the CPUs "
        "it may use rarely helps unless workers block on disk.",
        _core.rule(MAIN, union(one_of("auto"), number(1, MAX_WORKERS))),
        see=("nginx.worker_cpu_affinity", "pin.proxy", "listen.reuseport"),
    ),
    _knob(
        "nginx.worker_cpu_affinity",
        takes("affinity", "none: the scheduler moves workers freely"),
        "nginx itself binds each worker to CPUs: auto for one worker on each CPU, or one bit mask for "
        "each worker, such as 01 10.",
        _core.rule(MAIN, union(one_of("auto"), _MASK), any_number_of(_MASK)),
        see=("nginx.worker_processes", "pin.proxy"),
    ),
    _knob(
        "nginx.worker_connections",
        takes("int", "512", 16, 1_048_576, "connections"),
        "Connections one worker may hold at the same time, those to backends included. Above the limit "
        "of open files it has no effect.",
        _core.rule(EVENTS, number(1, 1_048_576)),
        see=("nginx.worker_processes", "upstream.keepalive"),
    ),
    _knob(
        "nginx.multi_accept",
        takes("switch", "off"),
        "on: a woken worker accepts all waiting connections at once instead of one. Matters when "
        "clients connect often.",
        _core.rule(EVENTS, FLAG),
        see=("nginx.accept_mutex", "listen.reuseport"),
    ),
    _knob(
        "nginx.accept_mutex",
        takes("switch", "off"),
        "on: workers take turns in accepting connections. off: all are woken, one wins. Without effect "
        "on sockets with reuseport.",
        _core.rule(EVENTS, FLAG),
        see=("nginx.multi_accept", "listen.reuseport"),
    ),
    _knob(
        "nginx.worker_rlimit_nofile",
        takes("int", "the limit that nginx was started with", 64, 1_048_576, "files"),
        "Open files of each worker. Raising it above the hard limit needs root; limits.nofile sets the "
        "limit before nginx starts.",
        _core.rule(MAIN, number(1, 1_000_000_000)),
        see=("limits.nofile", "nginx.worker_connections"),
    ),
    _knob(
        "nginx.worker_priority",
        takes("int", "0", -20, 20),
        "Scheduling priority of workers, set by nginx itself: below 0 they come before others, which "
        "needs root.",
        _core.rule(MAIN, number(-20, 20)),
        see=("limits.nice",),
    ),
    _knob(
        "nginx.use",
        takes("choice", "the best that the system has: epoll on Linux", choices=("epoll", "poll", "select")),
        "How workers wait for events. poll and select ask about every connection each time; few builds "
        "have them.",
        _core.rule(EVENTS, one_of("epoll", "poll", "select")),
        see=("nginx.worker_connections",),
    ),
    _knob(
        "nginx.reuse_port",
        takes("switch", "off"),
        "on: each Tengine worker listens on its own socket (SO_REUSEPORT). Newer versions have "
        "listen.reuseport instead.",
        _tengine.rule(EVENTS, FLAG),
        see=("listen.reuseport",),
        flavour="tengine",
        since="2.1.0",
        until="2.3.0",
    ),
    _knob(
        "nginx.error_log",
        takes(
            "choice", "error", choices=("debug", "info", "notice", "warn", "error", "crit", "alert", "emerg")
        ),
        "Lowest severity that is written to the error log. debug writes a lot and needs a build with "
        "debugging.",
        see=("nginx.access_log",),
    ),
)
