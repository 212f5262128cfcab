"""Agents that run on this host, told that its servers have changed."""

import os
import signal
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from agents import procfs
from agents.servers.declarations import FOLDER, SHARED_SERVERS

_HUP_BIT = 1 << (signal.SIGHUP - 1)


def tell_agents(folder: Path) -> list[str]:
    """Send HUP to every agent that reads a folder of declarations; return a sentence for each."""
    sentences = [_tell(pid) for pid in procfs.all_pids() if _is_agent(pid) and _reads(pid, folder)]
    return sentences or [f"No agent that runs here reads {folder}; one does so when it starts."]


def _tell(pid: int) -> str:
    try:
        os.kill(pid, signal.SIGHUP)
    except PermissionError:
        return f"Agent {pid} is another user's, tell it: sudo kill -HUP {pid}"
    except ProcessLookupError:
        return f"Agent {pid} has just ended; it reads its servers when it starts."
    return f"Agent {pid} reads its servers anew; the Hosts page shows them."


def _is_agent(pid: int) -> bool:
    """Whether it is an agent that catches HUP: one that does not would end by it."""
    words = procfs.arguments(pid)[:5]
    is_agent = "agents.runner" in words or any(Path(word).name == "dyno-agent" for word in words)
    return is_agent and bool((procfs.caught_signals(pid) or 0) & _HUP_BIT)


def _reads(pid: int, folder: Path) -> bool:
    words = procfs.arguments(pid)
    if servers := _option(words, "--servers"):
        return _place(pid, servers) == folder.resolve()
    of_host, of_user = SHARED_SERVERS
    if folder == of_host or (folder == of_user and procfs.user_of(pid) == os.geteuid()):
        return True
    state = _option(words, "--state") or "~/.dyno/agent"
    return _place(pid, state) / FOLDER == folder.resolve()


def _option(words: Sequence[str], name: str) -> str:
    """The value of an option, given as `NAME VALUE` or `NAME=VALUE`."""
    values = [word.partition("=")[2] for word in words if word.startswith(f"{name}=")]
    values += [value for word, value in pairwise(words) if word == name]
    return values[-1] if values else ""


def _place(pid: int, text: str) -> Path:
    """A path as a process means it."""
    return Path(f"/proc/{pid}/cwd").joinpath(os.path.expanduser(text)).resolve()
