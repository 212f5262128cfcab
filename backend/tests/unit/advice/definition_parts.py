"""Hosts and parts of definitions, of which cases of advice are made."""

from typing import Any, NamedTuple

from agents.contract.reports import Facts, NginxFacts
from backend.tests.unit.facts import host_facts

KERNEL = {"sysctl": {"net.core.somaxconn": "4096", "net.ipv4.tcp_fastopen": "1"}}


def host(**changes: Any) -> Facts:
    return host_facts(**{"more": KERNEL} | changes)


BIG = host(cpus=8, online_cpus="0-7", nofile=1_000_000)
FORK = host(nginx=NginxFacts(path="nginx", version="Tengine/3.1.0"))
NEW = host(nginx=NginxFacts(path="nginx", version="nginx/1.29.7", base="1.29.7"))


class Case(NamedTuple):
    """Knobs and anything else of a definition; `facts` of one host for all roles, None when unknown."""

    knobs: dict[str, Any]
    facts: Facts | None = None
    more: dict[str, Any] = {}  # noqa: RUF012


ALONE = {"topology": "proxy_only"}
FILES = {"origin.kind": "static"}
TLS = {"tls.on": "on"}
TWO = {"variants": [{"name": "a"}, {"name": "b"}]}


def load(**changes: Any) -> dict[str, Any]:
    return {"workloads": [{"tool": "wrk", "connections": 16, "duration": 1} | changes]}


def ab(**changes: Any) -> dict[str, Any]:
    return {"workloads": [{"tool": "ab", "connections": 16, "requests": 100_000} | changes]} | ALONE


def h2load(**changes: Any) -> dict[str, Any]:
    return {"workloads": [{"tool": "h2load", "connections": 16, "requests": 10_000} | changes]}


def vegeta(**changes: Any) -> dict[str, Any]:
    return {"workloads": [{"tool": "vegeta", "connections": 16, "duration": 1} | changes]}


H2 = {"listen.http2": "on", **TLS}
GZIP = {"headers": {"Accept-Encoding": "gzip"}}
SITE = load(site=[5000], mix=[{"path": "/0"}], **GZIP)
LARGE_BODIES = load(mix=[{"path": "/", "method": "POST", "body": {"bytes": 2_000_000}}])
PUBLISHED = {"published": {"source": "x", "rows": [{"variant": "a", "requests_per_s": 120_000}]}}
RAW = """events {}
http {
  upstream pool { server $backend; keepalive 16; }
  server { listen 80; location / { proxy_pass http://pool; %s } }
}
"""
