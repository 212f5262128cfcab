"""Supervision by supervisord: its configuration, its start, and what it says about the parts."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from xmlrpc.client import Fault, ServerProxy

from supervisor.xmlrpc import SupervisorTransport

from backend.cli.embedded.layout import Layout
from backend.cli.embedded.process import socket_directory, tether, wait_until
from backend.cli.embedded.programs import Program

# Starts in a row that fail: supervisord waits a second longer after each, and then gives up. `Stack.watch`
# starts the part once more: for ever, and soon after what was in the way is gone.
GIVE_UP_AFTER = 10
RUNNING, GIVEN_UP, BROKEN = "RUNNING", "FATAL", ("BACKOFF", "FATAL")


def configuration(layout: Layout, programs: Sequence[Program], socket: Path) -> str:
    """The text of supervisord.conf. No secret is in it: the parts get theirs from the environment."""
    as_root = "user = root\n" if os.geteuid() == 0 else ""  # stated explicitly, else supervisord warns of it
    sections = [
        f"[supervisord]\nnodaemon = true\nsilent = true\nminfds = 1024\n{as_root}"
        f"logfile = {layout.log('supervisord')}\nlogfile_maxbytes = 5MB\nlogfile_backups = 1\n"
        f"pidfile = {layout.run / 'supervisord.pid'}\nchildlogdir = {layout.logs}\nstrip_ansi = true",
        f"[unix_http_server]\nfile = {socket}\nchmod = 0700",
        "[rpcinterface:supervisor]\n"
        "supervisor.rpcinterface_factory = supervisor.rpcinterface:make_main_rpcinterface",
        *(_program(layout, program) for program in programs),
        *_groups(programs),
    ]
    return "\n\n".join(sections) + "\n"


def _program(layout: Layout, program: Program) -> str:
    command = shlex.join(tether(program.argv, program.stop_signal)).replace("%", "%%")
    return (
        f"[program:{program.name}]\ncommand = {command}\ndirectory = {layout.run}\n"
        f"autostart = false\nautorestart = true\nstartsecs = 1\nstartretries = {GIVE_UP_AFTER}\n"
        f"stopsignal = {program.stop_signal.name.removeprefix('SIG')}\n"
        f"stopwaitsecs = {program.stop_within_s}\n"
        f"killasgroup = true\nredirect_stderr = true\nstdout_logfile = {layout.log(program.name)}\n"
        "stdout_logfile_maxbytes = 10MB\nstdout_logfile_backups = 2"
    )


def _groups(programs: Sequence[Program]) -> list[str]:
    """One group for each priority, so that its parts start and stop together."""
    priorities = sorted({program.priority for program in programs})
    names = {
        level: ",".join(program.name for program in programs if program.priority == level)
        for level in priorities
    }
    return [
        f"[group:{group_name(level)}]\nprograms = {names[level]}\npriority = {level}" for level in priorities
    ]


def group_name(priority: int) -> str:
    """What supervisord calls the parts of one priority."""
    return f"level{priority}"


@dataclass(frozen=True)
class Part:
    """One part: its group and state in supervisord's words, and its process.

    `ended_at`: when it last ended, in epoch seconds, 0 for never. `ran_s`: how long it has been running.
    """

    name: str
    group: str
    state: str
    pid: int
    ended_at: int
    ran_s: int


class Supervisor:
    """A running supervisord. Its end ends every part, also when this process is killed."""

    def __init__(self, layout: Layout, programs: Sequence[Program], environment: dict[str, str]) -> None:
        socket = socket_directory(layout.root, "supervisor") / "supervisor.sock"
        config = _write(layout.run / "supervisord.conf", configuration(layout, programs, socket))
        command = [sys.executable, "-m", "backend.cli.embedded.supervisord", "--configuration", str(config)]
        with layout.log("supervisord").open("ab") as output:
            self.process = subprocess.Popen(
                tether(command, signal.SIGTERM),
                env=environment,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,  # Ctrl-C reaches `dyno up` alone, which then stops the rest
            )
        self._socket = socket

    def wait_ready(self) -> None:
        """Return once supervisord takes calls."""
        wait_until(self._answers, "supervisord", 15)

    def start(self, priority: int) -> None:
        """Start the parts of one priority; returns at once."""
        self._calls.startProcessGroup(group_name(priority), False)

    def start_again(self, part: Part) -> None:
        """Start a part that supervisord has given up; returns at once."""
        with suppress(OSError, HTTPException, Fault):  # it is looked at again
            self._calls.startProcess(f"{part.group}:{part.name}", False)

    def pids(self) -> str:
        """The processes of the parts, as the kernel lists them; empty when supervisord has ended."""
        pid = self.process.pid
        try:
            return Path(f"/proc/{pid}/task/{pid}/children").read_text()
        except OSError:
            return ""

    def parts(self) -> list[Part]:
        """Every part and its state; none while supervisord does not answer."""
        try:
            rows = self._calls.getAllProcessInfo()
        except (OSError, HTTPException, Fault):  # it is about to end
            return []
        return [_part(row) for row in rows]

    def stop(self, within_s: float = 45) -> None:
        """Ask supervisord to stop the parts in reverse order, and wait for it."""
        self.process.terminate()
        try:
            self.process.wait(within_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @property
    def _calls(self) -> Any:
        """A fresh connection: the library's own does not recover from a call that failed."""
        transport: Any = SupervisorTransport(None, None, f"unix://{self._socket}")
        return ServerProxy("http://supervisor", transport=transport).supervisor

    def _answers(self) -> bool:
        try:
            return bool(self._calls.getState())
        except (OSError, Fault):
            return False


def _part(row: dict[str, Any]) -> Part:
    ran_s = row["now"] - row["start"] if row["statename"] == RUNNING else 0
    state = (row["name"], row["group"], row["statename"])
    return Part(*state, row["pid"], row["stop"], ran_s)


def _write(path: Path, text: str) -> Path:
    """A file for nobody else; left alone where it says that already: a full disk would leave it empty."""
    path.touch(mode=0o600)
    if path.read_text() != text:
        path.write_text(text)
    return path
