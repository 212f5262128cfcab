"""`nginx -t` on the host under test before a launch: asked for, then looked up; nothing is started there."""

from sqlalchemy.orm import Session

from agents.contract.jobs import CheckJob, NginxSetup
from agents.contract.reports import Report
from agents.contract.states import JobState, Role
from agents.render import setups
from backend.errors import Conflict, NotFound, ProblemItem
from backend.experiments.definition.stand_ins import role_under_test
from backend.experiments.jobs.sending import send
from backend.experiments.launching.request import read_definition
from backend.experiments.launching.schemas import CheckOut, ExperimentIn
from backend.experiments.planning.plan import Plan, make_plan
from backend.records import jobs_queries
from backend.records.experiments import JobRow
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose

STAND_IN_BACKENDS = ["127.0.0.1:21001", "127.0.0.1:21002"]  # addresses, as nginx would look names up
CHECK_BASE_S, CHECK_TEXT_S = 10.0, 0.5


def start(session: Session, body: ExperimentIn) -> CheckOut:
    """Send every distinct nginx.conf of a plan to its host; Conflict when that host is offline."""
    reading = read_definition(session, body)
    plan = make_plan(reading.definition, seed=0)
    direct = all(run.topology == "direct" for run in plan.runs)
    role: Role = "backend" if direct else "proxy"  # where variants differ; the text of a backend is our own
    host = reading.hosts[role]
    if not host.online:
        raise Conflict(f"{host.name} is offline, so its nginx cannot check anything")
    work = CheckJob(setups=_texts(plan, role))
    job = send(session, host, work, JobPurpose.CHECK, CHECK_BASE_S + CHECK_TEXT_S * len(work.setups))
    return _out(job, host)


def _texts(plan: Plan, role: Role) -> list[NginxSetup]:
    """One setup for each distinct text, named after the first run that has it."""
    found: dict[str, NginxSetup] = {}
    for run in plan.runs:
        if role_under_test(run.topology) != role:
            continue
        count = int(run.knobs.get("origin.instances", 1))
        backends = (STAND_IN_BACKENDS * count)[:count]
        setup = setups(run.knobs, run.topology, backends).get(role)
        if setup:  # the user's own server has none
            found.setdefault(setup.conf, setup.model_copy(update={"key": f"run-{run.position}"}))
    return list(found.values())


def look_up(session: Session, check_id: str) -> CheckOut:
    """Where a check stands."""
    job = jobs_queries.job(session, check_id)
    if job is None or job.purpose != JobPurpose.CHECK:
        raise NotFound(f"There is no check {check_id}")
    return _out(job, session.get_one(Host, job.host_id))


def _out(job: JobRow, host: Host) -> CheckOut:
    problems = _problems(job)
    ended = JobState(job.state).is_final
    state = "running" if not ended else "failed" if problems else "passed"
    return CheckOut(
        id=job.id, state=state, host=host.name, checked=len(job.work["setups"]), problems=problems
    )


def _problems(job: JobRow) -> list[ProblemItem]:
    if job.failure:
        return [ProblemItem(place="", message=job.failure["message"])]
    if not job.report:
        return []
    return [
        ProblemItem(
            place=f"runs[{s.key.removeprefix('run-')}]",
            message=f"{s.failure.message} {s.failure.log}".strip(),
        )
        for s in Report.model_validate(job.report).setups
        if s.failure
    ]
