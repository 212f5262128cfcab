"""The route on which agents report about jobs."""

from fastapi import APIRouter
from pydantic import BaseModel

from agents.contract.reports import Report
from backend.agent_auth import AgentDep
from backend.database import SessionDep
from backend.experiments.jobs import reports

agent_router = APIRouter(prefix="/agent", tags=["agents"])


class Accepted(BaseModel):
    accepted: bool  # False: this job had its report already; nothing was changed


@agent_router.post("/reports")
def post_report(body: Report, host: AgentDep, session: SessionDep) -> Accepted:
    """Take the report of a job; the first one wins, a repeat gets the same answer."""
    return Accepted(accepted=reports.take_report(session, host, body))
