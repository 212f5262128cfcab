"""SQL of looks that saw nothing."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.records.runs import Look

PROFILE = "profile"


def missing(session: Session, run_ids: Collection[str]) -> dict[str, str]:
    """Host id → why it could take no profile of these runs, by its latest look."""
    rows = session.scalars(
        select(Look.missing)
        .where(Look.run_id.in_(run_ids), Look.look == PROFILE, Look.missing.is_not(None))
        .order_by(Look.round, Look.position)
    )
    return {host_id: reason for row in rows if row for host_id, reason in row.items()}
