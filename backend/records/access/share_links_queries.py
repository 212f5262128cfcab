"""SQL of share links."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.orm import Session

from backend.records.access.share_links import ShareLink
from backend.records.comparisons import Comparison
from backend.records.experiments import Experiment
from backend.records.runs import Run

MAX_LISTED = 500


def by_token(session: Session, token_hash: str, now: datetime) -> ShareLink | None:
    """The link with this token that still opens something."""
    return session.scalar(select(ShareLink).where(ShareLink.token_hash == token_hash, *_opens(now)))


def subjects(session: Session, now: datetime) -> Sequence[dict[str, Any]]:
    """What each link that still opens something shows, in the way of a comparison's state."""
    rows = session.execute(select(ShareLink.subject_id, ShareLink.state).where(*_opens(now)))
    return [{"subject": subject} if subject else state or {} for subject, state in rows]


def that_show(session: Session, experiment_id: str, now: datetime) -> int:
    """Number of links that open a result of this experiment."""
    shows = or_(ShareLink.subject_id == experiment_id, ShareLink.rules.has_key(experiment_id))
    return session.scalar(select(func.count()).select_from(ShareLink).where(shows, *_opens(now))) or 0


def _opens(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return ShareLink.revoked_at.is_(None), or_(ShareLink.expires_at.is_(None), ShareLink.expires_at > now)


def link(session: Session, link_id: str) -> ShareLink | None:
    return session.get(ShareLink, link_id)


def newest(session: Session, subject_id: str | None) -> Sequence[ShareLink]:
    """The last ones made, those that open nothing any more included; of one subject where it is named."""
    query = select(ShareLink).order_by(ShareLink.created_at.desc(), ShareLink.id.desc()).limit(MAX_LISTED)
    if subject_id is not None:
        query = query.where(ShareLink.subject_id == subject_id)
    return session.scalars(query).all()


def existing_subjects(session: Session, subject_ids: Collection[str]) -> set[str]:
    """Those of these experiments, runs and saved comparisons that were not deleted."""
    queries = (
        select(Experiment.id).where(Experiment.id.in_(subject_ids)),
        select(Run.id).where(Run.id.in_(subject_ids), Run.deleted_at.is_(None)),
        select(Comparison.id).where(Comparison.id.in_(subject_ids)),
    )
    return {subject for query in queries for subject in session.scalars(query)}


def note_opened(session: Session, link_id: str, now: datetime, before: datetime) -> None:
    """Note a use unless one was noted since `before`: readers write a row once in a while, not each time."""
    is_old = or_(ShareLink.opened_at.is_(None), ShareLink.opened_at < before)
    session.execute(update(ShareLink).where(ShareLink.id == link_id, is_old).values(opened_at=now))
