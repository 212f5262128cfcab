"""SQL of the audit log."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.records.audit.entries import AuditEntry


def newest(
    session: Session,
    most: int,
    before: int | None,
    act: str | None,
    account_id: str | None,
    since: datetime | None,
    until: datetime | None,
) -> Sequence[AuditEntry]:
    """Entries for which all that is given holds, the newest first."""
    conditions = [
        *([AuditEntry.id < before] if before else []),
        *([AuditEntry.act == act] if act else []),
        *([AuditEntry.account_id == account_id] if account_id else []),
        *([AuditEntry.at >= since] if since else []),
        *([AuditEntry.at < until] if until else []),
    ]
    query = select(AuditEntry).where(*conditions).order_by(AuditEntry.id.desc())
    return session.scalars(query.limit(most)).all()
