"""Preview of a launch: what it would do, before it does it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.knobs import Value
from agents.catalog.roles import Role
from agents.catalog.server_names import TEXT, server_of
from agents.contract.reports import Facts
from backend.advice.advise import advise
from backend.advice.schemas import AdviceOut
from backend.analysis.precision_schemas import PlannedStage
from backend.definition.issues import locate
from backend.definition.placeholders import placeholder_argv, placeholder_conf, role_under_test
from backend.definition.server_facts import chosen_servers, find_declaration, inapplicable_knobs, nginx_base
from backend.definition.variants import resolve_variants
from backend.definition.writer import to_yaml
from backend.errors import Invalid, ProblemItem
from backend.execution.launching.known_noise import known_noise
from backend.execution.launching.past_rates import rates_of
from backend.execution.launching.positions import add_positions
from backend.execution.launching.request import Reading, Unfit, place, read_definition
from backend.execution.launching.schemas import (
    CannotDiagnose,
    ExperimentIn,
    MatchingTestbed,
    PlannedDiagnosticsOut,
    PlannedRunOut,
    PlanOut,
)
from backend.identity.principal import Principal
from backend.model_fields import copy_fields
from backend.planning.goal import goal_of
from backend.planning.halved import forecast_halving
from backend.planning.host_abilities import why_no_diagnostic
from backend.planning.host_changes import host_changes
from backend.planning.nginx_texts import unreadable_lines
from backend.planning.plan import Plan, PlannedRun, make_plan, runs_of
from backend.records import experiments_queries, hosts_queries
from backend.records.hosts import Host
from backend.refs import ExperimentRef
from backend.shown_workload import ShownWorkload
from backend.testbeds.host_facts import facts_by_role


def preview(
    session: Session, body: ExperimentIn, principal: Principal, goal_effect: float | None = None
) -> PlanOut:
    """The plan with every problem at once; nothing is written and nothing is asked of a host.

    `goal_effect`: the change that it should show, 0.05 = 5%.
    """
    try:
        reading = read_definition(session, body, principal)
    except Invalid as error:
        problem_items = error.errors or [ProblemItem(place="", message=error.detail)]
        problem_items = [*problem_items, *_unknown_to_nginx(error)]
        with_lines = add_positions(body.yaml, problem_items, body.set)
        return PlanOut(errors=with_lines, definition=None, smallest_effect=None)
    definition = reading.definition
    has_servers = any(chosen_servers(variant.knobs) for variant in resolve_variants(definition))
    hosts_with = hosts_queries.hosts_with_servers(session) if has_servers else {}
    reading, problems = place(reading, runs_of(definition), principal, hosts_with)
    testbed, hosts = reading.bed.row, reading.bed.hosts
    known_noise_here = known_noise(session, testbed.id, hosts, definition)
    noise = known_noise_here.noise
    between = noise.between_starts if noise else None
    plan = make_plan(definition, definition.seed, noise.cv if noise else None, between)
    trial_s = noise.trial_s if noise else None
    goal = goal_of(definition, plan, noise.cv if noise else None, between, goal_effect, trial_s)
    ahead = experiments_queries.ahead_of(session, testbed.id)
    return copy_fields(
        PlanOut,
        plan,
        errors=add_positions(body.yaml, problems, body.set),
        definition=definition.model_dump(mode="json", exclude_none=True),
        yaml=to_yaml(definition),
        runs=_planned_runs(plan, hosts),
        trials=sum(plan.most_trials.values()),
        noise=noise,
        noise_sentence=known_noise_here.sentence,
        goal=goal,
        stages=[PlannedStage.model_validate(stage) for stage in plan.stages],
        halved=forecast_halving(definition, plan.sd, between, plan.smallest_effect),
        order=_order(plan),
        repeats=_repeats(plan),
        changes=host_changes(plan, [(role, h.name) for role, h in reading.bed.used_hosts(definition)]),
        diagnostics=_diagnostics(plan, hosts),
        testbed=ExperimentRef(id=testbed.id, name=testbed.name),
        matching=[
            MatchingTestbed(id=bed.row.id, name=bed.row.name, now=bed.now)
            for bed in (reading.beds if definition.testbed_labels else ())
        ],
        queue_behind=[ExperimentRef(id=i, name=name) for i, name in ahead],
        advice=add_positions(body.yaml, _advice(session, reading, plan), body.set),
    )


def _unknown_to_nginx(error: Invalid) -> list[ProblemItem]:
    """List what the testbed's nginx does not know in texts that are refused for other reasons."""
    if not isinstance(error, Unfit) or not error.definition or not error.hosts:
        return []
    return locate(unreadable_lines(error.definition, facts_by_role(error.hosts)), {})


