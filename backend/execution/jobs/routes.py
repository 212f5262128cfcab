"""The routes on which agents report about jobs."""

import logging

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from agents.contract.jobs import JOB_ID
from agents.contract.reports import Report
from backend.agent_auth import CredentialDep, speaking
from backend.errors import ProblemItem
from backend.execution.jobs import reports
from backend.execution.jobs.plain_values import ReportError
from backend.execution.jobs.report_errors import AgentRoute
from backend.http.error_handlers import Problem, problem_response
from backend.prometheus import REPORTS

LOG = logging.getLogger(__name__)
agent_router = APIRouter(prefix="/agent", tags=["agents"], route_class=AgentRoute)


class Accepted(BaseModel):
    accepted: bool  # False: this job had its report already; nothing was changed


@agent_router.post("/reports", response_model=Accepted)
def post_report(body: Report, credential: CredentialDep) -> Accepted | JSONResponse:
    """Take the report of a job; the first one wins, a repeat gets the same answer.

    A report that its job did not ask for is answered with 422, and the job fails with `bad_report`.
    """
    with speaking(credential) as (session, host):
        job = reports.lock_job(session, host, body.job_id)
        result = reports.take_report(session, host, job, body)
        about = {"job_id": job.id, "host_id": host.id, "experiment_id": job.experiment_id}
    outcome = "refused" if isinstance(result, ReportError) else "taken" if result else "again"
    REPORTS.labels(outcome).inc()
    LOG.info("report %s", outcome, extra=about)
    return _refusal(result) if isinstance(result, ReportError) else Accepted(accepted=result)


class ReadyJob(BaseModel, extra="forbid"):
    job_id: str = Field(pattern=JOB_ID)


@agent_router.post("/ready")
def post_ready(body: ReadyJob, credential: CredentialDep) -> Accepted:
    """Take note that the load tool of a measure job is ready to begin together with those of other hosts."""
    with speaking(credential) as (session, host):
        return Accepted(accepted=reports.take_ready(session, host, body.job_id))


def _refusal(report_error: ReportError) -> JSONResponse:
    """An answer and not an error: that the job failed is to be committed."""
    item = ProblemItem(place=report_error.place, message=report_error.message)
    return problem_response(
        Problem(
            code="bad_report",
            title="Does not match the job",
            status=422,
            detail=f"The report does not fit its job: {report_error}",
            errors=[item],
        )
    )
