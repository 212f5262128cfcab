"""What a definition may get wrong, from its variants, its workloads and what is known of its hosts."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from agents.catalog.knobs import KNOBS
from agents.catalog.knobs.context import axis_of, context_of, context_words, settings_of
from agents.catalog.roles import Role
from agents.contract.reports import Facts
from agents.contract.workload import Workload
from agents.render import external_target
from agents.render.load import load_of
from backend.advice import security
from backend.advice.instead import changes_of, join_changes, text_of
from backend.advice.nginx import read_nginx
from backend.advice.rule import Hit, LoneContext, Rule, Subject
from backend.advice.rules import RULES
from backend.advice.schemas import AdviceOut
from backend.definition.ceiling_rules import max_rate, searched_connections
from backend.definition.fresh_servers import per_start
from backend.definition.issues import Path, place_of
from backend.definition.model import Definition, UntilDecided
from backend.definition.placeholders import placeholder_conf
from backend.definition.server_facts import facts_of_variant, nginx_base
from backend.definition.variants import ResolvedVariant, baseline_of, resolve_variants
from backend.presentation.words import few

RAW = tuple(name for name, knob in KNOBS.items() if knob.family == "raw")
WHOLE = "nginx.conf"
_CONTEXT = ("origin.", "tls.on")


def advise(
    definition: Definition,
    facts: Mapping[Role, Facts] | None = None,
    rates: Mapping[str, float] | None = None,
) -> list[AdviceOut]:
    """Advice in the order of the definition, each piece once, for the place it is about.

    `facts` are those of the hosts that are known; `rates` are requests per second measured before, by
    variant, and count more than those published.
    """
    rates_by_variant = _published_rates(definition) | dict(rates or {})
    variants = resolve_variants(definition)
    lone_contexts = _lone_contexts(definition, variants)
    baseline = baseline_of(definition, variants)
    subjects = [
        replace(
            s,
            lone_context=lone_contexts.get(v.name),
            **_against(v, baseline, len(variants), nginx_base(v.knobs, "proxy", facts or {})),
        )
        for v in variants
        for s in _subjects(definition, v, facts or {}, rates_by_variant, baseline.name)
    ]
    hits = [_RuleHit(s, rule, hit) for s in subjects for rule in RULES for hit in rule.find(s)]
    advice = [_advice(definition, *rule_hit) for rule_hit in _with_workloads(definition, hits)]
    advice += [_security(definition, s, weakness) for s, weakness in security.weaknesses(subjects, RAW)]
    return _each_once(definition, advice, len(variants))


class _RuleHit(NamedTuple):
    subject: Subject
    rule: Rule
    hit: Hit

    @property
    def of_variant(self) -> tuple[str, str]:
        return self.subject.variant, self.rule.code


def _with_workloads(definition: Definition, hits: Sequence[_RuleHit]) -> Iterator[_RuleHit]:
    """The hits, with the workloads in the text where a setting acts under others of its variant."""
    places: dict[tuple[str, ...], dict[Path, str]] = {}
    for rule_hit in hits:
        at = rule_hit.subject.workload_at
        name = f"“{rule_hit.subject.workload.name}”"
        places.setdefault(rule_hit.of_variant, {})[at] = name
        places.setdefault((*rule_hit.of_variant, rule_hit.hit.text), {})[at] = name
    for rule_hit in hits:
        hit = rule_hit.hit
        is_of_all = len(places[rule_hit.of_variant]) == len(definition.workloads)
        if hit.workload or hit.trials or hit.servers or is_of_all:
            yield rule_hit
            continue
        names = list(places[*rule_hit.of_variant, hit.text].values())
        words = f"{'workload' if len(names) == 1 else 'workloads'} {few(names)}"
        yield rule_hit._replace(hit=replace(hit, text=f"{hit.text} ({words})"))


def _published_rates(definition: Definition) -> dict[str, float]:
    rows = definition.published.rows if definition.published else []
    return {row.variant: row.requests_per_s for row in rows if row.requests_per_s}


def _lone_contexts(definition: Definition, variants: Sequence[ResolvedVariant]) -> dict[str, LoneContext]:
    """Variant → its context, where no variant there has the settings of the baseline."""
    if definition.ceiling:
        return {}
    baseline = baseline_of(definition, list(variants))
    contexts = {v.name: context_of(v.knobs, v.topology) for v in variants}
    compared_contexts = [
        contexts[v.name]
        for v in variants
        if settings_of(v.knobs, v.topology) == settings_of(baseline.knobs, v.topology)
    ]
    listed_variants = [
        v.model_dump(mode="json", by_alias=True, exclude_unset=True) for v in definition.variants
    ]
    lone_contexts = {}
    for v in variants:
        if contexts[v.name] not in compared_contexts:
            words = context_words(contexts[v.name], contexts[baseline.name])
            own_knobs = {name: value for name, value in v.knobs.items() if axis_of(name)}
            base_knobs = {name: value for name, value in baseline.knobs.items() if not axis_of(name)}
            knobs = dict.fromkeys(definition.knobs) | base_knobs | own_knobs
            new_variant = {"name": f"baseline, {words}"[:120], "topology": v.topology, "set": knobs}
            lone_contexts[v.name] = LoneContext(words, [*listed_variants, new_variant])
    return lone_contexts


def _against(variant: ResolvedVariant, baseline: ResolvedVariant, count: int, base: str) -> dict[str, Any]:
    """Find what the settings of a variant are compared with, to see which of them it changes.

    A whole nginx.conf beside rendered ones is compared with itself: nobody chose its lines one by one.
    """
    is_whole_alone = WHOLE in variant.knobs and (count == 1 or WHOLE not in baseline.knobs)
    base_knobs = {n: v for n, v in variant.knobs.items() if n.startswith(_CONTEXT)}
    if is_whole_alone:
        base_knobs |= {WHOLE: variant.knobs[WHOLE]}
    elif count > 1:
        base_knobs = baseline.knobs
    topology = variant.topology if is_whole_alone or count == 1 else baseline.topology
    base_conf = "" if topology == "direct" else placeholder_conf(base_knobs, topology, base)
    return {
        "base_knobs": base_knobs,
        "base_tree": read_nginx(base_conf),
        "is_alone": count == 1 or is_whole_alone,
    }


def _subjects(
    definition: Definition,
    variant: ResolvedVariant,
    facts: Mapping[Role, Facts],
    rates: Mapping[str, float],
    baseline: str,
) -> Iterator[Subject]:
    names = [v.name for v in definition.variants]
    at: Path = ("factors",) if variant.factors else ("variants", names.index(variant.name))
    outside = external_target(variant.knobs, variant.topology) is not None  # nothing of ours is started
    direct = variant.topology == "direct"  # a backend's config is always ours
    own_facts, base = facts_of_variant(variant.knobs, facts), nginx_base(variant.knobs, "proxy", facts)
    conf = "" if direct else placeholder_conf(variant.knobs, variant.topology, base)
    for i, workload in enumerate(definition.workloads):
        yield Subject(
            variant=variant.name,
            knobs=variant.knobs,
            topology=variant.topology,
            workload=load_of(workload, variant.knobs),
            conf=conf,
            tree=read_nginx(conf),
            facts=own_facts,
            rate=rates.get(variant.name),
            ceiling_to=searched_connections(definition),
            rate_to=max_rate(definition, workload) or _share_of(rates.get(baseline), workload),
            until_decided=definition.trials if isinstance(definition.trials, UntilDecided) else None,
            keeps_servers=not definition.ceiling and not per_start(definition) and not outside,
            at=at,
            places=variant.places,
            workload_at=("workloads", i),
        )


def _share_of(ceiling: float | None, workload: Workload) -> int | None:
    """The rate that a share comes to, by what the baseline answered before; None where nothing is known."""
    return round(workload.rate_share.share * ceiling) if workload.rate_share and ceiling else None


def _advice(definition: Definition, subject: Subject, rule: Rule, hit: Hit) -> AdviceOut:
    knob = None if hit.workload else _knob_at_fault(subject, hit.knob)
    path = _path(subject, hit, knob)
    return AdviceOut(
        code=rule.code,
        severity=rule.severity,
        variant=_owner(definition, subject, path),
        variants=[subject.variant],
        place=place_of(path),
        knob=knob,
        text=hit.text,
        example=text_of(hit.instead) if hit.instead else rule.example,
        changes=changes_of(subject, hit, knob),
        source=rule.source,
    )


def _path(subject: Subject, hit: Hit, knob: str | None) -> Path:
    if hit.trials:
        return ("trials",)
    if hit.servers:
        return ("servers",)
    return subject.workload_at if hit.workload else subject.places.get(knob or "", subject.at)


def _knob_at_fault(subject: Subject, knob: str | None) -> str | None:
    """The knob that was set, the raw text that has its directive instead, or the one to set."""
    if knob is None or knob in subject.places:
        return knob
    directive = re.compile(rf"(?<![\w$]){re.escape(knob.rpartition('.')[2])}(?!\w)")
    return next((raw for raw in RAW if directive.search(str(subject.knobs.get(raw, "")))), knob)


def _security(definition: Definition, subject: Subject, weakness: security.Weakness) -> AdviceOut:
    path = subject.places.get(weakness.knob, subject.at)
    return AdviceOut(
        code=security.CODE,
        severity=weakness.severity,
        variant=_owner(definition, subject, path),
        variants=[subject.variant],
        place=place_of(path),
        knob=weakness.knob,
        text=weakness.text,
        example=weakness.example,
        source=weakness.source,
    )


def _owner(definition: Definition, subject: Subject, path: Path) -> str | None:
    """The variant that a place is of; a cell of the grid has none of its own."""
    if path[:1] == ("variants",) and isinstance(path[1], int):
        return definition.variants[path[1]].name
    return subject.variant if path == ("factors",) else None


def _each_once(definition: Definition, advice_list: Iterable[AdviceOut], count: int) -> list[AdviceOut]:
    """Variants that inherit a value repeat what was said of it; what holds for several is said of none."""
    advice_by_text: dict[tuple[str, str], list[AdviceOut]] = {}
    for advice in advice_list:
        advice_by_text.setdefault((advice.code, advice.text), []).append(advice)
    return [_merge(definition, alike, count) for alike in advice_by_text.values()]


def _merge(definition: Definition, alike: list[AdviceOut], count: int) -> AdviceOut:
    """`count`: of all variants."""
    changes = join_changes(definition, [advice.changes for advice in alike])
    several = len({(advice.place, advice.variant) for advice in alike}) > 1
    names = list(dict.fromkeys(name for advice in alike for name in advice.variants))
    fields = {"changes": changes, "variants": names if len(names) < count else []}
    return alike[0].model_copy(update=fields | ({"variant": None} if several else {}))
