"""Boot parameters that a definition requires: no agent can set them, so they have to be there. Pure."""

from collections.abc import Iterator, Mapping

from agents.catalog.roles import Role
from agents.contract.reports import Facts
from backend.definition.issues import Issue
from backend.definition.model import Definition


def unmet(definition: Definition, roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    """Yield what a testbed's kernel command lines lack; `roles`: the facts of the host in each role."""
    for role, parameters in definition.require.items():
        facts = roles.get(role)
        if facts is None:
            yield (("require", role), f"the testbed has no {role} host, so {parameters[0]} cannot be there")
            continue
        words = str(facts.more.get("kernel_command_line", "")).split()
        for i, parameter in enumerate(parameters):
            if not _is_there(parameter, words):
                yield (("require", role, i), _sentence(parameter, words, role))


def _is_there(parameter: str, words: list[str]) -> bool:
    """`isolcpus=1` wants that word; `nohz_full` wants the parameter with any value."""
    if "=" in parameter:
        return parameter in words
    return any(word.partition("=")[0] == parameter for word in words)


def _sentence(parameter: str, words: list[str], role: Role) -> str:
    name = parameter.partition("=")[0]
    present_word = next((word for word in words if word.partition("=")[0] == name), None)
    has = f"it was booted with {present_word}" if present_word else f"it was booted without {name}"
    return f"the {role} host must be booted with {parameter}; {has}"
