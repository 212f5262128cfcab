"""The irqbalance service: running or stopped, through systemd or a service script."""

import os
import shutil
import subprocess
from pathlib import Path

from agents import procfs
from agents.contract.jobs import Setting
from agents.failure import JobFailed
from agents.settings.handler import refusal

NAME = "irqbalance"
_TIMEOUT_S = 20


class Irqbalance:
    """Values are `on` and `off`. A host without the service is `off`."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def targets(self, setting: Setting) -> list[Setting]:
        if setting.value not in ("on", "off"):
            raise refusal(f"irqbalance is on or off, not “{setting.value}”")
        if (now := self.read(NAME)) != setting.value and (reason := self._why_not(now)):
            raise refusal(f"This agent cannot switch irqbalance {setting.value}: {reason}")
        return [Setting(kind="irqbalance", name=NAME, value=setting.value)]

    def read(self, name: str) -> str:
        if reason := self._why_unknown():
            raise refusal(f"This agent cannot tell whether irqbalance runs: {reason}")
        return "on" if self._is_active() or _is_running() else "off"

    def write(self, name: str, value: str) -> None:
        verb = "start" if value == "on" else "stop"
        argv = ("systemctl", verb, NAME) if self._has_systemd else ("service", NAME, verb)
        process = self._run(*argv)
        if process.returncode != 0:
            output = (process.stderr or process.stdout).decode(errors="replace").strip()
            raise JobFailed("setting_refused", f"`{' '.join(argv)}` failed: {output[:500]}")

    def is_same(self, a: str, b: str) -> bool:
        return a == b

    def why_closed(self) -> str:
        """Explain why this agent can neither start nor stop it; empty when it can."""
        return self._why_unknown() or self._why_not(self.read(NAME))

    @property
    def _has_systemd(self) -> bool:
        return (self._root / "run/systemd/system").is_dir() and shutil.which("systemctl") is not None

    @property
    def _has_script(self) -> bool:
        return (self._root / f"etc/init.d/{NAME}").exists() and shutil.which("service") is not None

    def _why_unknown(self) -> str:
        in_container = any((self._root / mark).exists() for mark in (".dockerenv", "run/.containerenv"))
        return "it is in a container, which does not see the services of its host" if in_container else ""

    def _is_active(self) -> bool:
        if self._has_systemd:
            return self._systemd().get("ActiveState") in _RUNNING
        return self._has_script and self._run("service", NAME, "status").returncode == 0

    def _why_not(self, now: str) -> str:
        if not self._has_systemd and not self._has_script:
            running = "it runs, but " if now == "on" else "the service is not installed; "
            return f"{running}there is no systemd and no service script for it"
        if self._has_systemd and self._systemd().get("LoadState") == "not-found":
            return "the service is not installed"
        return "it needs root" if os.geteuid() else ""

    def _systemd(self) -> dict[str, str]:
        """LoadState and ActiveState as systemd has them."""
        argv = ("systemctl", "show", "--property=LoadState,ActiveState", f"{NAME}.service")
        lines = self._run(*argv).stdout.decode(errors="replace").splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line)

    def _run(self, *argv: str) -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(argv, capture_output=True, timeout=_TIMEOUT_S, stdin=subprocess.DEVNULL)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise JobFailed("setting_refused", f"`{' '.join(argv)}` failed: {error}") from error


_RUNNING = ("active", "activating", "reloading")


def _is_running() -> bool:
    """Started by hand: no service manager knows of it."""
    return any(procfs.command_line(pid).split(" ")[0].rpartition("/")[2] == NAME for pid in procfs.all_pids())
