"""What an agent needs, by its lock, and which wheels are for which hosts. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACHINES = ("x86_64", "aarch64")
_REQUIREMENT = re.compile(r"^([\w.-]+)==([^\s;\\]+)\s*(?:;([^\\]*))?")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_PYTHON = re.compile(r"cp3(\d+)")


@dataclass(frozen=True)
class Locked:
    """One package of a lock; `hashes`: SHA-256 of each file that may be installed as it."""

    name: str
    version: str
    marker: str
    hashes: frozenset[str]


@dataclass(frozen=True)
class Target:
    """The hosts that one set of wheels is for: Linux with glibc."""

    python: str  # 3.12
    machine: str  # x86_64

    @property
    def tag(self) -> str:
        """As the installer asks for it: `cp312-x86_64`."""
        return f"cp{self.python.replace('.', '')}-{self.machine}"


TARGETS = tuple(Target(python, machine) for machine in MACHINES for python in PYTHONS)


def read_lock(text: str) -> list[Locked]:
    """The packages of a lock with hashes that Linux installs; a marker of Windows alone leaves one out."""
    found = []
    for block in re.split(r"\n(?=\S)", text):
        if match := _REQUIREMENT.match(block):
            name, version, marker = match[1], match[2], (match[3] or "").strip()
            found.append(Locked(normal(name), version, marker, frozenset(_HASH.findall(block))))
    return [one for one in found if "win32" not in one.marker]


def requirements(locked: Sequence[Locked]) -> str:
    """A lock that pip takes for any Python: without markers, which it would read as those of its own."""
    lines = (
        " \\\n    ".join([f"{one.name}=={one.version}", *(f"--hash=sha256:{h}" for h in sorted(one.hashes))])
        for one in locked
    )
    return "\n".join(lines) + "\n"


def fits(file: str, target: Target) -> bool:
    """Whether a wheel is for these hosts, by its name."""
    parts = file.removesuffix(".whl").split("-")
    if not file.endswith(".whl") or len(parts) < 5:
        return False
    python, abi, platform = parts[-3:]
    return _fits_machine(platform, target) and _fits_python(python, abi, target)


def _fits_machine(platform: str, target: Target) -> bool:
    return platform == "any" or any(
        one.startswith("manylinux") and one.endswith(f"_{target.machine}") for one in platform.split(".")
    )


def _fits_python(python: str, abi: str, target: Target) -> bool:
    minor = int(target.python.removeprefix("3."))
    if abi == "none":
        return "py3" in python.split(".") or f"cp3{minor}" in python.split(".")
    least = [int(found[1]) for found in map(_PYTHON.fullmatch, python.split(".")) if found]
    return any(one <= minor for one in least) if abi == "abi3" else abi == f"cp3{minor}"


def chosen(files: Collection[str], locked: Sequence[Locked], target: Target) -> list[str] | None:
    """One wheel for each package; None where one is lacking."""
    found = [next(_of(files, one, target), None) for one in locked]
    return [file for file in found if file] if all(found) else None


def _of(files: Collection[str], one: Locked, target: Target) -> Iterator[str]:
    for file in sorted(files):
        name, version = file.split("-")[:2] if file.count("-") >= 4 else ("", "")
        if normal(name) == one.name and version == one.version and fits(file, target):
            yield file


def normal(name: str) -> str:
    """A package's name as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()
