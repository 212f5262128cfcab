"""Settings of whole processes: CPU lists as `taskset -c` takes them, and the protocol of the load tool."""

from agents.catalog.knobs.types import knob, takes

KNOBS = (
    knob(
        "pin.load",
        takes("cpu_list", "none: any CPU"),
        "CPUs that the load tool may use (taskset). On a shared host, keep it off the proxy's CPUs.",
        see=("pin.proxy", "pin.origin"),
        role="load",
    ),
    knob(
        "pin.proxy",
        takes("cpu_list", "none: any CPU"),
        "CPUs that the proxy's master and workers may use (taskset). worker_processes auto still counts all "
        "CPUs.",
        see=("pin.load", "nginx.worker_cpu_affinity", "nginx.worker_processes"),
    ),
    knob(
        "pin.origin",
        takes("cpu_list", "none: any CPU"),
        "CPUs that the backend's instances may use (taskset).",
        see=("pin.proxy", "origin.instances"),
        role="backend",
    ),
    knob(
        "load.protocol",
        takes("choice", "as the workload says", choices=("h1", "h2")),
        "HTTP/1.1 or HTTP/2 of the load tool in place of the workload's `protocol`: a variant of each. "
        "Needs a tool with both. The workload's `streams` are those of HTTP/2.",
        see=("listen.http2", "tls.on"),
        role="load",
    ),
)
