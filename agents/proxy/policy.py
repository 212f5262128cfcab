"""What an nginx text may not say on this host. Parsed, not searched; pure.

Each refusal names line and directive. nginx itself judges the rest (`nginx -t`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import crossplane

from agents.contract.jobs import LISTEN_TOKEN

_FORBIDDEN = {
    **dict.fromkeys(
        ("user", "pid", "daemon", "working_directory", "lock_file", "master_process", "env"),
        "the agent sets this itself",
    ),
    **dict.fromkeys(("include", "load_module", "ssl_engine", "thread_pool_file"), "it loads other files"),
    **dict.fromkeys(
        (
            "stream",
            "mail",
            "resolver",
            "fastcgi_pass",
            "uwsgi_pass",
            "scgi_pass",
            "grpc_pass",
            "memcached_pass",
        ),
        "it talks to servers outside the testbed",
    ),
    **dict.fromkeys(
        ("dav_methods", "proxy_store", "google_perftools_profiles", "debug_points", "worker_rlimit_core"),
        "it writes files",
    ),
}
_PROGRAMS = ("lua_", "js_", "perl", "njs_")
_PATHS = {
    "root": 0,
    "alias": 0,
    "access_log": 0,
    "error_log": 0,
    "client_body_temp_path": 0,
    "proxy_temp_path": 0,
    "fastcgi_temp_path": 0,
    "uwsgi_temp_path": 0,
    "scgi_temp_path": 0,
    "proxy_cache_path": 0,
    "fastcgi_cache_path": 0,
    "uwsgi_cache_path": 0,
    "scgi_cache_path": 0,
    "ssl_certificate": 0,
    "ssl_certificate_key": 0,
    "ssl_client_certificate": 0,
    "ssl_trusted_certificate": 0,
    "ssl_crl": 0,
    "ssl_dhparam": 0,
    "ssl_password_file": 0,
    "ssl_session_ticket_key": 0,
    "ssl_stapling_file": 0,
    "proxy_ssl_certificate": 0,
    "proxy_ssl_certificate_key": 0,
    "proxy_ssl_trusted_certificate": 0,
    "proxy_ssl_crl": 0,
    "auth_basic_user_file": 0,
    "geoip_country": 0,
    "geoip_city": 0,
    "geoip_org": 0,
    "xslt_stylesheet": 0,
    "xml_entities": 0,
}
MOST_WORKERS = 512
_NO_FILE = {"off", "stderr", "/dev/null"}

Directive = dict[str, Any]
MayReach = Callable[[str], bool]
"""Whether the agent lets nginx talk to a host name or address."""


@dataclass(frozen=True)
class Refusal:
    line: int
    directive: str  # empty when the text cannot be parsed
    reason: str

    def __str__(self) -> str:
        where = f"line {self.line}" if self.line else "nginx.conf"
        if not self.directive:
            return f"{where}: {self.reason}"
        return f"{where}: `{self.directive}` is not allowed: {self.reason}"


def parse(conf: Path) -> tuple[list[Directive], list[Refusal]]:
    """The directives of a file on disk, and what is wrong with its grammar."""
    payload = crossplane.parse(str(conf), single=True, check_ctx=False, check_args=False)
    wrong = [
        Refusal(e.get("line") or 0, "", str(e["error"]).partition(f" in {conf}")[0])
        for e in payload["errors"]
    ]
    return [d for config in payload["config"] for d in config["parsed"]], wrong


def refusals(tree: list[Directive], may_reach: MayReach) -> list[Refusal]:
    """Everything that this agent will not run, in the order of the text."""
    upstreams = {d["args"][0] for d in walk(tree) if d["directive"] == "upstream" and d["args"]}
    found = [
        Refusal(d["line"], d["directive"], reason)
        for d in walk(tree)
        if (reason := _reason(d, upstreams, may_reach))
    ]
    return found + _servers_without_listen(tree) + _upstream_refusals(tree, may_reach)


def walk(tree: list[Directive]) -> Iterator[Directive]:
    for directive in tree:
        yield directive
        yield from walk(directive.get("block") or [])


def has_directive(tree: list[Directive], name: str) -> bool:
    return any(d["directive"] == name for d in walk(tree))


def _reason(d: Directive, upstreams: set[str], may_reach: MayReach) -> str | None:
    name, args = d["directive"], d["args"]
    if name in _FORBIDDEN:
        return _FORBIDDEN[name]
    if name.startswith(_PROGRAMS) or "_by_lua" in name:
        return "it runs programs inside nginx"
    if name in _PATHS and len(args) > _PATHS[name]:
        return _path_reason(args[_PATHS[name]])
    if name == "listen" and args[:1] != [LISTEN_TOKEN]:
        return f"write `listen {LISTEN_TOKEN}`; the agent chooses address and port"
    if name == "worker_processes" and args and args[0].isdigit() and int(args[0]) > MOST_WORKERS:
        return f"{args[0]} is more than {MOST_WORKERS}"
    if name == "proxy_pass" and args:
        return _target_reason(args[0], upstreams, may_reach)
    return None


def _path_reason(path: str) -> str | None:
    if path in _NO_FILE:
        return None
    if "$" in path:
        return f"“{path}” is only known at run time"
    if path.startswith("/") or ".." in path.split("/") or ":" in path:
        return f"“{path}” lies outside the instance's own folder; write a relative path"
    return None


def _target_reason(url: str, upstreams: set[str], may_reach: MayReach) -> str | None:
    parts = urlsplit(url)
    if "$" in parts.netloc:
        return f"“{url}” is only known at run time"
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return f"“{url}” is not an http address"
    if parts.netloc in upstreams or may_reach(parts.hostname):
        return None
    return f"“{parts.hostname}” is outside the addresses that this agent may reach"


def _servers_without_listen(tree: list[Directive]) -> list[Refusal]:
    """nginx gives such a server port 80 on every address."""
    blocks = [b for h in tree if h["directive"] == "http" for b in h.get("block", [])]
    return [
        Refusal(s["line"], "server", f"it has no `listen {LISTEN_TOKEN}`")
        for s in blocks
        if s["directive"] == "server" and not any(d["directive"] == "listen" for d in s.get("block", []))
    ]


def _upstream_refusals(tree: list[Directive], may_reach: MayReach) -> list[Refusal]:
    servers = [
        d
        for u in walk(tree)
        if u["directive"] == "upstream"
        for d in u.get("block", [])
        if d["directive"] == "server" and d["args"]
    ]
    return [
        Refusal(s["line"], "server", f"“{s['args'][0]}” is outside the addresses that this agent may reach")
        for s in servers
        if not may_reach(urlsplit(f"//{s['args'][0]}").hostname or "")
    ]
