"""What a host lacks for its roles, and how to install it. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from agents.catalog.roles import Role
from agents.contract.reports import Facts

_DEBIAN = ("apt-get install", {"nginx": "nginx", "wrk": "wrk", "ab": "apache2-utils"})
_RHEL = ("dnf install", {"nginx": "nginx", "ab": "httpd-tools"})
MANAGERS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "debian": _DEBIAN,
    "ubuntu": _DEBIAN,
    "fedora": ("dnf install", {"nginx": "nginx", "wrk": "wrk", "ab": "httpd-tools"}),
    "red hat": _RHEL,
    "rocky": _RHEL,
    "almalinux": _RHEL,
    "centos": _RHEL,
    "opensuse": ("zypper install", {"nginx": "nginx", "ab": "apache2-utils"}),
    "arch": ("pacman -S", {"nginx": "nginx", "wrk": "wrk", "ab": "apache"}),
    "alpine": ("apk add", {"nginx": "nginx", "wrk": "wrk", "ab": "apache2-utils"}),
}
"""How a distribution begins its name → its command, and program → package, of those that it has."""


def missing(facts: Facts, roles: Sequence[Role]) -> list[str]:
    """A sentence for each program that recipes use in these roles and that the agent did not find."""
    return [
        f"{program} is missing ({purpose}): {_how(facts, program)}, then start the agent again"
        for program, purpose in _lacking(facts, roles)
    ]


def install_command(facts: Facts, roles: Sequence[Role]) -> str:
    """One line that installs what is missing and what its distribution has; empty where that is nothing."""
    command, packages = _manager(facts)
    found = [packages[program] for program, _ in _lacking(facts, roles) if program in packages]
    return f"{command} {' '.join(found)}" if found else ""


def _how(facts: Facts, program: str) -> str:
    command, packages = _manager(facts)
    if not command:
        return f"install {_DEBIAN[1][program]}"
    if program not in packages:
        return f"{facts.os} has no package of it: build it from its source"
    return f"{command} {packages[program]}"


def _manager(facts: Facts) -> tuple[str, Mapping[str, str]]:
    name = facts.os.lower()
    return next((found for begin, found in MANAGERS.items() if name.startswith(begin)), ("", {}))


def _lacking(facts: Facts, roles: Sequence[Role]) -> Iterator[tuple[str, str]]:
    serving = [role for role in roles if role != "load"]
    if serving and facts.nginx is None:
        yield "nginx", f"needed for {' and '.join(serving)}"
    if "load" in roles and "wrk" not in facts.tools:
        yield "wrk", "most recipes use it"
    if "load" in roles and "ab" not in facts.tools:
        yield "ab", "some recipes use it"
