"""Processes, events, and the log of errors."""

import dataclasses

from agents.catalog.rules.kinds import FLAG, NAME, TIME, either, matching, number, one_of, options
from agents.catalog.rules.limits import MOST_THREADS, MOST_WORKERS
from agents.catalog.rules.names import ERROR_LOG
from agents.catalog.rules.rule import EVENTS, HSL, MAIN, Module, Spent, any_number_of, maybe, some

_THREADS = dataclasses.replace(number(1, MOST_THREADS), spends=lambda w: Spent("threads", int(w)))
LEVEL = one_of("debug", "info", "notice", "warn", "error", "crit", "alert", "emerg")
_MASK = matching("a mask of bits", r"[01]{1,1024}")
_core = Module("ngx_core_module")
_tengine = Module("Tengine: ngx_core_module")

RULES = (
    *_core("worker_processes", MAIN, either(one_of("auto"), number(1, MOST_WORKERS))),
    *_core("worker_cpu_affinity", MAIN, either(one_of("auto"), _MASK), any_number_of(_MASK)),
    *_core("worker_priority", MAIN, number(-20, 20)),
    *_core("worker_rlimit_nofile", MAIN, number(1, 1_000_000_000)),
    *_core("worker_shutdown_timeout timer_resolution", MAIN, TIME),
    *_core("pcre_jit", MAIN, FLAG),
    *_core(
        "thread_pool",
        MAIN,
        NAME,
        some(options(threads=_THREADS, max_queue=number(1, 65_536))),
    ),
    *_core("error_log", MAIN | HSL, ERROR_LOG, maybe(LEVEL)),
    *_core("events", MAIN, opens="events"),
    *_core("worker_connections", EVENTS, number(1, 1_048_576)),
    *_core("worker_aio_requests", EVENTS, number(1, 65_536)),
    *_core("multi_accept accept_mutex", EVENTS, FLAG),
    *_core("accept_mutex_delay", EVENTS, TIME),
    *_core("use", EVENTS, one_of("epoll", "poll", "select")),
    *_tengine("reuse_port", EVENTS, FLAG),
)
