"""A machine whose first process is systemd: a container with the network of one namespace. Needs root.

Its root is a new one of this machine's distribution, so that no service of this machine starts in it. A
reboot and a loss of power keep its disk. Both keep the network namespace and with it kernel settings of the
network: for an agent its end is that of a kill.
"""

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from backend.cli.embedded.process import tether, wait_until
from e2e.packages.environment import UV

PROGRAMS = ("mmdebstrap", "systemd-nspawn")
PACKAGES = ("systemd-sysv", "dbus", "curl", "wrk")
SERVER_PACKAGES = ("postgresql", "redis-server", "nginx-light", "libnginx-mod-stream", "python3-venv")
"""As docs/install-server.md names them."""
BOOT_WITHIN_S = 120
ASKS_FOR_A_REBOOT = 133
"""The status of a container that is to be started again."""
CONTAINER = {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1", "SYSTEMD_NSPAWN_API_VFS_WRITABLE": "network"}
"""Control groups of version 2; of /proc/sys and /sys only what is the network's can be written."""


@dataclass
class Machine:
    """Its disk is `root`; off until `start`. `network` is the name of a network namespace."""

    root: Path
    network: str
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def start(self) -> None:
        """Boot it; returns once systemd takes commands."""
        self._group.mkdir(exist_ok=True)
        with self.root.with_suffix(".console").open("ab") as console:
            self._process = subprocess.Popen(
                tether(["sh", "-ec", 'echo $$ >"$1"; shift; exec "$@"', "sh", *self._argv()], signal.SIGKILL),
                env=os.environ | CONTAINER,
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                start_new_session=True,  # Ctrl-C is for the tests: they end the machine
            )
        self._await_boot()

    def reboot(self) -> None:
        """In an orderly way; returns once systemd takes commands again."""
        assert self._process
        self.run("systemctl", "--no-block", "reboot")
        assert self._process.wait(BOOT_WITHIN_S) == ASKS_FOR_A_REBOOT
        self.start()

    def cut_power(self) -> None:
        """End every process at once, as it is."""
        if self._process is None:
            return
        (self._group / "cgroup.kill").write_text("1")
        self._process.wait()
        self._process = None
        wait_until(lambda: "populated 0" in (self._group / "cgroup.events").read_text(), "the machine's end")
        for folder, _, _ in os.walk(self._group, topdown=False):
            os.rmdir(folder)

    def run(self, *argv: str, user: str = "root", check: bool = True) -> str:
        """What a command prints on the machine; AssertionError when it fails."""
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        environment = ["env", "--ignore-environment", "--chdir=/", path, "LANG=C.UTF-8"]
        enter = ["nsenter", "--target", str(self._first_process()), "--all", "--"]
        done = subprocess.run(
            [*enter, *environment, "runuser", "-u", user, "--", *argv],
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=BOOT_WITHIN_S,
        )
        assert done.returncode == 0 or not check, f"{argv}: {done.stdout}{done.stderr}"
        return done.stdout

    def until(self, holds: Callable[[], bool], what: str, within_s: float = 100) -> None:
        """Return as soon as it holds; AssertionError with the end of the machine's log when it does not."""
        deadline = time.monotonic() + within_s
        while not holds():
            assert time.monotonic() < deadline, f"not within {within_s:.0f} s: {what}\n{self.log()}"
            time.sleep(0.1)

    def log(self, *options: str) -> str:
        """The end of its log, or what the options of journalctl choose."""
        return self.run("journalctl", "--no-pager", *(options or ("--lines=40",)), check=False)

    def _await_boot(self) -> None:
        def takes_commands() -> bool:
            assert self._process
            assert self._process.poll() is None, self.root.with_suffix(".console").read_text()
            running = self._first_process() and self.run("systemctl", "is-system-running", check=False)
            return running in ("running\n", "degraded\n")

        wait_until(takes_commands, "the boot", BOOT_WITHIN_S)

    def _first_process(self) -> int | None:
        """Its systemd, as this machine numbers it: the one child of the program that holds the container."""
        assert self._process
        pid = self._process.pid
        with suppress(OSError):
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            return int(children[0]) if children else None
        return None

    @property
    def _group(self) -> Path:
        """A control group of its own, by which all its processes are ended."""
        return _control_groups()[0] / f"{self.root.parent.name}-machine"

    def _argv(self) -> list[str]:
        return [
            *(str(self._group / "cgroup.procs"), "systemd-nspawn", "--quiet", f"--directory={self.root}"),
            *("--machine=dyno-machine", "--register=no", "--keep-unit", "--console=pipe", "--boot"),
            f"--network-namespace-path=/run/netns/{self.network}",
        ]


def _control_groups() -> list[Path]:
    mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    return [Path(mount[1]) for mount in mounts if mount[2] == "cgroup2" and "rw" in mount[3].split(",")]


def has_control_groups() -> bool:
    """Whether this machine has control groups of version 2 in which new ones can be made."""
    return bool(_control_groups())


def python_of(root: Path) -> str:
    """The version of the distribution's Python, such as 3.11."""
    (name,) = [path.name for path in (root / "usr/bin").glob("python3.*") if path.name[8:].isdigit()]
    return name.removeprefix("python")


def build_root(root: Path, wheel: Path, constraints: Path) -> None:
    """A new root with the packages of the docs, and with the wheel in /opt/dynoboard."""
    suite, packages = _suite(), ",".join((*PACKAGES, *SERVER_PACKAGES))
    options = ("--variant=minbase", "--dpkgopt=force-unsafe-io", f"--include={packages}")
    # whatever ends this process, nothing of it goes on
    alone = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc")
    bootstrap = ("mmdebstrap", "--quiet", *options, suite, str(root), *_apt_sources(suite))
    _do(*tether([*alone, *bootstrap], signal.SIGKILL))
    _do("chroot", str(root), "python3", "-m", "venv", "/opt/dynoboard")
    # from here, which has a network and a cache of packages; the machine has the same Python
    install = 'mount --bind "$1" /opt; shift; exec "$@"'
    target = ("--compile-bytecode", "--python", "/opt/dynoboard/bin/python")
    words = (str(UV), "pip", "install", "--quiet", *target, "--constraint", str(constraints), str(wheel))
    _do("unshare", "--mount", "sh", "-ec", install, "sh", str(root / "opt"), *words)


def _suite() -> str:
    """The release of this machine's distribution, such as bookworm."""
    (name,) = re.findall(r'^VERSION_CODENAME="?(\w+)', Path("/etc/os-release").read_text(), re.MULTILINE)
    return name


def _apt_sources(suite: str) -> list[str]:
    """Files of this machine that say where apt gets that release from, perhaps from a mirror nearby."""
    folder = Path("/etc/apt")
    files = [
        folder / "sources.list",
        *folder.glob("sources.list.d/*.list"),
        *folder.glob("sources.list.d/*.sources"),
    ]
    is_named = re.compile(rf"^[^#\n]*\s{suite}(\s|$)", re.MULTILINE)
    return [str(file) for file in files if file.exists() and is_named.search(file.read_text())]


def _do(*argv: str) -> None:
    done = subprocess.run(argv, check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{argv[0]}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
