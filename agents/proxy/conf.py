"""The last changes to an nginx.conf before it runs: port, proof of identity, temp paths. Pure."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from agents import policy
from agents.catalog.cpulist import parse_cpu_list
from agents.contract.jobs import LISTEN, NginxSetup
from agents.failure import JobFailed
from agents.policy import Directive, walk
from agents.render import more_listens, with_address

_TEMP_PATHS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def generation_of(setup: NginxSetup) -> str:
    """Identifies what an instance runs: the same setup gives the same generation."""
    return hashlib.sha256(setup.model_dump_json().encode()).hexdigest()[:32]


def final_conf(
    setup: NginxSetup,
    tree: list[Directive],
    host_port: str,
    status_socket: str,
    more_addresses: Sequence[str] = (),
) -> str:
    """The text that nginx reads: the checked one with its address, and our lines at the end of http {}.

    Read once more: but for the address and our lines it must say what the policy has read in `tree`.
    """
    our_lines = _our_lines(setup, tree, status_socket)
    text = with_address(setup.conf, host_port, our_lines, more_addresses)
    final_tree, unread = policy.read(text)
    if unread or policy.without_lines(final_tree) != policy.without_lines(
        _expected_tree(tree, host_port, our_lines, more_addresses)
    ):
        raise JobFailed(
            "conf_differs",
            f"nginx.conf of {setup.key} does not say what was checked",
            text,
        )
    return text


def read_by_nginx(conf: Path, text: str) -> str:
    """Build the output of `nginx -T` when it has read this one file, byte for byte."""
    return f"# configuration file {conf}:\n{text}\n"


def _our_lines(setup: NginxSetup, tree: list[Directive], status_socket: str) -> list[str]:
    """Build lines for what nginx would take from its own build, and for our status server."""
    http_directives = {d["directive"] for d in policy.blocks(tree, "http")}
    paths = {f"{name}_temp_path": f"tmp/{name}" for name in _TEMP_PATHS} | {"access_log": "logs/access.log"}
    return [
        *(f"{name} {path};" for name, path in paths.items() if name not in http_directives),
        f'server {{ listen "unix:{status_socket}"; server_name _; access_log off;',
        "location = /status { stub_status; }",
        f'location = /generation {{ return 200 "{generation_of(setup)}"; }} }}',
    ]


def _expected_tree(
    tree: list[Directive], host_port: str, our_lines: list[str], more_addresses: Sequence[str]
) -> list[Directive]:
    our_tree, _ = policy.read("\n".join(our_lines))
    free_addresses = list(more_addresses)  # the first `listen` takes them all

    def fill(directives: list[Directive]) -> Iterator[Directive]:
        for d in directives:
            args = d["args"]
            if d["directive"] == "listen" and args[:1] == [LISTEN]:
                yield d | {"args": [host_port, *args[1:]]}
                yield from (d | {"args": more} for more in more_listens(args[1:], free_addresses))
                free_addresses.clear()
            else:
                yield d | ({"block": [*fill(d["block"])]} if "block" in d else {})

    return [d | {"block": [*d["block"], *our_tree]} if d["directive"] == "http" else d for d in fill(tree)]


def main_arguments(prefix: str, as_root: bool) -> str:
    """Directives for `nginx -g`: what the policy keeps out of the text because the agent decides it."""
    user = " user root;" if as_root else ""  # where the agent may not change users, nginx may not either
    return f'daemon off; pid "{prefix}/nginx.pid";{user}'


def expected_workers(setup: NginxSetup, tree: list[Directive]) -> int | None:
    """Number of workers that must run; None for `auto`, where nginx and its C library decide."""
    if setup.workers is not None:
        return setup.workers
    arguments = next((d["args"] for d in walk(tree) if d["directive"] == "worker_processes"), ["1"])
    return int(arguments[0]) if arguments and arguments[0].isdigit() else None


def worker_limits(setup: NginxSetup, tree: list[Directive]) -> tuple[int | None, int | None]:
    """Open files and nice value that workers must have; None where neither config nor setup says."""
    first_arguments = {d["directive"]: d["args"][0] for d in walk(tree) if d["args"]}
    files, priority = (
        first_arguments.get("worker_rlimit_nofile", ""),
        first_arguments.get("worker_priority", "0"),
    )
    return int(files) if files.isdigit() else setup.nofile, int(priority) or setup.nice


def expected_affinity(
    setup: NginxSetup,
    tree: list[Directive],
    workers: int,
    allowed_cpus: frozenset[int],
    online: frozenset[int],
) -> list[frozenset[int]]:
    """The CPUs of each worker in order: by worker_cpu_affinity, else those of the whole process."""
    inherited_cpus = parse_cpu_list(setup.cpus) if setup.cpus else allowed_cpus
    args = next((d["args"] for d in walk(tree) if d["directive"] == "worker_cpu_affinity"), [])
    if not args:
        return [inherited_cpus] * workers
    if args[0] == "auto":
        mask = sorted(_cpus_of_mask(args[1]) if len(args) > 1 else range(len(online)))
        return (
            [frozenset({mask[n % len(mask)]}) for n in range(workers)] if mask else [inherited_cpus] * workers
        )
    masks = [_cpus_of_mask(mask) for mask in args]
    return [masks[min(n, len(masks) - 1)] for n in range(workers)]


def _cpus_of_mask(mask: str) -> frozenset[int]:
    """nginx reads masks from the right: 0101 is CPUs 0 and 2."""
    return frozenset(n for n, bit in enumerate(reversed(mask)) if bit == "1")


def difference_in_affinity(expected_cpus: list[frozenset[int]], actual: list[frozenset[int]]) -> bool:
    """Workers are compared without order: which pid gets which CPU is up to nginx."""
    return sorted(map(sorted, expected_cpus)) != sorted(map(sorted, actual))
