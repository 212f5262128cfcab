"""Whether a host's nginx has what a knob needs, by what `nginx -V` said there. Pure."""

from agents.catalog.knobs import Knob, Value
from agents.catalog.roles import Role
from agents.contract.reports import Facts, NginxFacts

_NAMES = {"nginx": "nginx", "openresty": "OpenResty", "tengine": "Tengine", "angie": "Angie"}
# What a single value of a knob needs: a module, or the version that has it.
_OF_VALUE: dict[tuple[str, Value], str] = {
    ("nginx.use", "poll"): "poll",
    ("nginx.use", "select"): "select",
    ("nginx.error_log", "debug"): "debug",
    ("origin.kind", "status"): "http_stub_status",
    ("origin.kind", "empty_gif"): "http_empty_gif",
    ("upstream.balancing", "least_conn"): "http_upstream_least_conn",
    ("upstream.balancing", "ip_hash"): "http_upstream_ip_hash",
    ("upstream.balancing", "random"): "http_upstream_random",
    ("upstream.balancing", "hash"): "http_upstream_hash",
}
_SINCE: dict[tuple[str, Value], str] = {
    ("nginx.worker_cpu_affinity", "auto"): "1.9.10",
    ("upstream.balancing", "random"): "1.15.1",
    ("upstream.keepalive", 0): "1.29.7",
}


def lacks(knob: Knob, value: Value, facts: Facts, role: Role) -> str | None:
    """Explain why the nginx of the host in this role cannot do that; None when it can, or did not say."""
    nginx = facts.nginx
    if nginx is None:
        return None
    has = f"the {role} host has {nginx.version or nginx.path}"
    if knob.flavour and knob.flavour != nginx.flavour:
        return f"only {_NAMES.get(knob.flavour, knob.flavour)} has it; {has}"
    module = knob.module or _OF_VALUE.get((knob.name, value), "")
    if module and nginx.modules and module not in nginx.modules:
        return f"nginx must be built with {_option(module)}; {has} without it"
    return _version(knob, value, nginx, has)


def _option(module: str) -> str:
    return f"--with-{module}" + ("" if module == "debug" else "_module")


def _version(knob: Knob, value: Value, nginx: NginxFacts, has: str) -> str | None:
    number = nginx.number if knob.flavour else nginx.base
    if not number:
        return None
    name = _NAMES.get(knob.flavour or "nginx", knob.flavour or "")
    since = _SINCE.get((knob.name, value), knob.since)
    if since and order_of(number) < order_of(since):
        return f"{name} has it since {since}; {has}"
    if knob.until and order_of(number) >= order_of(knob.until):
        instead = f" (use {knob.see[0]})" if knob.see else ""
        return f"{name} has it only before {knob.until}{instead}; {has}"
    return None


def order_of(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
