"""SQL of diagnostics that saw nothing."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.records.runs import Diagnostic

PROFILE = "profile"


def missing(session: Session, run_ids: Collection[str]) -> dict[str, str]:
    """Host id → why it could take no profile of these runs, by its latest diagnostic."""
    rows = session.scalars(
        select(Diagnostic.missing)
        .where(
            Diagnostic.run_id.in_(run_ids), Diagnostic.diagnostic == PROFILE, Diagnostic.missing.is_not(None)
        )
        .order_by(Diagnostic.round, Diagnostic.position)
    )
    return {host_id: reason for row in rows if row for host_id, reason in row.items()}
