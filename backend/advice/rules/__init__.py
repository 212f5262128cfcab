"""The rules of advice: one folder a topic, one file each; whatever stands there with a `RULE` is a rule."""

from collections.abc import Iterator
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
)


def _load_rules(topic: str) -> Iterator[Rule]:
    package = import_module(f"{__name__}.{topic}")
    for info in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{info.name}")
        if hasattr(module, "RULE"):
            yield module.RULE


RULES = tuple(rule for topic in _TOPICS for rule in _load_rules(topic))
