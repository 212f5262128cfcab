"""Routes of bisects."""

from fastapi import APIRouter, status

from backend.bisects import service
from backend.bisects.plan import plan_bisect as plan_of_bisect
from backend.bisects.schemas import BisectOut, BisectPlan
from backend.database import SessionDep
from backend.execution.launching.launch_key import LaunchKey
from backend.execution.launching.schemas import ExperimentIn
from backend.identity.principal import PrincipalDep
from backend.records.bisects import bisects_queries

router = APIRouter(prefix="/bisects", tags=["bisects"])


@router.get("")
def list_bisects(session: SessionDep) -> list[BisectOut]:
    """The newest bisects first."""
    return [service.bisect_out(session, row) for row in bisects_queries.newest(session)]


@router.post("/plan")
def plan_bisect(body: ExperimentIn, session: SessionDep, principal: PrincipalDep) -> BisectPlan:
    """Plan a bisect over the variants of a definition, in their order: rounds, time, every error at once."""
    return plan_of_bisect(session, body, principal)


@router.post("", status_code=status.HTTP_201_CREATED)
def launch_bisect(
    body: ExperimentIn, session: SessionDep, principal: PrincipalDep, launch_key: LaunchKey = None
) -> BisectOut:
    """Launch a bisect: the first variant against the last, then halvings, each an ordinary experiment.

    Launched again with the same `Idempotency-Key`, it is the same one.
    """
    return service.bisect_out(session, service.start(session, body, principal, launch_key))


@router.get("/{bisect_id}")
def get_bisect(bisect_id: str, session: SessionDep) -> BisectOut:
    """One bisect with its steps."""
    return service.bisect_out(session, bisects_queries.existing(session, bisect_id))


@router.post("/{bisect_id}/cancel")
def cancel_bisect(bisect_id: str, session: SessionDep, principal: PrincipalDep) -> BisectOut:
    """End it with the experiment that it measures; repeating it changes nothing."""
    return service.bisect_out(session, service.cancel(session, bisect_id, principal))
