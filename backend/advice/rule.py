"""What a rule of advice is, and what it looks at: one variant under one workload. Pure."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from agents.catalog.cpulist import parse_cpu_list
from agents.catalog.knobs import Value
from agents.catalog.roles import Role, Topology
from agents.contract.reports import Facts
from agents.contract.workload import Workload
from backend.advice.nginx import Tree, number, words
from backend.advice.schemas import Severity
from backend.definition.issues import Path
from backend.definition.model import UntilDecided

GUESSED_RATE = 10_000.0
"""Requests a second, where neither a write-up nor an earlier run says how many there will be."""


@dataclass(frozen=True)
class LoneContext:
    """A context without a baseline: its levels in words, and the variants with one that is it."""

    words: str
    variants: list[dict[str, Any]]


@dataclass(frozen=True)
class Subject:
    """A variant under one workload. `facts` holds only the hosts that are known.

    `conf` and `tree` are the nginx.conf under test as text and as directives, whatever wrote it, knobs
    or raw text; empty where no proxy takes part. `rate` is requests per second as published or measured
    before, None when unknown.
    """

    variant: str
    knobs: Mapping[str, Value]
    topology: Topology
    workload: Workload
    conf: str = ""
    tree: Tree = ()
    base_tree: Tree = ()  # of the baseline, or what the tree is without what somebody wrote or set
    base_knobs: Mapping[str, Value] = field(default_factory=dict)
    is_alone: bool = False  # there is no baseline to compare single settings with
    ceiling_to: int | None = None  # the most connections that a search for the ceiling tries
    rate_to: int | None = None  # the largest rate that the load asks for; None: as fast as its tool can
    facts: Mapping[Role, Facts] = field(default_factory=dict)
    rate: float | None = None
    until_decided: UntilDecided | None = None  # where rounds end once all variants are decided
    keeps_servers: bool = False  # one start of them is compared in all rounds
    lone_context: LoneContext | None = None  # another context than the baseline's, without its own
    at: Path = ()  # the variant itself
    places: Mapping[str, Path] = field(default_factory=dict)  # where each knob was set
    workload_at: Path = ("workloads", 0)

    @property
    def likely_rate(self) -> float:
        return self.rate or GUESSED_RATE

    @cached_property
    def proxy_cpus(self) -> frozenset[int] | None:
        """The CPUs that nginx may use: those it is pinned to, else the host's; None when unknown."""
        if "pin.proxy" in self.knobs:
            return parse_cpu_list(str(self.knobs["pin.proxy"]))
        return self.host_cpus("proxy")

    def host_cpus(self, role: Role) -> frozenset[int] | None:
        facts = self.facts.get(role)
        return parse_cpu_list(facts.online_cpus) if facts else None

    @cached_property
    def workers(self) -> int | None:
        """Worker processes; None where `auto` counts the CPUs of a host that is not known."""
        word = (words(self.tree, "worker_processes") or ("1",))[0]
        if word != "auto":
            return number(word)
        cpus = self.host_cpus("proxy")
        return len(cpus) if cpus else None

    def kernel(self, key: str) -> int | None:
        """A kernel setting of the proxy's host: the variant's own value, else the host's; None unknown."""
        own_value = self.knobs.get(f"sysctl.{key}")
        facts = self.facts.get("proxy")
        return number(
            str(
                own_value
                if own_value is not None
                else (facts.more if facts else {}).get("sysctl", {}).get(key)
            )
        )

    def share_a_machine(self, role_a: Role, role_b: Role) -> bool:
        """Whether both hosts are one machine; also where it is not known that they are not."""
        first, second = self.facts.get(role_a), self.facts.get(role_b)
        return first is None or second is None or first.machine == second.machine


@dataclass(frozen=True)
class Instead:
    """What would end an advice, computed for its case: knob → value, None unsets it; fields of the workload
    and of the definition → value, None takes one away."""

    knobs: Mapping[str, Value | None] = field(default_factory=dict)
    workload: Mapping[str, Any] = field(default_factory=dict)
    plan: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Hit:
    """What a rule found. `knob` is where it shows, or a directive of nginx; `text` speaks of this case."""

    text: str
    knob: str | None = None
    instead: Instead | None = None
    workload: bool = False  # the place is the workload, not the variant
    trials: bool = False  # the place is the number of trials
    servers: bool = False  # the place is how often servers are started


@dataclass(frozen=True)
class Rule:
    """`text` says what the rule is about, `find` what it found in one variant; `example` is for the docs."""

    code: str
    severity: Severity
    text: str
    example: str
    source: str
    find: Callable[[Subject], Iterator[Hit]]


def rule(
    severity: Severity, text: str, example: str, source: str
) -> Callable[[Callable[[Subject], Iterator[Hit]]], Rule]:
    """Make a rule of the function that finds it; the function's name is its code."""
    return lambda find: Rule(find.__name__, severity, text, example, source, find)
