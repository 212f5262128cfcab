"""The directives that may stand in a text, as data: one file for each family."""

from agents.catalog.rules.rule import Context, Rule
from agents.policy.directives import access, files, headers, http, proxy, tls, variables, workers

FAMILIES: dict[str, tuple[Rule, ...]] = {
    "Processes and events": workers.RULES,
    "Servers, locations, connections": http.RULES,
    "Files": files.RULES,
    "Rewrites and variables": variables.RULES,
    "Headers, compression, logs": headers.RULES,
    "Access and limits": access.RULES,
    "TLS": tls.RULES,
    "Backends and their cache": proxy.RULES,
}
RULES: dict[tuple[str, Context], Rule] = {
    (rule.name, context): rule for rules in FAMILIES.values() for rule in rules for context in rule.where
}
NAMES = frozenset(name for name, _ in RULES)
