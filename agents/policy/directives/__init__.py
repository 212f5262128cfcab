"""The directives that may stand in a text, as data: one file for each family, and those of the knobs."""

from dataclasses import replace

from agents.catalog.knobs import KNOBS
from agents.catalog.rules.rule import Context, Rule
from agents.policy.directives import access, files, headers, http, proxy, tls, variables, workers

_PROCESSES, _SERVERS = "Processes and events", "Servers, locations, connections"
_OTHERS: dict[str, tuple[Rule, ...]] = {
    _PROCESSES: workers.RULES,
    _SERVERS: http.RULES,
    "Files": files.RULES,
    "Rewrites and variables": variables.RULES,
    "Headers, compression, logs": headers.RULES,
    "Access and limits": access.RULES,
    "TLS": tls.RULES,
    "Backends and their cache": proxy.RULES,
}
_FAMILY_OF_MODULE = {rule.source: title for title, rules in reversed(_OTHERS.items()) for rule in rules}


def _family(rule: Rule) -> str:
    """Find the family of a directive: that of its module, else by its context."""
    return _FAMILY_OF_MODULE.get(rule.source, _SERVERS if "http" in rule.contexts else _PROCESSES)


_OF_KNOBS = tuple(replace(knob.rule, name=knob.directive) for knob in KNOBS.values() if knob.rule)
FAMILIES: dict[str, tuple[Rule, ...]] = {
    title: (*(rule for rule in _OF_KNOBS if _family(rule) == title), *rules)
    for title, rules in _OTHERS.items()
}
RULES: dict[tuple[str, Context], Rule] = {
    (rule.name, context): rule for rules in FAMILIES.values() for rule in rules for context in rule.contexts
}
NAMES = frozenset(name for name, _ in RULES)
