"""Messages of agents in a form that this dashboard does not know: counted, said, and their jobs failed.

Without that a job whose report was refused would stay open until it is overdue.
"""

from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from agents.contract.reports import Failure
from agents.contract.states import JobState
from backend import __version__
from backend.database import transaction
from backend.events import publish_after_commit
from backend.execution.jobs.reports import close
from backend.records import hosts_queries, jobs_queries
from backend.records.host_availability import why_unavailable
from backend.records.hosts import Host
from backend.security import bearer_of, token_hash

_MAX_LENGTH = 200
_WHAT = {"reports": "report", "heartbeat": "heartbeat", "enrol": "enrolment", "samples": "samples"}


class AgentRoute(APIRoute):
    """A route for agents that notes what it refuses."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def noting(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                await run_in_threadpool(_note, request, error)
                raise

        return noting


def _note(request: Request, error: RequestValidationError) -> None:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    reason = _plain(f"{place}: {first['msg']}" if place else first["msg"])
    token = bearer_of(request)
    with transaction() as session:
        host = hosts_queries.by_token_hash(session, token_hash(token)) if token else None
        if host is None:
            return
        kind = _WHAT.get(request.url.path.rsplit("/", 1)[-1], "message")
        count_refusal(session, host, kind, reason, error.body)


def count_refusal(session: Session, host: Host, kind: str, reason: str, body: Any) -> None:
    """Count a message of a host that was refused; the job that it was about fails at once."""
    count = (host.report_error or {}).get("count", 0) + 1
    host.report_error = {"what": kind, "why": reason, "count": count, "at": datetime.now(UTC).isoformat()}
    if count & (count - 1) == 0:  # the 1st, 2nd, 4th …: a flood of them is no flood of events
        publish_after_commit(session, {"type": "host", "host_id": host.id})
    job_id = body.get("job_id") if kind == "report" and isinstance(body, dict) else None
    if not isinstance(job_id, str) or not job_id.isascii() or not job_id.isprintable():
        return
    job = jobs_queries.job(session, job_id, lock=True)
    if job is not None and job.host_id == host.id and not JobState(job.state).is_final:
        advice = why_unavailable(host) or f"its agent is {host.version}, this dashboard {__version__}"
        text = f"the report of {host.name} does not fit this dashboard ({reason}); {advice}"
        close(session, job, Failure(code="bad_report", message=text, host=host.name).model_dump())


def _plain(text: str) -> str:
    return "".join(c for c in text if c.isprintable())[:_MAX_LENGTH]
