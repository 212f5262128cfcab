"""Agents that run on this host, told that its servers have changed."""

import os
import signal
from pathlib import Path

from agents import procfs

_HUP_BIT = 1 << (signal.SIGHUP - 1)


def tell_agents() -> list[str]:
    """Send HUP to every agent that reads its servers anew then; return a sentence for each."""
    sentences = [_tell(pid) for pid in procfs.all_pids() if _is_agent(pid)]
    return sentences or ["No agent runs here; it reads its servers when it starts."]


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
    words = procfs.command_line(pid).split()[:5]
    is_agent = "agents.runner" in words or any(Path(word).name == "dyno-agent" for word in words)
    return is_agent and bool((procfs.caught_signals(pid) or 0) & _HUP_BIT)
