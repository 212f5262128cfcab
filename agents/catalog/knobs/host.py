"""Settings of a whole host, each put back afterwards, and limits of the processes started there.

A name without a prefix acts on the proxy's host; `load.` and `backend.` before it name the others.
"""

from agents.catalog.knobs.types import host_value, knob, takes
from agents.catalog.roles import Role

FAMILIES = ("sysctl", "irq", "cpu", "limits")
OTHER_ROLES: tuple[Role, ...] = ("load", "backend")

KNOBS = (
    knob(
        "irq.affinity",
        host_value(type="irq_affinity"),
        "CPUs that serve the interrupts of matching devices, such as eth0*=0 or virtio*=0-1: the "
        "pattern is matched against the names in /proc/interrupts.",
        see=("irq.irqbalance", "pin.proxy"),
        scope="host",
        setting="irq_affinity",
    ),
    knob(
        "irq.irqbalance",
        host_value(type="switch"),
        "off: the irqbalance service is stopped while the run is measured, and interrupts stay where "
        "they are.",
        see=("irq.affinity",),
        scope="host",
        setting="irqbalance",
    ),
    knob(
        "cpu.governor",
        host_value(type="word"),
        "Frequency governor of every CPU, for example performance. Not every host has one.",
        scope="host",
        setting="governor",
    ),
    knob(
        "limits.nofile",
        takes("int", "the hard limit of the agent", 64, 1_048_576, "files"),
        "Open files (ulimit -n, LimitNOFILE) that a process started there may have, nginx master and workers "
        "or the load tool.",
        see=("nginx.worker_connections",),
    ),
    knob(
        "limits.nice",
        takes("int", "0", -20, 19),
        "Nice value from -20 (first) to 19 (last) of the processes started there.",
        see=("nginx.worker_priority",),
    ),
)
