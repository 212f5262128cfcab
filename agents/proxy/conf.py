"""The last changes to an nginx.conf before it runs: port, proof of identity, temp paths. Pure."""

import hashlib
import os

from agents.contract.cpulist import parse_cpu_list
from agents.contract.jobs import LISTEN_TOKEN, STATUS_MARK, NginxSetup
from agents.failure import JobFailed
from agents.policy import Directive, has_directive, walk

_TEMP_PATHS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def generation_of(setup: NginxSetup) -> str:
    """Identifies what an instance runs: the same setup gives the same generation."""
    return hashlib.sha256(setup.model_dump_json().encode()).hexdigest()[:32]


def final_conf(setup: NginxSetup, tree: list[Directive], host_port: str, status_socket: str) -> str:
    """The text that nginx reads: port filled in, status server and temp paths put at the mark."""
    if STATUS_MARK not in setup.conf:
        raise JobFailed("bad_conf", f"nginx.conf of {setup.key} has no line `{STATUS_MARK}` inside http {{}}")
    temp = [
        f"{name}_temp_path tmp/{name};"
        for name in _TEMP_PATHS
        if not has_directive(tree, f"{name}_temp_path")
    ]
    status = (
        f"server {{ listen unix:{status_socket}; server_name _; access_log off; "
        "location = /status { stub_status; } "
        f'location = /generation {{ return 200 "{generation_of(setup)}"; }} }}'
    )
    ours = "\n    ".join([*temp, status])
    return setup.conf.replace(LISTEN_TOKEN, host_port).replace(STATUS_MARK, ours, 1)


def main_arguments(prefix: str, as_root: bool, user: str) -> str:
    """Directives for `nginx -g`: what the policy keeps out of the text because the agent decides it."""
    directives = ["daemon off;", f'pid "{prefix}/nginx.pid";']
    return " ".join([*directives, f"user {user};"] if as_root else directives)


def expected_workers(setup: NginxSetup, tree: list[Directive]) -> int | None:
    """How many workers must run; None for `auto`, where nginx and its C library decide."""
    if setup.workers is not None:
        return setup.workers
    asked = next((d["args"] for d in walk(tree) if d["directive"] == "worker_processes"), ["1"])
    return int(asked[0]) if asked and asked[0].isdigit() else None


def worker_limits(setup: NginxSetup, tree: list[Directive]) -> tuple[int | None, int | None]:
    """Open files and nice value that workers must have; None where neither config nor setup says."""
    said = {d["directive"]: d["args"][0] for d in walk(tree) if d["args"]}
    files, priority = said.get("worker_rlimit_nofile", ""), said.get("worker_priority", "0")
    return int(files) if files.isdigit() else setup.nofile, int(priority) or setup.nice


def expected_affinity(
    setup: NginxSetup, tree: list[Directive], workers: int, allowed: frozenset[int], online: frozenset[int]
) -> list[frozenset[int]]:
    """The CPUs of each worker in order: by worker_cpu_affinity, else those of the whole process."""
    inherited = parse_cpu_list(setup.cpus) if setup.cpus else allowed
    args = next((d["args"] for d in walk(tree) if d["directive"] == "worker_cpu_affinity"), [])
    if not args:
        return [inherited] * workers
    if args[0] == "auto":
        mask = sorted(_cpus_of_mask(args[1]) if len(args) > 1 else range(len(online)))
        return [frozenset({mask[n % len(mask)]}) for n in range(workers)] if mask else [inherited] * workers
    masks = [_cpus_of_mask(mask) for mask in args]
    return [masks[min(n, len(masks) - 1)] for n in range(workers)]


def _cpus_of_mask(mask: str) -> frozenset[int]:
    """nginx reads masks from the right: 0101 is CPUs 0 and 2."""
    return frozenset(n for n, bit in enumerate(reversed(mask)) if bit == "1")


def difference_in_affinity(wanted: list[frozenset[int]], seen: list[frozenset[int]]) -> bool:
    """Workers are compared without order: which pid gets which CPU is up to nginx."""
    return sorted(map(sorted, wanted)) != sorted(map(sorted, seen))


def unprivileged_user() -> str:
    """`nobody` with its group, for workers of an agent that runs as root."""
    import grp
    import pwd

    entry = pwd.getpwnam("nobody")
    return f"nobody {grp.getgrgid(entry.pw_gid).gr_name}" if os.geteuid() == 0 else ""
