"""Settings in which a run differs from the one that it is compared with. Pure."""

from collections.abc import Iterator, Mapping
from typing import cast

from agents.catalog.knobs import KNOBS, Value, find_knob
from agents.catalog.knobs.context import settings_of
from agents.catalog.roles import Role, Topology
from agents.contract.reports import Facts
from agents.contract.workload import Workload
from agents.render.load import load_of
from backend.advice.nginx import Tree, read_nginx, walk
from backend.advice.rule import Subject
from backend.advice.settings import changed_directives
from backend.definition.placeholders import placeholder_conf
from backend.definition.server_facts import facts_of_variant, nginx_base

_BLOCKS = ("http", "server", "location", "events", "upstream", "if", "map", "types")
_STRUCTURE = frozenset((*_BLOCKS, "listen", "proxy_pass", "root", "internal", "include"))
RAW = frozenset(name for name, knob in KNOBS.items() if knob.family == "raw")


def subject_of(
    knobs: Mapping[str, Value],
    base_knobs: Mapping[str, Value],
    topology: str,
    workload: Workload,
    facts: Mapping[Role, Facts] | None = None,
) -> Subject:
    """Build a run as rules of advice look at it, against a baseline of the same topology."""
    own_facts = facts_of_variant(knobs, facts or {})
    base = nginx_base(knobs, "proxy", facts or {})  # of both, so that spelling alone is no difference
    conf, base_conf = (
        "" if topology == "direct" else placeholder_conf(of, cast("Topology", topology), base)
        for of in (knobs, base_knobs)
    )
    return Subject(
        variant="",
        knobs=knobs,
        topology=cast("Topology", topology),
        workload=load_of(workload, knobs),
        conf=conf,
        tree=read_nginx(conf),
        base_tree=read_nginx(base_conf),
        base_knobs=base_knobs,
        facts=own_facts,
    )


def word_of(setting: str) -> str:
    """Name that a sentence calls a setting: its directive or parameter, a kernel setting by its key."""
    knob = find_knob(setting)
    if knob is not None and knob.setting == "sysctl":
        return knob.key
    return setting.rpartition(".")[2]


def changed_settings(subject: Subject) -> list[str]:
    """Knobs that the run sets otherwise, then directives that its raw texts have otherwise."""
    settings, base_settings = (
        settings_of(of, subject.topology) for of in (subject.knobs, subject.base_knobs)
    )
    names = [n for n in settings if settings[n] != base_settings.get(n)]
    knobs = [name for name in names if name not in RAW]
    has_raw = any(subject.knobs.get(name) != subject.base_knobs.get(name) for name in RAW)
    return knobs + (list(_directives(subject, {word_of(name) for name in knobs})) if has_raw else [])


def _directives(subject: Subject, words: set[str]) -> Iterator[str]:
    for name in changed_directives(subject, dict.fromkeys(_names(subject.tree))):
        if name not in words and name not in _STRUCTURE:
            yield name


def _names(tree: Tree) -> Iterator[str]:
    yield from (directive["directive"] for directive, _ in walk(tree))
