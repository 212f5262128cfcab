"""Settings of a whole host, each put back afterwards, and limits of the processes started there.

A name without a prefix acts on the proxy's host; `load.` and `backend.` before it name the others.
"""

from agents.catalog.knobs.types import Knob
from agents.catalog.roles import Role

FAMILIES = ("sysctl", "irq", "cpu", "limits")
OTHER_ROLES: tuple[Role, ...] = ("load", "backend")

KNOBS = (
    Knob(
        name="irq.affinity",
        role="proxy",
        family="irq",
        type="irq_affinity",
        default="as the host has it",
        text="CPUs that serve the interrupts of matching devices, such as eth0*=0 or virtio*=0-1: the "
        "pattern is matched against the names in /proc/interrupts.",
        see=("irq.irqbalance", "pin.proxy"),
        scope="host",
        setting="irq_affinity",
    ),
    Knob(
        name="irq.irqbalance",
        role="proxy",
        family="irq",
        type="switch",
        default="as the host has it",
        text="off: the irqbalance service is stopped while the run is measured, and interrupts stay where "
        "they are.",
        see=("irq.affinity",),
        scope="host",
        setting="irqbalance",
    ),
    Knob(
        name="cpu.governor",
        role="proxy",
        family="cpu",
        type="word",
        default="as the host has it",
        text="Frequency governor of every CPU, for example performance. Not every host has one.",
        scope="host",
        setting="governor",
    ),
    Knob(
        name="limits.nofile",
        role="proxy",
        family="limits",
        type="int",
        unit="files",
        default="the hard limit of the agent",
        minimum=64,
        maximum=1_048_576,
        text="Open files that a process started there may have, nginx master and workers or the load tool.",
        see=("nginx.worker_connections",),
    ),
    Knob(
        name="limits.nice",
        role="proxy",
        family="limits",
        type="int",
        default="0",
        minimum=-20,
        maximum=19,
        text="Nice value from -20 (first) to 19 (last) of the processes started there.",
        see=("nginx.worker_priority",),
    ),
)
