"""Specification of one child's sandbox, and the command that applies it. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

NAMES_KEPT = ("PATH", "LANG", "TZ")  # of the agent's environment
MAX_TASKS = 4096  # processes and threads of a user of its own
MAX_BYTES = 8 * 1024**3  # of one file: beyond what logs may grow to between two looks
# Capabilities that a child may keep, and their bits in capabilities(7): a port below 1024, and a negative
# worker_priority where the agent may not raise the limit of it (procfs.CAP_SYS_RESOURCE).
KEPT = {"net_bind_service": 10, "sys_nice": 23}


@dataclass(frozen=True)
class SandboxSpec:
    """Folders that one child needs: `writable` ones are its own, all else is read-only to it."""

    writable: tuple[Path, ...] = ()
    readable: tuple[Path, ...] = ()  # must stay in sight where they lie below a private /tmp
    capabilities: tuple[str, ...] = ()  # of KEPT, where what it does takes them
    environment: tuple[str, ...] = ()  # names that its command sets by itself, beside NAMES_KEPT


def environment(variables: Mapping[str, str]) -> dict[str, str]:
    return {name: variables[name] for name in NAMES_KEPT if name in variables}


def limits(own_user: bool, most_bytes: int) -> list[str]:
    """prlimit(1) with what no child needs more of. Tasks are counted by user: only its own can be limited."""
    tasks = [f"--nproc={MAX_TASKS}:{MAX_TASKS}"] if own_user else []
    return ["prlimit", "--core=0:0", f"--fsize={most_bytes}:{most_bytes}", *tasks]


def privileges(
    uid: int | None, gid: int | None, on_agent_death: str, capabilities: Sequence[str] = ()
) -> list[str]:
    """setpriv(1) to a user without capabilities; None: the agent's own user, an ordinary one.

    The death signal is part of the same call: the kernel forgets it when a process changes its user.
    """
    capability_list = ",".join(["-all", *(f"+{name}" for name in capabilities if uid is not None)])
    command = ["setpriv", f"--inh-caps={capability_list}", f"--ambient-caps={capability_list}"]
    if uid is not None:
        command += [f"--bounding-set={capability_list}", f"--reuid={uid}", f"--regid={gid}", "--clear-groups"]
    return [*command, "--no-new-privs", "--pdeathsig", on_agent_death, "--"]


def gate_command(command: Sequence[str]) -> list[str]:
    """Waits for a line on its standard input: until then the agent can put the process where it belongs."""
    return ["sh", "-c", 'read -r _ && exec "$@" </dev/null', "sh", *command]
