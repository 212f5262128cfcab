"""nginx: main and events context."""

from agents.contract.knobs.types import Knob

KNOBS = (
    Knob(
        name="nginx.worker_processes",
        role="proxy",
        family="main",
        type="auto_int",
        unit="processes",
        default="1",
        minimum=1,
        maximum=1024,
        text="Number of worker processes. auto starts one a CPU that nginx sees; more than the CPUs it may "
        "use rarely helps unless workers block on disk.",
        see=("nginx.worker_cpu_affinity", "pin.proxy", "listen.reuseport"),
        directive="worker_processes",
        context="main",
    ),
    Knob(
        name="nginx.worker_cpu_affinity",
        role="proxy",
        family="main",
        type="affinity",
        default="none: the scheduler moves workers freely",
        text="Binds each worker to CPUs by nginx itself: auto for one worker a CPU, or one bit mask a "
        "worker, such as 01 10.",
        see=("nginx.worker_processes", "pin.proxy"),
        directive="worker_cpu_affinity",
        context="main",
    ),
    Knob(
        name="nginx.worker_connections",
        role="proxy",
        family="main",
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
    ),
    Knob(
        name="nginx.multi_accept",
        role="proxy",
        family="main",
        type="switch",
        default="off",
        text="on: a woken worker accepts all waiting connections at once instead of one. Matters when "
        "clients connect often.",
        see=("nginx.accept_mutex", "listen.reuseport"),
        directive="multi_accept",
        context="events",
    ),
    Knob(
        name="nginx.accept_mutex",
        role="proxy",
        family="main",
        type="switch",
        default="off",
        text="on: workers take turns in accepting connections. off: all are woken, one wins. Without effect "
        "on sockets with reuseport.",
        see=("nginx.multi_accept", "listen.reuseport"),
        directive="accept_mutex",
        context="events",
    ),
)
