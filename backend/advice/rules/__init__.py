"""The rules of advice, one module or package a topic; whatever is made a `rule` there is one."""

from importlib import import_module
from pkgutil import iter_modules

from backend.advice.rule import Rule

_TOPICS = (
    "connections",
    "workers",
    "upstreams",
    "answers",
    "files",
    "compression",
    "logs",
    "mix",
    "tls",
    "clients",
    "kernel",
    "plan",
    "payload",
)


def _load_rules(topic: str) -> list[Rule]:
    module = import_module(f"{__name__}.{topic}")
    parts = iter_modules(getattr(module, "__path__", ()))
    modules = [module, *(import_module(f"{module.__name__}.{part.name}") for part in parts)]
    rules = {rule.code: rule for m in modules for rule in vars(m).values() if isinstance(rule, Rule)}
    return [rules[code] for code in sorted(rules)]


RULES = tuple(rule for topic in _TOPICS for rule in _load_rules(topic))
