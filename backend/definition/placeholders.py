"""nginx.conf and argument lists as people see them before addresses are known."""

from collections.abc import Mapping

from agents.catalog.knobs import Value
from agents.catalog.roles import Role, Topology
from agents.contract.workload import Workload
from agents.render import external_target, render_example, setups, tls_key
from agents.render.argv import load_argv
from agents.render.load import load_of

STAND_IN_PORT = "8100"


def role_under_test(topology: str) -> Role:
    """The role whose nginx takes the load tool's requests."""
    return "backend" if topology == "direct" else "proxy"


def placeholder_conf(knobs: Mapping[str, Value], topology: Topology, nginx_base: str = "") -> str:
    """The nginx.conf under test with placeholders for addresses and ports, spelled for a version of nginx."""
    setup = setups(knobs, topology, nginx_base=nginx_base).get(role_under_test(topology))
    if setup is None:  # an external server's config is not known here
        return ""
    return render_example(setup.conf, STAND_IN_PORT).rstrip() + "\n"


def placeholder_argv(
    workload: Workload, knobs: Mapping[str, Value], topology: Topology, addresses: Mapping[Role, str]
) -> list[str]:
    """The load tool's argument list; `addresses` of the hosts by role."""
    role = role_under_test(topology)
    address = addresses.get(role, role)
    host = f"[{address}]" if ":" in address else address
    cpus = knobs.get("pin.load")
    scheme = "https" if role == "proxy" and tls_key(knobs) else "http"
    target = external_target(knobs, topology) or f"{scheme}://{host}:{STAND_IN_PORT}"
    return load_argv(load_of(workload, knobs), target + workload.path, None if cpus is None else str(cpus))
