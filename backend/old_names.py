"""Routes under their names of 0.1.0, with the answers of then, until 0.2.0. The schema does not list them."""

from typing import Any

from fastapi import APIRouter

from backend.database import SessionDep
from backend.diagnostics.results.trials import loading as diagnostic_results

router = APIRouter(include_in_schema=False)


@router.get("/experiments/{experiment_id}/looks")
def get_looks(experiment_id: str, session: SessionDep) -> dict[str, Any]:
    """The diagnostics of an experiment."""
    answer = diagnostic_results.load_diagnostics(session, experiment_id).model_dump(mode="json")
    return {"looks": answer.pop("diagnostics"), **answer}
