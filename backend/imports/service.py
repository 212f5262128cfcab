"""Imports: outputs and tables from other sources become a finished experiment."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState, RunState, TrialState
from agents.parse import NotAReport
from agents.parse.parts import Part, parts
from backend.analysis import stored_headlines
from backend.audit.log import Act, record
from backend.definition.model import Definition
from backend.definition.writer import to_yaml
from backend.errors import Invalid, NotFound, ProblemItem
from backend.events import publish_after_commit
from backend.identity.principal import Principal
from backend.ids import new_id
from backend.imports import example as shipped
from backend.imports.example import TAG
from backend.imports.plan import ImportedRun, Refused, plan_import, rounds_of
from backend.imports.schemas import ImportIn, TextOut
from backend.imports.trials import ImportedTrial, of_figures, of_part
from backend.records import experiments_queries, imports_queries
from backend.records.experiments import Experiment, names_of_runs
from backend.records.imports import ImportText
from backend.records.notes import write_notes
from backend.records.origin import Origin
from backend.records.runs import Run, Trial

WRONG = "This cannot be imported yet: see the errors"
Trials = dict[tuple[int, int], ImportedTrial]
"""(number of the run, number of the trial) → what goes into its row."""


def save(session: Session, body: ImportIn, principal: Principal) -> str:
    """The id of the new experiment; Invalid with every problem and its place."""
    try:
        definition, runs = plan_import(body)
        trials = _trials(body, runs)
    except Refused as refusal:
        message = refusal.problems[0].message if len(refusal.problems) == 1 else WRONG
        raise Invalid(message, refusal.problems) from None
    experiment = _experiment(definition, body, names_of_runs(run.name for run in runs))
    experiment.owner_id = principal.account_id
    if body.notes:
        write_notes(session, experiment, body.notes, principal.account_id)
    session.add(experiment)
    session.flush()
    for i, text in enumerate(body.texts):
        row = ImportText(id=new_id(), experiment_id=experiment.id, position=i, name=text.name, text=text.text)
        session.add(row)
    _write_runs(session, experiment, runs, body, trials)
    session.flush()
    stored_headlines.keep(session, experiment)
    record(session, principal, Act.IMPORTED, experiment.id, experiment.name)
    publish_after_commit(session, {"type": "experiment", "experiment_id": experiment.id})
    return experiment.id


def example(session: Session, principal: Principal) -> str:
    """The id of the example's experiment, which is made where there is none."""
    imports_queries.hold_example(session)
    existing_id = imports_queries.experiment_tagged(session, TAG)
    if existing_id is not None:
        return existing_id
    experiment_id = save(session, shipped.example(), principal)
    experiments_queries.existing(session, experiment_id).tags = [TAG]
    return experiment_id


def _experiment(definition: Definition, body: ImportIn, run_names: str) -> Experiment:
    now = datetime.now(UTC)
    return Experiment(
        id=new_id(),
        name=body.name,
        testbed_id=None,
        origin=Origin.IMPORTED.value,
        definition=definition.model_dump(mode="json", by_alias=True),
        definition_yaml=to_yaml(definition),
        seed=0,
        estimate_s=0.0,
        state=ExperimentState.FINISHED,
        finished_at=now,
        run_names=run_names,
        facts={},
    )


def _trials(body: ImportIn, runs: list[ImportedRun]) -> Trials:
    read: dict[int, list[Part]] = {}
    problems: list[ProblemItem] = []
    trials: Trials = {}
    for run in runs:
        for k, trial in enumerate(body.runs[run.number].trials):
            place = f"runs[{run.number}].trials[{k}]"
            if trial.figures is not None:
                trials[run.number, k] = of_figures(trial.figures, run.workload, body.allowed_failures)
                continue
            part = _part(body, read, trial.text or 0, trial.report)
            if isinstance(part, str):
                problems.append(ProblemItem(place=place, message=part))
            elif part.report is None:
                problems.append(ProblemItem(place=place, message=part.problem or "there is no report"))
            else:
                trials[run.number, k] = of_part(part, part.report, run.workload, body.allowed_failures)
    if problems:
        raise Refused(problems)
    return trials


def _part(body: ImportIn, read: dict[int, list[Part]], text: int, report: int) -> Part | str:
    """A text's report by its number, each text read once; what is wrong as a sentence."""
    if text not in read:
        try:
            read[text] = parts(body.texts[text].text)
        except NotAReport as error:
            return f"{body.texts[text].name}: {error.reason}"
    count = len(read[text])
    if report >= count:
        return f"{body.texts[text].name} holds reports 0 to {count - 1}, and no {report}"
    return read[text][report]


def _write_runs(
    session: Session, experiment: Experiment, runs: list[ImportedRun], body: ImportIn, trials: Trials
) -> None:
    position = 0
    ids: dict[int, str] = {}
    for i, run in enumerate(runs):
        ids[run.number] = new_id()
        session.add(_run(experiment.id, ids[run.number], i, run))
    session.flush()
    for run in runs:
        for k, number in enumerate(rounds_of(body.runs[run.number])):
            position += 1
            row = _trial(experiment.id, ids[run.number], number, position, trials[run.number, k])
            session.add(row)


def _run(experiment_id: str, run_id: str, position: int, run: ImportedRun) -> Run:
    return Run(
        id=run_id,
        experiment_id=experiment_id,
        position=position,
        name=run.name,
        variant=run.variant,
        parent=run.parent,
        knobs=run.knobs,
        described=run.described,
        variant_hash=run.variant_hash,
        factors=run.factors or None,
        workload=run.workload.model_dump(mode="json"),
        topology=run.topology,
        is_baseline=run.is_baseline,
        is_control=run.is_control,
        state=RunState.READY,
    )


def _trial(experiment_id: str, run_id: str, number: int, position: int, trial: ImportedTrial) -> Trial:
    return Trial(
        id=new_id(),
        experiment_id=experiment_id,
        run_id=run_id,
        round=number,
        position=position,
        state=TrialState.INVALID if trial.is_invalid else TrialState.DONE,
        findings=[f.model_dump() for f in trial.findings],
        figures=trial.figures,
        errors=trial.errors,
        warnings=trial.warnings,
        argv=trial.argv,
        tool_version=trial.tool_version,
        stdout=trial.stdout,
        stderr="" if trial.stdout is not None else None,
    )


def texts(session: Session, experiment_id: str) -> list[TextOut]:
    """What an experiment was imported from, in the order given; nothing for one that was measured."""
    experiments_queries.existing(session, experiment_id)
    rows = imports_queries.texts_of(session, experiment_id)
    return [TextOut(number=number, name=name, characters=size) for number, name, size in rows]


def text(session: Session, experiment_id: str, number: int) -> str:
    """One of them, whole."""
    content = imports_queries.text(session, experiment_id, number)
    if content is None:
        raise NotFound(f"The experiment {experiment_id} has no imported text {number}")
    return content
