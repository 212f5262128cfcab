"""`dyno-agent upgrade`: this host's agent as its dashboard has it now, by the script that installed it.

The script comes from the dashboard that the agent was installed from, through the same trust: over TLS that
its CA proves, where it has one of its own.
"""

import http.client
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from agents import __version__
from agents.runner.trust import Trust, Untrusted, is_overheard

INSTALLER = "/agent/install.sh"
_TIMEOUT_S = 30.0
_MAX_BYTES = 1024 * 1024
_HELP = """usage: dyno-agent upgrade [--now]

Installs the agent that this host's dashboard has now, from the dashboard's own packages, and restarts it.
It keeps its name, its credential and its settings. A host at work is left alone without --now: drain it on
the Hosts page and wait until it is free.
"""


class CannotUpgrade(Exception):
    """Error that says what is missing, and what to do."""


def upgrade(words: list[str], home: Path | None = None, is_root: bool | None = None) -> int:
    """The status to end with; `words` come after `upgrade`."""
    if set(words) - {"--now"}:
        print(_HELP, end="")
        return 0 if set(words) & {"-h", "--help"} else 2
    as_root = os.geteuid() == 0 if is_root is None else is_root
    settings, state = _places(home or Path.home(), as_root)
    try:
        variables = _settings(settings)
        if _is_at_work(state) and "--now" not in words:
            raise CannotUpgrade(
                "an experiment is at work on this host and would be disturbed: drain the host, wait until it "
                "is free, and upgrade then; --now does not wait"
            )
        script = _script(variables, state)
    except (CannotUpgrade, Untrusted) as error:
        print(f"upgrade: {error}", file=sys.stderr)
        return 1
    print(f"This is agent {__version__}", flush=True)
    return subprocess.run(["/bin/sh", "-s", "--", "--upgrade"], input=script, check=False).returncode


def _places(home: Path, as_root: bool) -> tuple[Path, Path]:
    """Paths as in install.sh: what the agent starts with, and its state."""
    if as_root:
        return Path("/etc/dynoboard/agent.env"), Path("/var/lib/dynoboard-agent")
    return home / ".dyno" / "agent.env", home / ".dyno" / "agent"


def _is_at_work(state: Path) -> bool:
    """Whether something of an experiment runs, or is changed and not yet put back."""
    running = state / "processes"
    return (state / "journal" / "changes").exists() or (running.is_dir() and any(running.iterdir()))


def _settings(file: Path) -> dict[str, str]:
    try:
        lines = file.read_text().splitlines()
    except FileNotFoundError:
        raise CannotUpgrade(
            f"there is no {file}, so no agent was installed here by a line of the Hosts page. One in a "
            "container is upgraded with its image; one of a wheel, with pip; those of dyno up, with dynoboard"
        ) from None
    except OSError as error:
        message = f"{file}: {error.strerror}; run it as the user that installed the agent"
        raise CannotUpgrade(message) from None
    variables = dict(line.split("=", 1) for line in lines if "=" in line)
    if not urlsplit(variables.get("DYNO_SERVER", "")).hostname:
        raise CannotUpgrade(f"{file} names no dashboard in DYNO_SERVER")
    return variables


def _script(variables: dict[str, str], state: Path) -> bytes:
    server = variables["DYNO_SERVER"]
    if is_overheard(server) and variables.get("DYNO_INSECURE_NETWORK", "") in ("", "0"):
        message = f"{server} is not encrypted, so the network could send this host a program"
        raise CannotUpgrade(message)
    connection = None
    try:
        connection = _connection(variables, state)
        connection.request("GET", urlsplit(server).path.rstrip("/") + INSTALLER)
        answer = connection.getresponse()
        script = answer.read(_MAX_BYTES)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise CannotUpgrade(f"{server} cannot be reached from here: {error}") from None
    finally:
        if connection:
            connection.close()
    if answer.status != 200 or not script.startswith(b"#!/bin/sh"):
        raise CannotUpgrade(f"{server} answered {answer.status} without the script that installs agents")
    return script


def _connection(variables: dict[str, str], state: Path) -> http.client.HTTPConnection:
    server = variables["DYNO_SERVER"]
    parts = urlsplit(server)
    host = parts.hostname or ""
    if parts.scheme != "https":
        return http.client.HTTPConnection(host, parts.port, timeout=_TIMEOUT_S)
    fingerprint = variables.get("DYNO_CA_SHA256", "").replace(":", "").lower()
    context = Trust(server, fingerprint, state / "ca.pem").context()
    return http.client.HTTPSConnection(host, parts.port, timeout=_TIMEOUT_S, context=context)
