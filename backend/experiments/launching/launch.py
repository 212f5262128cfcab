"""Launch: check everything, plan, write experiment, runs and trials in one transaction, then advance."""

import secrets

from sqlalchemy.orm import Session

from agents.render import host_settings
from backend.errors import Invalid, ProblemItem
from backend.events import publish_after_commit
from backend.experiments.definition.writer import to_yaml
from backend.experiments.launching.request import problems_of, read_definition
from backend.experiments.launching.schemas import ExperimentIn
from backend.experiments.planning.plan import Plan, PlannedRun, make_plan
from backend.ids import new_id
from backend.queue import advance_after_commit
from backend.records import experiments_queries
from backend.records.experiments import Experiment
from backend.records.host_snapshot import facts_of
from backend.records.origin import DerivedHow
from backend.records.runs import Run, Trial


def launch(session: Session, body: ExperimentIn) -> str:
    """The id of the new experiment; Invalid with every problem and its place when it cannot be launched."""
    definition, testbed, hosts = read_definition(session, body)
    recipe, form = _recipe(body, _source(session, body))
    seed = _seed(body, definition.seed)
    plan = make_plan(definition, seed)
    problems = problems_of(definition, plan, hosts)
    if problems:
        raise Invalid("This experiment cannot be launched yet", problems)
    experiment = Experiment(
        id=new_id(),
        name=definition.name,
        testbed_id=testbed.id,
        recipe=recipe,
        form=form,
        derived_from=body.derived_from,
        derived_how=body.derived_how,
        definition=definition.model_dump(mode="json", by_alias=True),
        definition_yaml=to_yaml(definition),
        seed=seed,
        estimate_s=plan.seconds,
        facts={role: facts_of(host) for role, host in hosts.items()},
    )
    session.add(experiment)
    session.flush()
    _write_runs(session, experiment.id, plan)
    publish_after_commit(session, {"type": "experiment", "experiment_id": experiment.id})
    advance_after_commit(session, experiment.id)
    return experiment.id


def _source(session: Session, body: ExperimentIn) -> Experiment | None:
    """The experiment that this one is made from."""
    if (body.derived_from is None) != (body.derived_how is None):
        raise Invalid("give both derived_from and derived_how, or neither")
    source = experiments_queries.experiment(session, body.derived_from) if body.derived_from else None
    if body.derived_from and source is None:
        message = f"there is no experiment {body.derived_from}; it may have been deleted"
        raise Invalid(message, [ProblemItem(place="derived_from", message=message)])
    return source


def _recipe(body: ExperimentIn, source: Experiment | None) -> tuple[str | None, str | None]:
    """Recipe and its form; the same definition once more is of the same recipe."""
    if source and body.derived_how is DerivedHow.REPRODUCE:
        return source.recipe, source.form
    return body.recipe, body.form if body.recipe else None


def _seed(body: ExperimentIn, own: int | None) -> int:
    chosen = body.seed if body.seed is not None else own
    return secrets.randbelow(2**31) if chosen is None else chosen


def _settings(run: PlannedRun) -> dict[str, object]:
    """Role → what its host must be changed to."""
    found = host_settings(run.knobs, run.topology)
    return {role: [s.model_dump() for s in settings] for role, settings in found.items()}


def _write_runs(session: Session, experiment_id: str, plan: Plan) -> None:
    ids: dict[int, str] = {}
    for planned in plan.runs:
        run = Run(
            id=new_id(),
            experiment_id=experiment_id,
            position=planned.position,
            name=planned.name,
            variant=planned.variant,
            parent=planned.parent,
            knobs=dict(planned.knobs),
            settings=_settings(planned),
            variant_hash=planned.variant_hash,
            factors=dict(planned.factors) if planned.factors else None,
            workload=planned.workload.model_dump(mode="json"),
            topology=planned.topology,
            is_baseline=planned.is_baseline,
            is_control=planned.is_control,
        )
        ids[planned.position] = run.id
        session.add(run)
    session.flush()
    session.add_all(
        Trial(
            id=new_id(),
            experiment_id=experiment_id,
            run_id=ids[t.run],
            round=t.round + 1,
            position=t.position + 1,
            repeat=t.repeat,
            connections=t.connections,
        )
        for t in plan.trials
    )
