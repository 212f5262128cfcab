"""Processes, events, and the log of errors."""

import dataclasses

from agents.catalog.rules.kinds import FLAG, NAME, TIME, number, one_of, options
from agents.catalog.rules.limits import MAX_THREADS
from agents.catalog.rules.names import ERROR_LOG
from agents.catalog.rules.rule import EVENTS, HSL, MAIN, Module, Spent, maybe, one_or_more

_THREADS = dataclasses.replace(number(1, MAX_THREADS), spends=lambda w: Spent("threads", int(w)))
LEVEL = one_of("debug", "info", "notice", "warn", "error", "crit", "alert", "emerg")
_core = Module("ngx_core_module")

RULES = (
    *_core("worker_shutdown_timeout timer_resolution", MAIN, TIME),
    *_core("pcre_jit", MAIN, FLAG),
    *_core(
        "thread_pool",
        MAIN,
        NAME,
        one_or_more(options(threads=_THREADS, max_queue=number(1, 65_536))),
    ),
    *_core("error_log", MAIN | HSL, ERROR_LOG, maybe(LEVEL)),
    *_core("events", MAIN, opens="events"),
    *_core("worker_aio_requests", EVENTS, number(1, 65_536)),
    *_core("accept_mutex_delay", EVENTS, TIME),
)
