"""Kernel settings below /proc/sys."""

import os
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from agents.contract.cpulist import parse_cpu_list
from agents.contract.jobs import Setting
from agents.contract.knobs.sysctl import ALLOWED_SYSCTLS
from agents.settings.handler import read_text, refused, write_text

_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){1,9}")
_NUMBER = re.compile(r"-?(0[xX][0-9a-fA-F]+|[0-9]+)")


class Sysctl:
    """`allowed` are patterns such as `net.*`; only keys that match one may be changed."""

    def __init__(self, allowed: Sequence[str] = ALLOWED_SYSCTLS, root: Path = Path("/")) -> None:
        self._allowed, self._folder = tuple(allowed), root / "proc/sys"

    def targets(self, setting: Setting) -> list[Setting]:
        key, value = setting.name, " ".join(setting.value.split())
        self._check_key(key)
        before = self.read(key)
        _check_value(key, value, before)
        if key == "net.ipv4.tcp_congestion_control":
            self._check_algorithm(value)
        return [Setting(kind="sysctl", name=key, value=value)]

    def read(self, name: str) -> str:
        return " ".join(read_text(self.path(name)).split())

    def write(self, name: str, value: str) -> None:
        write_text(self.path(name), value)

    def same(self, a: str, b: str) -> bool:
        """By words, numbers by their value: the kernel prints tabs and decimals, whatever was written."""
        return list(map(_canonical, a.split())) == list(map(_canonical, b.split()))

    def undo(self, name: str, value: str) -> str:
        return f"sysctl -w '{name}={value}'"

    def path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise refused(f"“{key}” is not the name of a kernel setting")
        return self._folder / key.replace(".", "/")

    def is_allowed(self, key: str) -> bool:
        return any(fnmatchcase(key, pattern) for pattern in self._allowed)

    def keys(self) -> list[str]:
        """Keys that exist here and may be both read and written, by name."""
        tops = {pattern.split(".")[0] for pattern in self._allowed if pattern[0].isalnum()}
        found = [
            os.path.relpath(os.path.join(folder, name), self._folder).replace("/", ".")
            for top in sorted(tops)
            for folder, _, files in os.walk(self._folder / top)
            for name in files
            if _is_open(os.path.join(folder, name))
        ]
        return sorted(key for key in found if _KEY.fullmatch(key) and self.is_allowed(key))

    def _check_key(self, key: str) -> None:
        path = self.path(key)
        if not self.is_allowed(key):
            raise refused(f"This agent may not change {key}, only {', '.join(self._allowed)}")
        if not path.is_file():
            where = "the network namespace of this agent" if key.startswith("net.") else "this host"
            raise refused(f"There is no {key} in {where}")
        mode = path.stat().st_mode
        if not mode & 0o444:
            raise refused(f"{key} can only be written: there is no value to put back")
        if not mode & 0o222:
            raise refused(f"{key} can only be read")
        if not os.access(path, os.R_OK | os.W_OK):
            raise refused(f"This agent may not write {key}: {self.why_closed()}")

    def why_closed(self) -> str:
        """Why nothing at all can be written; empty when root could."""
        if os.statvfs(self._folder).f_flag & os.ST_RDONLY:
            return "/proc/sys is read-only here, as in a container"
        return "it needs root" if os.geteuid() else "it is read-only even for root here"

    def _check_algorithm(self, value: str) -> None:
        path = self.path("net.ipv4.tcp_available_congestion_control")
        known = read_text(path).split() if path.exists() else [value]
        if value not in known:
            raise refused(
                f"This host has no congestion control “{value}”, only {', '.join(known)}; "
                f"`modprobe tcp_{value}` loads it where the kernel has it"
            )


def _check_value(key: str, value: str, before: str) -> None:
    """The kernel takes the first of several numbers and leaves the rest: say so before."""
    words, had = value.split(), before.split()
    if had and all(map(_NUMBER.fullmatch, had)) and len(words) != len(had):
        raise refused(f"{key} holds {_count(len(had))}, now {before}; “{value}” is {_count(len(words))}")
    if key == "net.ipv4.ip_local_port_range" and len(words) == 2 and all(w.isdigit() for w in words):
        low, high = map(int, words)
        if not 0 < low < high < 65536:
            raise refused(f"{key}: “{value}” is not a range of ports, such as 1024 65535")


def _count(numbers: int) -> str:
    return "1 number" if numbers == 1 else f"{numbers} numbers"


def _canonical(word: str) -> object:
    if _NUMBER.fullmatch(word):
        digits = word.lstrip("-")
        base = 16 if digits[:2].lower() == "0x" else 8 if len(digits) > 1 and digits[0] == "0" else 10
        try:
            return int(word, base)
        except ValueError:
            return word
    if "," in word or "-" in word:  # a set of ports or CPUs: the kernel joins neighbours
        try:
            return parse_cpu_list(word)
        except ValueError:
            return word
    return word


def _is_open(path: str) -> bool:
    return os.access(path, os.R_OK | os.W_OK) and bool(os.stat(path).st_mode & 0o444)
