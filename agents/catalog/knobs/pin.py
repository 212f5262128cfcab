"""CPU lists for whole processes, as `taskset -c` takes them."""

from agents.catalog.knobs.types import Knob

KNOBS = (
    Knob(
        name="pin.load",
        role="load",
        family="pin",
        type="cpu_list",
        default="none: any CPU",
        text="CPUs that the load tool may use. On a shared host, keep it off the proxy's CPUs.",
        see=("pin.proxy", "pin.origin"),
    ),
    Knob(
        name="pin.proxy",
        role="proxy",
        family="pin",
        type="cpu_list",
        default="none: any CPU",
        text="CPUs that the proxy's master and workers may use. worker_processes auto still counts all CPUs.",
        see=("pin.load", "nginx.worker_cpu_affinity", "nginx.worker_processes"),
    ),
    Knob(
        name="pin.origin",
        role="backend",
        family="pin",
        type="cpu_list",
        default="none: any CPU",
        text="CPUs that the backend's instances may use.",
        see=("pin.proxy", "origin.instances"),
    ),
)
