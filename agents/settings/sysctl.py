"""Kernel settings below /proc/sys."""

import os
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from agents.catalog.cpulist import parse_cpu_list
from agents.catalog.knobs import knob_named, parse_value
from agents.catalog.knobs.sysctl import SAFE_SYSCTLS, is_safe_sysctl, may_be_set
from agents.contract.jobs import Setting
from agents.settings.handler import read_text, refusal, write_text

_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){1,9}")
SAFE = "safe"
"""Among the allowed patterns: the keys that have a range, in that range."""

_NUMBER = re.compile(r"-?(0[xX][0-9a-fA-F]+|[0-9]+)")


class Sysctl:
    """`allowed` are SAFE and patterns such as `net.ipv4.conf.*`; only keys that match one may be changed."""

    def __init__(self, patterns: Sequence[str] = (SAFE,), root: Path = Path("/")) -> None:
        self._allowed, self._folder = tuple(patterns), root / "proc/sys"

    def targets(self, setting: Setting) -> list[Setting]:
        key, value = setting.name, " ".join(setting.value.split())
        self._check_key(key)
        self._check_range(key, value)
        _check_count(key, value, self.read(key))
        if key == "net.ipv4.tcp_congestion_control":
            self._check_algorithm(value)
        return [Setting(kind="sysctl", name=key, value=value)]

    def read(self, name: str) -> str:
        return " ".join(read_text(self.path(name)).split())

    def write(self, name: str, value: str) -> None:
        write_text(self.path(name), value)

    def is_same(self, a: str, b: str) -> bool:
        """Compare by words, numbers by value: the kernel prints tabs and decimals, whatever was written."""
        return list(map(_canonical, a.split())) == list(map(_canonical, b.split()))

    def path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise refusal(f"“{key}” is not the name of a kernel setting")
        return self._folder / key.replace(".", "/")

    def is_allowed(self, key: str) -> bool:
        return self._is_named(key) or (SAFE in self._allowed and is_safe_sysctl(key))

    def _is_named(self, key: str) -> bool:
        """The operator of this host named it: then any value is theirs to answer for."""
        return may_be_set(key) and any(fnmatchcase(key, p) for p in self._allowed if p != SAFE)

    def keys(self) -> list[str]:
        """Keys that exist here and may be both read and written, by name."""
        safe = SAFE_SYSCTLS if SAFE in self._allowed else ()
        keys = [key for key in safe if self.path(key).is_file() and _is_open(str(self.path(key)))]
        return sorted({*keys, *self._matching_keys()})

    def _matching_keys(self) -> list[str]:
        tops = {p.split(".")[0] for p in self._allowed if p != SAFE}
        keys = [
            os.path.relpath(os.path.join(folder, name), self._folder).replace("/", ".")
            for top in sorted(tops)
            for folder, _, files in os.walk(self._folder / top)
            for name in files
            if _is_open(os.path.join(folder, name))
        ]
        return [key for key in keys if _KEY.fullmatch(key) and self._is_named(key)]

    def _check_key(self, key: str) -> None:
        path = self.path(key)
        if not self.is_allowed(key):
            raise refusal(
                f"This agent may not change {key}; the operator of its host allows it by "
                f"`--allow-sysctl {SAFE},{key}`"
            )
        if not path.is_file():
            place = "the network namespace of this agent" if key.startswith("net.") else "this host"
            raise refusal(f"There is no {key} in {place}")
        mode = path.stat().st_mode
        if not mode & 0o444:
            raise refusal(f"{key} can only be written: there is no value to restore")
        if not mode & 0o222:
            raise refusal(f"{key} can only be read")
        if not os.access(path, os.R_OK | os.W_OK):
            raise refusal(f"This agent may not write {key}: {self.why_closed()}")

    def why_closed(self) -> str:
        """Explain why nothing at all can be written; empty when root could."""
        if os.statvfs(self._folder).f_flag & os.ST_RDONLY:
            return "/proc/sys is read-only here, as in a container"
        return "it needs root" if os.geteuid() else "it is read-only even for root here"

    def _check_range(self, key: str, value: str) -> None:
        if self._is_named(key):
            return
        try:
            parse_value(knob_named(f"sysctl.{key}"), value)
        except ValueError as error:
            raise refusal(str(error)) from error

    def _check_algorithm(self, value: str) -> None:
        path = self.path("net.ipv4.tcp_available_congestion_control")
        algorithms = read_text(path).split() if path.exists() else [value]
        if value not in algorithms:
            raise refusal(
                f"This host has no congestion control “{value}”, only {', '.join(algorithms)}; "
                f"`modprobe tcp_{value}` loads it where the kernel has it"
            )


def _check_count(key: str, value: str, before: str) -> None:
    """The kernel takes the first of several numbers and leaves the rest: say so before."""
    words, had = value.split(), before.split()
    if had and all(map(_NUMBER.fullmatch, had)) and len(words) != len(had):
        raise refusal(f"{key} holds {_count(len(had))}, now {before}; “{value}” is {_count(len(words))}")


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
