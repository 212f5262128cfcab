"""Routes of annotations."""

from typing import Annotated

from fastapi import APIRouter, Query

from backend.annotations import service
from backend.annotations.schemas import ExperimentChange, ExperimentFilter, Kept, TagCount
from backend.database import SessionDep
from backend.execution.launching.reproduce import reproduce
from backend.execution.launching.schemas import ReproduceOut
from backend.experiments.schemas import ExperimentSummary
from backend.identity.principal import PrincipalDep

router = APIRouter(tags=["experiments"])


@router.get("/experiments")
def list_experiments(
    session: SessionDep, filters: Annotated[ExperimentFilter, Query()], principal: PrincipalDep
) -> list[ExperimentSummary]:
    """Experiments that meet all conditions, newest first by default. Archived ones only when asked for."""
    return service.find(session, filters, principal.account_id)


@router.patch("/experiments/{experiment_id}")
def change_experiment(
    experiment_id: str, body: ExperimentChange, session: SessionDep, principal: PrincipalDep
) -> Kept:
    """Name, notes, tags, star, archive. 409 with both texts when somebody else has changed the notes."""
    return service.change(session, experiment_id, body, principal)


@router.get("/experiments/{experiment_id}/reproduce")
def preview_reproduction(
    experiment_id: str,
    session: SessionDep,
    principal: PrincipalDep,
    testbed_id: Annotated[str | None, Query(description="default: where it was measured")] = None,
    same_seed: Annotated[bool, Query(description="trials in the same order")] = False,
) -> ReproduceOut:
    """What has changed in the facts since, what the same definition would do now, and what to launch."""
    return reproduce(session, experiment_id, principal, testbed_id, same_seed)


@router.get("/tags")
def list_tags(session: SessionDep) -> list[TagCount]:
    """All tags with their counts, the most used first."""
    return service.tags(session)
