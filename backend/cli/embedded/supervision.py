"""Supervision by supervisord: its configuration, its start, and what it says about the parts."""

import os
import shlex
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xmlrpc.client import Fault, ServerProxy

from supervisor.xmlrpc import SupervisorTransport

from backend.cli.embedded.layout import Layout
from backend.cli.embedded.process import socket_directory, tethered, wait_until
from backend.cli.embedded.programs import Program

GIVE_UP_AFTER = 1000  # starts in a row that fail; supervisord waits a second longer after each
RUNNING, BROKEN = "RUNNING", ("BACKOFF", "FATAL")


def configuration(layout: Layout, programs: list[Program], socket: Path) -> str:
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
    command = shlex.join(tethered(program.argv, program.stop_signal)).replace("%", "%%")
    return (
        f"[program:{program.name}]\ncommand = {command}\ndirectory = {layout.run}\n"
        f"autostart = false\nautorestart = true\nstartsecs = 1\nstartretries = {GIVE_UP_AFTER}\n"
        f"stopsignal = {program.stop_signal.name.removeprefix('SIG')}\n"
        f"stopwaitsecs = {program.stop_within_s}\n"
        f"killasgroup = true\nredirect_stderr = true\nstdout_logfile = {layout.log(program.name)}\n"
        "stdout_logfile_maxbytes = 10MB\nstdout_logfile_backups = 2"
    )


def _groups(programs: list[Program]) -> list[str]:
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
    """One part: its state in supervisord's words, its process and its last exit status."""

    name: str
    state: str
    pid: int
    exit_status: int


class Supervisor:
    """A running supervisord. Its end ends every part, also when this process is killed."""

    def __init__(self, layout: Layout, programs: list[Program], environment: dict[str, str]) -> None:
        socket = socket_directory(layout.root, "supervisor") / "supervisor.sock"
        config = layout.run / "supervisord.conf"
        config.touch(mode=0o600)
        config.write_text(configuration(layout, programs, socket))
        command = [sys.executable, "-m", "supervisor.supervisord", "--configuration", str(config)]
        with layout.log("supervisord").open("ab") as output:
            self.process = subprocess.Popen(
                tethered(command, signal.SIGTERM),
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

    def parts(self) -> list[Part]:
        """Every part and its state."""
        return [
            Part(info["name"], info["statename"], info["pid"], info["exitstatus"])
            for info in self._calls.getAllProcessInfo()
        ]

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