def _diagnostics(plan: Plan, hosts: Mapping[Role, Host]) -> list[PlannedDiagnosticsOut]:
    """List the diagnostics, and the hosts that say beforehand that they cannot run them."""
    diagnostics = [PlannedDiagnosticsOut.model_validate(diagnostic) for diagnostic in plan.diagnostics]
    distinct = {host.id: host for host in hosts.values()}.values()
    for diagnostic in diagnostics:
        for host in distinct:
            reason = why_no_diagnostic(diagnostic.what, Facts.model_validate(host.facts).abilities)
            diagnostic.cannot += [CannotDiagnose(host=host.name, reason=reason)] if reason else []
    return diagnostics


def _advice(session: Session, reading: Reading, plan: Plan) -> list[AdviceOut]:
    facts = facts_by_role(reading.bed.hosts)
    return advise(reading.definition, facts, rates_of(session, reading.bed.row.id, plan))


def _planned_runs(plan: Plan, hosts: Mapping[Role, Host]) -> list[PlannedRunOut]:
    """The runs with their nginx.conf beside those of parent and baseline."""
    facts = {role: {"facts": host.facts} for role, host in hosts.items()}
    roles = facts_by_role(hosts)
    confs = {(r.variant, r.workload.name): _conf_of(r, facts, roles) for r in plan.runs}
    baselines = {r.workload.name: r for r in plan.runs if r.is_baseline}
    addresses: dict[Role, str] = {role: host.address for role, host in hosts.items()}
    return [
        _planned_run(run, plan.runs, baselines[run.workload.name], confs, addresses, facts)
        for run in plan.runs
    ]


def _conf_of(run: PlannedRun, facts: Mapping[str, Any], roles: Mapping[Role, Facts]) -> str:
    """The text of the server under test as far as it is known here: a declared one's lies on its host."""
    role = role_under_test(run.topology)
    if find_declaration(run.knobs, facts, role) is None:
        return placeholder_conf(run.knobs, run.topology, nginx_base(run.knobs, role, roles))
    own_text = f"# The text of {server_of(run.knobs, role)} lies beside its declaration on its host.\n"
    return str(run.knobs.get(TEXT, own_text))


def _planned_run(
    run: PlannedRun,
    runs: Sequence[PlannedRun],
    baseline: PlannedRun,
    confs: Mapping[tuple[str, str], str],
    addresses: Mapping[Role, str],
    facts: Mapping[str, Any],
) -> PlannedRunOut:
    workload = run.workload.name
    parent = next((r for r in runs if (r.variant, r.workload.name) == (run.parent, workload)), None)
    return copy_fields(
        PlannedRunOut,
        run,
        set_here=_differing(run.knobs, (parent or baseline).knobs, facts),
        factors=run.factors or None,
        workload=ShownWorkload.model_validate(run.workload),
        conf=confs[run.variant, workload],
        parent_conf=confs[parent.variant, workload] if parent else None,
        baseline_conf=confs[baseline.variant, workload],
        load_argv=placeholder_argv(run.workload, run.knobs, run.topology, addresses),
    )


def _differing(
    first: Mapping[str, Value], second: Mapping[str, Value], facts: Mapping[str, Any]
) -> list[str]:
    """Names whose value is not the same in both and means something to the first, its own first."""
    inapplicable = inapplicable_knobs(first, second, facts)
    names = [name for name in {**first, **second} if name not in inapplicable]
    return [name for name in names if first.get(name) != second.get(name)]


def _repeats(plan: Plan) -> str | None:
    """Explain the repeats in a plan with long rounds; None where every run has one trial a round."""
    most = max((t.repeat for t in plan.trials), default=1)
    if most == 1:
        return None
    measured_s = plan.seconds - sum(diagnostic.seconds for diagnostic in plan.diagnostics)
    minutes = measured_s / max(1, plan.rounds) / 60
    return (
        f"A round takes about {minutes:.0f} minutes and the machine may drift in between. So the baseline is "
        f"measured {most} times in each, and a candidate is compared with the two measured just before and "
        "just after it."
    )


def _order(plan: Plan) -> list[list[int]]:
    rounds: dict[int, list[int]] = {}
    for trial in plan.trials:
        rounds.setdefault(trial.round, []).append(trial.run)
    return [rounds[number] for number in sorted(rounds)]
