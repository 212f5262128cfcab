"""Facts of this host: read once at start and on request. Everything here is read, nothing is changed."""

import hashlib
import os
import platform
import resource
import shutil
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from agents import procfs
from agents.catalog.cpulist import format_cpu_list
from agents.contract.reports import Abilities, Clock, Facts
from agents.contract.sandbox_parts import IsolationPart, SandboxPart
from agents.contract.servers import ServerFacts
from agents.observe import hardware
from agents.observe.host_text import output_of, text_of
from agents.observe.nginx_build import build_of
from agents.observe.sampler import ProcFile
from agents.processes import online_cpus

MAX_ERROR = 300
"""Characters of what a broken nginx prints."""


def read_facts(
    nginx_binary: str,
    tools: Mapping[str, str | None],
    read_output: Callable[[Sequence[str]], str] = output_of,
    abilities: Abilities | None = None,
    clock: Clock | None = None,
    origins: Sequence[str] = (),
    sandbox: dict[SandboxPart, str] | None = None,
    servers: Sequence[ServerFacts] = (),
) -> Facts:
    """All facts of this host; `tools` are the versions of the load tools (None: not here), `said` runs nginx
    to ask it, `abilities` are what its agent may change, `clock` is how its own differs from the control
    plane's, `origins` are its operator's own servers, `sandbox` is what holds of that of its children,
    `servers` are those that its operator has declared."""
    parts, later_parts = sandbox or {}, get_args(IsolationPart)
    return Facts(
        hostname=socket.gethostname(),
        machine=machine_identity(),
        namespace=network_identity(),
        os=_os_name(),
        kernel=platform.release(),
        cpu_model=_cpu_model(),
        cpus=len(online_cpus()),
        online_cpus=format_cpu_list(online_cpus()),
        memory_bytes=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        virtualization=_virtualization(),
        nofile=resource.getrlimit(resource.RLIMIT_NOFILE)[1],
        is_root=os.geteuid() == 0,
        **_nginx(nginx_binary, read_output),
        tools={name: version for name, version in tools.items() if version is not None},
        abilities=abilities or Abilities(),
        origins=list(origins),
        sandbox={part: reason for part, reason in parts.items() if part not in later_parts},
        isolation={part: reason for part, reason in parts.items() if part in later_parts},
        more=_more() | _clock(clock),
        servers=list(servers),
    )


def _clock(clock: Clock | None) -> dict[str, float]:
    return {} if clock is None or clock.offset_s is None else {"clock_offset_s": round(clock.offset_s, 4)}


def machine_identity() -> str:
    """The same for agents that share one boot of one machine: its CPUs and its memory."""
    return _hash(text_of("/etc/machine-id"), procfs.boot_id())


def network_identity() -> str:
    """The same for agents that share one network: addresses, ports and net.* settings."""
    try:
        namespace = str(os.stat("/proc/self/ns/net").st_ino)
    except OSError:
        namespace = ""
    return _hash(machine_identity(), namespace)


def _hash(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def _os_name() -> str:
    for line in text_of("/etc/os-release").splitlines():
        name, _, value = line.partition("=")
        if name == "PRETTY_NAME":
            return value.strip('"')
    return platform.system()


def _cpu_model() -> str:
    for line in text_of("/proc/cpuinfo").splitlines():
        name, _, value = line.partition(":")
        if name.strip() in ("model name", "Model", "cpu model"):
            return value.strip()
    return platform.machine()


def _virtualization() -> str:
    if shutil.which("systemd-detect-virt"):
        output = output_of(["systemd-detect-virt"])
        return "" if output.strip() == "none" else output.strip()
    return text_of("/sys/class/dmi/id/product_name") or text_of("/sys/hypervisor/type")


def _nginx(binary: str, read_output: Callable[[Sequence[str]], str]) -> dict[str, Any]:
    """The build, or what one that does not run printed."""
    path = shutil.which(binary)
    if path is None:
        return {}
    output = read_output([path, "-V"])
    build = build_of(path, output)
    if build.version or not output:  # a busy host may have let it say nothing
        return {"nginx": build}
    return {"nginx_error": f"{path}: {' '.join(output.split())}"[:MAX_ERROR]}


def _more() -> dict[str, Any]:
    return {
        "kernel_command_line": text_of("/proc/cmdline"),
        **hardware.cpus(),
        "interrupts": hardware.interrupts(),
        "irqbalance": "running" if hardware.is_irqbalance_running() else "not running",
        "nics": hardware.nics(),
        "sysctl": _sysctls(Path("/proc/sys/net")) | _some_sysctls(),
        "ulimits": _ulimits(),
        "clock_source": text_of("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        "boot_id": procfs.boot_id(),
    }


_PER_INTERFACE = {"conf", "neigh"}
_SECRETS = {"tcp_fastopen_key"}


def _sysctls(root: Path) -> dict[str, str]:
    """Every readable key below a folder, by its dotted name; the per-interface copies are left out."""
    values: dict[str, str] = {}
    for folder, names, files in os.walk(root):
        names[:] = [n for n in names if n not in _PER_INTERFACE]
        for name in set(files) - _SECRETS:
            path = os.path.join(folder, name)
            file = ProcFile(path)
            value = " ".join(file.text().split())
            file.close()
            if value:
                values[path.removeprefix("/proc/sys/").replace("/", ".")] = value
    return dict(sorted(values.items()))


def _some_sysctls() -> dict[str, str]:
    keys = ("fs.file-max", "fs.nr_open", "vm.swappiness", "kernel.pid_max")
    return {key: text_of("/proc/sys/" + key.replace(".", "/")) for key in keys}


def _ulimits() -> dict[str, list[int]]:
    """Soft and hard limits by name; -1 is unlimited."""
    names = ("NOFILE", "NPROC", "MEMLOCK", "STACK", "CORE", "NICE", "RTPRIO")
    return {
        name.lower(): list(resource.getrlimit(getattr(resource, f"RLIMIT_{name}")))
        for name in names
        if hasattr(resource, f"RLIMIT_{name}")
    }
