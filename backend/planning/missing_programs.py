"""What a host lacks for its roles, and how to install it. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from agents.catalog.roles import Role
from agents.catalog.tools import TOOLS
from agents.contract.reports import Facts

_SERVER = "nginx"
_DEBIAN, _RHEL = ("apt-get install", "debian"), ("dnf install", "rhel")
MANAGERS: Mapping[str, tuple[str, str]] = {
    "debian": _DEBIAN,
    "ubuntu": _DEBIAN,
    "fedora": ("dnf install", "fedora"),
    "red hat": _RHEL,
    "rocky": _RHEL,
    "almalinux": _RHEL,
    "centos": _RHEL,
    "opensuse": ("zypper install", "opensuse"),
    "arch": ("pacman -S", "arch"),
    "alpine": ("apk add", "alpine"),
}
"""How a distribution begins its name → its command, and its family as the catalog's packages have it."""


def missing(facts: Facts, roles: Sequence[Role]) -> list[str]:
    """A sentence for each program that recipes use in these roles and that the agent did not find."""
    return [
        f"{program} {_state(facts, program)} ({purpose}): {advise(facts, program)}, then start the agent "
        "again"
        for program, purpose in _lacking(facts, roles)
    ]


def install_command(facts: Facts, roles: Sequence[Role]) -> str:
    """One line that installs what is missing and what its distribution has; empty where that is nothing."""
    command, family = _manager(facts)
    programs = [program for program, _ in _lacking(facts, roles) if not _is_broken(facts, program)]
    packages = [_package(program, family) for program in programs]
    return f"{command} {' '.join(filter(None, packages))}" if command and any(packages) else ""


def advise(facts: Facts, program: str) -> str:
    """Command that installs a program, or what to do where its distribution has none or it does not run."""
    if _is_broken(facts, program):
        return (
            f"it prints “{facts.nginx_error.rstrip('.')}”. Install what it lacks, or reinstall it, until "
            "“nginx -V” prints its version"
        )
    command, family = _manager(facts)
    if not command:
        return f"install {_package(program, _DEBIAN[1]) or program}"
    if not (package := _package(program, family)):
        return f"{facts.os} has no package of it: build it from its source"
    return f"{command} {package}"


def _is_broken(facts: Facts, program: str) -> bool:
    return program == _SERVER and facts.nginx is None and bool(facts.nginx_error)


def _state(facts: Facts, program: str) -> str:
    return "does not run" if _is_broken(facts, program) else "is missing"


def _package(program: str, family: str) -> str | None:
    return program if program == _SERVER else TOOLS[program].packages.get(family)


def _manager(facts: Facts) -> tuple[str, str]:
    name = facts.os.lower()
    return next((manager for begin, manager in MANAGERS.items() if name.startswith(begin)), ("", ""))


def _lacking(facts: Facts, roles: Sequence[Role]) -> Iterator[tuple[str, str]]:
    serving = [role for role in roles if role != "load"]
    if serving and facts.nginx is None:
        yield _SERVER, f"needed for {' and '.join(serving)}"
    for tool in TOOLS.values() if "load" in roles else ():
        if tool.purpose and tool.name not in facts.tools:
            yield tool.name, tool.purpose
