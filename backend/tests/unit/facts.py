"""What an agent says of its host, for tests that need a host that is like any other."""

from typing import Any

from agents.contract.reports import Facts, NginxFacts


def host_facts(**changes: Any) -> Facts:
    """A small Debian with nginx and wrk, whose agent is not root."""
    values = {
        "hostname": "box",
        "machine": "m",
        "os": "Debian GNU/Linux 12",
        "kernel": "6.1",
        "cpu_model": "x",
        "cpus": 2,
        "online_cpus": "0-1",
        "memory_bytes": 1,
        "nofile": 1024,
        "is_root": False,
        "nginx": NginxFacts(path="/usr/sbin/nginx", version="nginx/1.22.1"),
        "tools": {"wrk": "4.1.0"},
    }
    return Facts.model_validate(values | changes)
