"""Routes of imports."""

from fastapi import APIRouter, status

from backend.database import SessionDep
from backend.experiments import service as experiments
from backend.experiments.schemas import ExperimentDetail
from backend.imports import service
from backend.imports.schemas import ImportIn

router = APIRouter(tags=["imports"])


@router.post("/imports", status_code=status.HTTP_201_CREATED)
def create_import(body: ImportIn, session: SessionDep) -> ExperimentDetail:
    """A finished experiment from outputs of load tools, or from a published table."""
    return experiments.detail(session, service.save(session, body))
