"""Kind of an nginx binary, by what it says of itself: flavour, version, modules. Pure."""

import re
import shlex

from agents.catalog.knobs.types import Flavour
from agents.contract.reports import NginxFacts

_NAMES: dict[str, Flavour] = {  # as `-V` writes them
    "openresty": "openresty",
    "tengine": "tengine",
    "angie": "angie",
    "freenginx": "freenginx",
}
_VERSION = re.compile(r"^\S+ version: (\S+?)/([0-9][0-9.]*)", re.MULTILINE)
_BASE = re.compile(r"\bnginx/([0-9]+\.[0-9]+\.[0-9]+)")

# Built in unless taken out by --without-http_…_module.
_USUAL = """
charset gzip ssi userid access auth_basic mirror autoindex geo map split_clients referer rewrite proxy fastcgi
uwsgi scgi grpc memcached limit_conn limit_req empty_gif browser upstream_hash upstream_ip_hash
upstream_least_conn upstream_random upstream_keepalive upstream_zone
"""


def build_of(path: str, output: str) -> NginxFacts:
    """Facts of a binary from the text of its `-V`."""
    versions = {name.lower(): number for name, number in _VERSION.findall(output)}
    flavour: Flavour = "nginx"
    for name in versions:
        flavour = _NAMES.get(name, flavour)
    arguments = output.partition("configure arguments:")[2].strip()
    lines = [line for line in output.splitlines() if " version: " in line]
    return NginxFacts(
        path=path,
        version=", ".join(line.partition(" version: ")[2].strip() for line in lines),
        arguments=arguments,
        flavour=flavour,
        number=versions.get(flavour, ""),
        base=_base(output, flavour, versions),
        modules=sorted(_modules(arguments)),
    )


def _base(output: str, flavour: Flavour, versions: dict[str, str]) -> str:
    """The version of nginx that it follows; OpenResty and freenginx count on from nginx's own numbers."""
    if match := _BASE.search(output):
        return match[1]
    if flavour in ("openresty", "freenginx"):
        return ".".join(versions.get(flavour, "").split(".")[:3])
    return ""


def _modules(arguments: str) -> set[str]:
    """Names as in `--with-NAME_module`. Dynamic ones are not counted: no text may load them."""
    try:
        words = shlex.split(arguments)
    except ValueError:
        words = arguments.split()
    modules = {f"http_{name}" for name in _USUAL.split()}
    for word in words:
        name = word.removesuffix("_module")
        if name.startswith("--without-"):
            modules.discard(name.removeprefix("--without-"))
        elif name.startswith("--with-") and "=" not in name:
            modules.add(name.removeprefix("--with-"))
    return modules
