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
    packages = []
    for block in re.split(r"\n(?=\S)", text):
        if match := _REQUIREMENT.match(block):
            name, version, marker = match[1], match[2], (match[3] or "").strip()
            packages.append(Locked(normal(name), version, marker, frozenset(_HASH.findall(block))))
    return [package for package in packages if "win32" not in package.marker]


def requirements(packages: Sequence[Locked]) -> str:
    """A lock that pip takes for any Python: without markers, which it would read as those of its own."""
    lines = (
        " \\\n    ".join(
            [f"{package.name}=={package.version}", *(f"--hash=sha256:{h}" for h in sorted(package.hashes))]
        )
        for package in packages
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
        tag.startswith("manylinux") and tag.endswith(f"_{target.machine}") for tag in platform.split(".")
    )


def _fits_python(python: str, abi: str, target: Target) -> bool:
    minor = int(target.python.removeprefix("3."))
    if abi == "none":
        return "py3" in python.split(".") or f"cp3{minor}" in python.split(".")
    least = [int(match[1]) for match in map(_PYTHON.fullmatch, python.split(".")) if match]
    return any(version <= minor for version in least) if abi == "abi3" else abi == f"cp3{minor}"


def choose_wheels(files: Collection[str], packages: Sequence[Locked], target: Target) -> list[str] | None:
    """One wheel for each package; None where one is lacking."""
    wheels = [next(_of(files, package, target), None) for package in packages]
    return [file for file in wheels if file] if all(wheels) else None


def _of(files: Collection[str], package: Locked, target: Target) -> Iterator[str]:
    for file in sorted(files):
        name, version = file.split("-")[:2] if file.count("-") >= 4 else ("", "")
        if normal(name) == package.name and version == package.version and fits(file, target):
            yield file


def normal(name: str) -> str:
    """A package's name as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()
