"""`nginx -t` on the host under test before a launch: asked for, then looked up; nothing is started there."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from agents.contract.jobs import CheckJob, NginxSetup
from agents.contract.reports import Facts, Failure, Report
from agents.contract.states import JobState
from agents.render import setups
from backend.definition.host_access import missing_rights
from backend.definition.placeholders import role_under_test
from backend.definition.server_facts import nginx_base
from backend.errors import Conflict, Invalid, NotFound
from backend.execution.jobs.nginx_refusal import read_complaint
from backend.execution.jobs.sending import send
from backend.execution.launching.request import read_definition
from backend.execution.launching.schemas import CheckOut, ExperimentIn, RefusalOut
from backend.identity.principal import Principal
from backend.planning.plan import PlannedRun, runs_of
from backend.records import jobs_queries
from backend.records.experiments import JobRow
from backend.records.hosts import Host
from backend.records.job_purpose import JobPurpose

STAND_IN_BACKENDS = ["127.0.0.1:21001", "127.0.0.1:21002"]  # addresses, as nginx would look names up
CHECK_BASE_S, CHECK_TEXT_S = 10.0, 0.5


def start(session: Session, body: ExperimentIn, principal: Principal) -> CheckOut:
    """Send every distinct nginx.conf of a plan to its host; Conflict when that host is offline.

    Invalid for a text that whoever asks may not have a host read.
    """
    reading = read_definition(session, body, principal)
    if missing := missing_rights(reading.definition, principal.can_reach_hosts):
        raise Invalid("This definition cannot be checked by you: see the errors", missing)
    runs = runs_of(reading.definition)
    direct = all(run.topology == "direct" for run in runs)
    role: Role = "backend" if direct else "proxy"  # where variants differ; the text of a backend is our own
    host = reading.bed.hosts[role]
    if not host.online:
        raise Conflict(f"{host.name} is offline, so its nginx cannot check anything")
    work = CheckJob(setups=_texts(runs, role, Facts.model_validate(host.facts)))
    job = send(session, host, work, JobPurpose.CHECK, CHECK_BASE_S + CHECK_TEXT_S * len(work.setups))
    return _out(job, host)


def _texts(runs: Sequence[PlannedRun], role: Role, facts: Facts) -> list[NginxSetup]:
    """One setup for each distinct text and server, named after the first run that has them."""
    setup_of: dict[tuple[str, str | None], NginxSetup] = {}
    for run in runs:
        if role_under_test(run.topology) != role:
            continue
        count = int(run.knobs.get("origin.instances", 1))
        backends = (STAND_IN_BACKENDS * count)[:count]
        base = nginx_base(run.knobs, role, {role: facts})
        setup = setups(run.knobs, run.topology, backends, nginx_base=base).get(role)
        if setup:  # the user's own server has none
            setup_of.setdefault(
                (setup.conf, setup.server), setup.model_copy(update={"key": f"run-{run.position}"})
            )
    return list(setup_of.values())


def look_up(session: Session, check_id: str) -> CheckOut:
    """Look up the state of a check."""
    job = jobs_queries.job(session, check_id)
    if job is None or job.purpose != JobPurpose.CHECK:
        raise NotFound(f"There is no check {check_id}")
    return _out(job, session.get_one(Host, job.host_id))


def _out(job: JobRow, host: Host) -> CheckOut:
    problems = _problems(job)
    is_ended = JobState(job.state).is_final
    state = "running" if not is_ended else "failed" if problems else "passed"
    return CheckOut(
        id=job.id, state=state, host=host.name, checked=len(job.work["setups"]), problems=problems
    )


def _problems(job: JobRow) -> list[RefusalOut]:
    if job.failure:
        return [RefusalOut(place="", message=job.failure["message"], text="")]
    if not job.report:
        return []
    texts = {setup["key"]: setup["conf"] for setup in job.work["setups"]}
    setups = Report.model_validate(job.report).setups
    return [_refusal(s.key, s.failure, texts.get(s.key, "")) for s in setups if s.failure]


def _refusal(key: str, failure: Failure, conf: str) -> RefusalOut:
    """nginx's complaint without the file that it names, whose lines begin as those of the text do."""
    complaint = read_complaint(key, failure.message, conf)
    return RefusalOut(place=f"runs[{key.removeprefix('run-')}]", **complaint._asdict())
