"""Settings of whole processes: CPU lists as `taskset -c` takes them, and the protocol of the load tool."""

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
    Knob(
        name="load.protocol",
        role="load",
        family="load",
        type="choice",
        choices=("h1", "h2"),
        default="as the workload says",
        text="HTTP/1.1 or HTTP/2 of the load tool in place of the workload's `protocol`: a variant of each. "
        "Needs a tool with both. The workload's `streams` are those of HTTP/2.",
        see=("listen.http2", "tls.on"),
    ),
)
