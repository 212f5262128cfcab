"""Links are made, listed and revoked here."""

from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.errors import require
from backend.ids import new_id
from backend.model_fields import copy_fields
from backend.records.access import share_links_queries as queries
from backend.records.access.share_links import ShareLink
from backend.records.experiments_queries import rules_of
from backend.security import token_hash
from backend.sharing.schemas import Kind, ShareIn, ShareOut
from backend.sharing.subjects import inside_of, page
from backend.sharing.token import new_token


def make(session: Session, share_in: ShareIn, made_by: str, account_id: str | None) -> tuple[ShareLink, str]:
    """A new link and its token, of which only the hash is kept. DynoError for what is not there."""
    inside = inside_of(session, share_in.kind, share_in.id, share_in.state, share_in.as_report)
    token, now = new_token(), datetime.now(UTC)
    row = ShareLink(
        id=new_id(),
        token_hash=token_hash(token),
        kind=share_in.kind,
        as_report=share_in.as_report,
        subject_id=share_in.id,
        state=share_in.state,
        rules=rules_of(session, inside.experiments),
        title=inside.title[:200],
        with_hosts=share_in.with_hosts,
        made_by=made_by[:200],
        account_id=account_id,
        created_at=now,
        expires_at=now + timedelta(days=share_in.days) if share_in.days else None,
    )
    session.add(row)
    session.flush()
    return row, token


def list_links(session: Session, subject_id: str | None) -> list[ShareOut]:
    rows = queries.newest(session, subject_id)
    subjects = queries.existing_subjects(session, {row.subject_id for row in rows if row.subject_id})
    return [link_out(row, row.subject_id is None or row.subject_id in subjects) for row in rows]


def link_out(row: ShareLink, has_subject: bool = True) -> ShareOut:
    now = datetime.now(UTC)
    works = has_subject and row.revoked_at is None and (row.expires_at is None or row.expires_at > now)
    address = page(Kind(row.kind), row.as_report, row.subject_id, row.state)
    return copy_fields(ShareOut, row, works=works, page=address)


def revoke(session: Session, link_id: str) -> ShareLink:
    """It opens nothing from now on; once more changes nothing."""
    row = require(queries.link(session, link_id), f"There is no share link {link_id}")
    row.revoked_at = row.revoked_at or datetime.now(UTC)
    return row
