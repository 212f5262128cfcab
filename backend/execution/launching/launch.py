"""Launch: read, plan, check, write the rows, and after the commit advance."""

import logging
from functools import partial
from typing import NamedTuple

from sqlalchemy.orm import Session

from backend import disk_space
from backend.audit.log import Act, record
from backend.database import after_commit
from backend.definition.host_access import digest_access
from backend.definition.writer import to_yaml
from backend.errors import Invalid
from backend.events import publish_after_commit
from backend.execution.launching.positions import add_positions
from backend.execution.launching.request import Reading, place, read_definition
from backend.execution.launching.schemas import ExperimentIn
from backend.identity.principal import Principal
from backend.ids import new_id
from backend.planning.plan import Plan, PlannedRun, is_calibration, make_plan
from backend.recipes import library
from backend.records import experiments_queries
from backend.records.experiments import Experiment, names_of_runs
from backend.records.origin import DerivedHow
from backend.records.runs import Run, Trial
from backend.scheduling.assignment.testbed_choice import put_on
from backend.task_queue import advance_after_commit


class Lineage(NamedTuple):
    """Origin of an experiment: a recipe, and the experiment that it is made from."""

    recipe: str | None
    form: str | None
    derived_from: str | None
    derived_how: DerivedHow | None


log = logging.getLogger(__name__)


def launch(session: Session, body: ExperimentIn, principal: Principal, launch_key: str | None = None) -> str:
    """The id of the new experiment; Invalid with every problem and its place when it cannot be launched.

    `launch_key`: no second experiment is launched with it. NoSpace while the disk has too little room.
    """
    disk_space.refuse_new()
    lineage = _lineage(session, body)
    reading = read_definition(session, body, principal)
    plan = make_plan(reading.definition, reading.definition.seed)
    reading, problems = place(reading, plan.runs, principal)
    if problems:
        with_lines = add_positions(body.yaml, problems, body.set)
        raise Invalid("This experiment cannot be launched yet", with_lines)
    experiment_id = _write(session, reading, lineage, plan, principal.account_id, launch_key)
    reaches = digest_access(reading.definition)
    details = {"testbed": reading.bed.row.name, **({"reaches": reaches} if reaches else {})}
    record(session, principal, Act.LAUNCHED, experiment_id, reading.definition.name, **details)
    about = {"experiment_id": experiment_id}
    after_commit(session, partial(log.info, "launched “%s”", reading.definition.name, extra=about))
    publish_after_commit(session, {"type": "experiment", "experiment_id": experiment_id})
    advance_after_commit(session, experiment_id)
    return experiment_id


def _lineage(session: Session, body: ExperimentIn) -> Lineage:
    """The same definition once more is of the same recipe."""
    if (body.derived_from is None) != (body.derived_how is None):
        raise Invalid("give both derived_from and derived_how, or neither")
    source = experiments_queries.experiment(session, body.derived_from) if body.derived_from else None
    if body.derived_from and source is None:
        message = f"there is no experiment {body.derived_from}; it may have been deleted"
        raise Invalid.at("derived_from", message)
    if source and body.derived_how is DerivedHow.REPRODUCE:
        return Lineage(source.recipe, source.form, body.derived_from, body.derived_how)
    form = body.form if body.recipe and library.find(body.recipe) else None  # an own recipe has one form
    return Lineage(body.recipe, form, body.derived_from, body.derived_how)


def _write(
    session: Session,
    reading: Reading,
    lineage: Lineage,
    plan: Plan,
    owner: str | None,
    launch_key: str | None,
) -> str:
    """The rows of an experiment, its runs and its trials, all queued; the experiment's id."""
    experiment = Experiment(
        id=new_id(),
        name=reading.definition.name,
        owner_id=owner,
        launch_key=launch_key,
        testbed_labels=reading.definition.testbed_labels,
        **lineage._asdict(),
        definition=reading.definition.model_dump(mode="json", by_alias=True),
        definition_yaml=to_yaml(reading.definition),
        is_calibration=is_calibration(reading.definition, plan),
        seed=plan.seed,
        estimate_s=plan.seconds,
        run_names=names_of_runs(planned_row.name for planned_row in plan.runs),
    )
    put_on(experiment, reading.definition, reading.bed)
    session.add(experiment)
    session.flush()
    runs = {run.position: _run(experiment.id, run) for run in plan.runs}
    session.add_all(runs.values())
    session.flush()
    session.add_all(
        Trial(
            id=new_id(),
            experiment_id=experiment.id,
            run_id=runs[trial.run].id,
            round=trial.round + 1,
            position=trial.position + 1,
            repeat=trial.repeat,
            connections=trial.connections,
            rate=trial.rate,
        )
        for trial in plan.trials
    )
    return experiment.id


def _run(experiment_id: str, run: PlannedRun) -> Run:
    return Run(
        id=new_id(),
        experiment_id=experiment_id,
        position=run.position,
        name=run.name,
        variant=run.variant,
        parent=run.parent,
        knobs=dict(run.knobs),
        settings={role: [s.model_dump() for s in settings] for role, settings in run.settings.items()},
        variant_hash=run.variant_hash,
        factors=dict(run.factors) if run.factors else None,
        workload=run.workload.model_dump(mode="json"),
        topology=run.topology,
        is_baseline=run.is_baseline,
        is_control=run.is_control,
    )
