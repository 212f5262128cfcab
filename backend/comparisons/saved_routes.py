"""Routes of saved comparisons."""

from typing import Annotated

from fastapi import APIRouter, Query, status

from backend.comparisons import saved
from backend.comparisons.schemas import SavedChange, SavedFilter, SavedIn, SavedOut
from backend.database import SessionDep
from backend.identity.principal import PrincipalDep

router = APIRouter(prefix="/comparisons", tags=["comparisons"])


@router.get("")
def list_comparisons(
    session: SessionDep, filters: Annotated[SavedFilter, Query()], principal: PrincipalDep
) -> list[SavedOut]:
    """Saved comparisons, the newest change first."""
    return saved.list_saved(session, filters, principal.account_id)


@router.post("", status_code=status.HTTP_201_CREATED)
def save_comparison(body: SavedIn, session: SessionDep, principal: PrincipalDep) -> SavedOut:
    """Save the state of the Compare page under a name; its page is /c/{id}."""
    return saved.saved_out(session, saved.save(session, body, principal))


@router.get("/{comparison_id}")
def get_comparison(comparison_id: str, session: SessionDep) -> SavedOut:
    return saved.saved_out(session, saved.row(session, comparison_id))


@router.patch("/{comparison_id}")
def change_comparison(
    comparison_id: str, body: SavedChange, session: SessionDep, principal: PrincipalDep
) -> SavedOut:
    """Rename it, edit its notes, or save a changed state; 409 when somebody else has changed the notes."""
    return saved.saved_out(session, saved.change(session, comparison_id, body, principal))


@router.delete("/{comparison_id}", status_code=status.HTTP_204_NO_CONTENT)
def delete_comparison(comparison_id: str, session: SessionDep, principal: PrincipalDep) -> None:
    """Delete what was saved; the runs stay."""
    saved.delete(session, comparison_id, principal)
