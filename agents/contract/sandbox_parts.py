"""Parts of the sandbox of nginx under test and load tools, as an agent reports them."""

from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator

IsolationPart = Literal[
    "system_calls",  # those that no server and no load tool makes are refused
    "hidden_files",  # of the host: all but programs, and what they read by themselves
    "hidden_processes",  # of other users
]
OFF = "off: it costs about 3% of throughput; the agent's option --sandbox strict turns it on"
"""Reason of a part that its agent was not asked for."""
SandboxPart = Literal[
    "user",  # a user of its own, which is nothing else on the host
    "read_only",  # everything but its own folders
    "private_tmp",
    "no_new_privileges",
    "capabilities",  # none, but that for ports below 1024 where one is asked for
    "environment",  # PATH, LANG and TZ only
    "limits",  # of tasks, of a file's size, of core dumps
    "memory",  # and tasks: of all children of the agent together, by control groups
    "first_to_go",  # when the host runs out of memory
    IsolationPart,
]


def _known_parts(parts: Any) -> Any:
    """Drop parts that a newer agent has: it goes on working."""
    names = get_args(SandboxPart)
    return {name: parts[name] for name in parts if name in names} if isinstance(parts, dict) else parts


SandboxParts = Annotated[dict[SandboxPart, str], BeforeValidator(_known_parts)]
