"""Routes of saved comparisons."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Response, status

from backend.comparisons import saved
from backend.comparisons.saved_schemas import SavedChange, SavedIn, SavedOut
from backend.database import SessionDep
from backend.records.comparisons import Comparison

router = APIRouter(prefix="/comparisons", tags=["comparisons"])


@router.get("", response_model=list[SavedOut])
def list_comparisons(
    session: SessionDep,
    q: Annotated[str | None, Query(description="words of the name", max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Sequence[Comparison]:
    """Saved comparisons, the newest change first."""
    return saved.saved(session, q, limit)


@router.post("", status_code=status.HTTP_201_CREATED, response_model=SavedOut)
def save_comparison(body: SavedIn, session: SessionDep) -> Comparison:
    """Save the state of the Compare page under a name; its page is /c/{id}."""
    return saved.save(session, body)


@router.get("/{comparison_id}", response_model=SavedOut)
def get_comparison(comparison_id: str, session: SessionDep) -> Comparison:
    return saved.row(session, comparison_id)


@router.patch("/{comparison_id}", response_model=SavedOut)
def change_comparison(comparison_id: str, body: SavedChange, session: SessionDep) -> Comparison:
    """Rename it, edit its notes, or save a changed state; 409 when somebody else has changed the notes."""
    return saved.change(session, comparison_id, body)


@router.delete("/{comparison_id}", status_code=status.HTTP_204_NO_CONTENT)
def delete_comparison(comparison_id: str, session: SessionDep) -> Response:
    """Delete what was saved; the runs stay."""
    saved.delete(session, comparison_id)
    return Response(status_code=status.HTTP_204_NO_CONTENT)
