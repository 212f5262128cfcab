"""What a host lacks for its roles, and how to install it. Pure."""

from collections.abc import Iterator, Sequence

from agents.contract.reports import Facts
from agents.contract.states import Role

PACKAGES = {"nginx": "nginx", "wrk": "wrk", "ab": "apache2-utils"}
"""Program → its package on Debian and Ubuntu."""
_APT = ("debian", "ubuntu")


def missing(facts: Facts, roles: Sequence[Role]) -> list[str]:
    """A sentence for each program that recipes use in these roles and that the agent did not find."""
    command = "apt-get install" if facts.os.lower().startswith(_APT) else "install"
    return [
        f"{program} is missing ({purpose}): {command} {PACKAGES[program]}, then start the agent again"
        for program, purpose in _lacking(facts, roles)
    ]


def _lacking(facts: Facts, roles: Sequence[Role]) -> Iterator[tuple[str, str]]:
    serving = [role for role in roles if role != "load"]
    if serving and facts.nginx is None:
        yield "nginx", f"needed for {' and '.join(serving)}"
    if "load" in roles and "wrk" not in facts.tools:
        yield "wrk", "most recipes use it"
    if "load" in roles and "ab" not in facts.tools:
        yield "ab", "some recipes use it"
