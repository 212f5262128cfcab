"""nginx: main and events context."""

from functools import partial

from agents.catalog.knobs.types import Knob
from agents.catalog.rules.kinds import FLAG, matching, number, one_of, union
from agents.catalog.rules.limits import MAX_WORKERS
from agents.catalog.rules.rule import EVENTS, MAIN, Module, any_number_of

_knob = partial(Knob, role="proxy", family="main")
_core = Module("ngx_core_module")
_MASK = matching("a mask of bits", r"[01]{1,1024}")
_tengine = Module("Tengine: ngx_core_module")
KNOBS = (
    _knob(
        name="nginx.worker_processes",
        type="auto_int",
        unit="processes",
        default="1",
        minimum=1,
        maximum=256,
        text="Number of worker processes. auto starts one for each CPU that nginx sees; more than the CPUs "
        "it may use rarely helps unless workers block on disk.",
        see=("nginx.worker_cpu_affinity", "pin.proxy", "listen.reuseport"),
        directive="worker_processes",
        context="main",
        rule=_core.rule(MAIN, union(one_of("auto"), number(1, MAX_WORKERS))),
    ),
    _knob(
        name="nginx.worker_cpu_affinity",
        type="affinity",
        default="none: the scheduler moves workers freely",
        text="nginx itself binds each worker to CPUs: auto for one worker on each CPU, or one bit mask for "
        "each worker, such as 01 10.",
        see=("nginx.worker_processes", "pin.proxy"),
        directive="worker_cpu_affinity",
        context="main",
        rule=_core.rule(MAIN, union(one_of("auto"), _MASK), any_number_of(_MASK)),
    ),
    _knob(
        name="nginx.worker_connections",
        type="int",
        unit="connections",
        default="512",
        minimum=16,
        maximum=1_048_576,
        text="Connections one worker may hold at the same time, those to backends included. Above the limit "
        "of open files it has no effect.",
        see=("nginx.worker_processes", "upstream.keepalive"),
        directive="worker_connections",
        context="events",
        rule=_core.rule(EVENTS, number(1, 1_048_576)),
    ),
    _knob(
        name="nginx.multi_accept",
        type="switch",
        default="off",
        text="on: a woken worker accepts all waiting connections at once instead of one. Matters when "
        "clients connect often.",
        see=("nginx.accept_mutex", "listen.reuseport"),
        directive="multi_accept",
        context="events",
        rule=_core.rule(EVENTS, FLAG),
    ),
    _knob(
        name="nginx.accept_mutex",
        type="switch",
        default="off",
        text="on: workers take turns in accepting connections. off: all are woken, one wins. Without effect "
        "on sockets with reuseport.",
        see=("nginx.multi_accept", "listen.reuseport"),
        directive="accept_mutex",
        context="events",
        rule=_core.rule(EVENTS, FLAG),
    ),
    _knob(
        name="nginx.worker_rlimit_nofile",
        type="int",
        unit="files",
        default="the limit that nginx was started with",
        minimum=64,
        maximum=1_048_576,
        text="Open files of each worker. Raising it above the hard limit needs root; limits.nofile sets the "
        "limit before nginx starts.",
        see=("limits.nofile", "nginx.worker_connections"),
        directive="worker_rlimit_nofile",
        context="main",
        rule=_core.rule(MAIN, number(1, 1_000_000_000)),
    ),
    _knob(
        name="nginx.worker_priority",
        type="int",
        default="0",
        minimum=-20,
        maximum=20,
        text="Scheduling priority of workers, set by nginx itself: below 0 they come before others, which "
        "needs root.",
        see=("limits.nice",),
        directive="worker_priority",
        context="main",
        rule=_core.rule(MAIN, number(-20, 20)),
    ),
    _knob(
        name="nginx.use",
        type="choice",
        default="the best that the system has: epoll on Linux",
        choices=("epoll", "poll", "select"),
        text="How workers wait for events. poll and select ask about every connection each time; few builds "
        "have them.",
        see=("nginx.worker_connections",),
        directive="use",
        context="events",
        rule=_core.rule(EVENTS, one_of("epoll", "poll", "select")),
    ),
    _knob(
        name="nginx.reuse_port",
        type="switch",
        default="off",
        text="on: each Tengine worker listens on its own socket (SO_REUSEPORT). Newer versions have "
        "listen.reuseport instead.",
        see=("listen.reuseport",),
        directive="reuse_port",
        context="events",
        flavour="tengine",
        since="2.1.0",
        until="2.3.0",
        rule=_tengine.rule(EVENTS, FLAG),
    ),
    _knob(
        name="nginx.error_log",
        type="choice",
        default="error",
        choices=("debug", "info", "notice", "warn", "error", "crit", "alert", "emerg"),
        text="Lowest severity that is written to the error log. debug writes a lot and needs a build with "
        "debugging.",
        see=("nginx.access_log",),
    ),
)
