"""SQL of own recipes."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select, tuple_, update
from sqlalchemy.orm import Session

from backend.records.recipes.own import OwnRecipe


def latest(session: Session) -> Sequence[OwnRecipe]:
    """The newest version of each, by title; retired ones too."""
    newest = select(OwnRecipe.slug, func.max(OwnRecipe.version)).group_by(OwnRecipe.slug)
    is_newest = tuple_(OwnRecipe.slug, OwnRecipe.version).in_(newest)
    query = select(OwnRecipe).where(is_newest).order_by(OwnRecipe.title, OwnRecipe.slug)
    return session.scalars(query).all()


def versions(session: Session, slug: str) -> Sequence[OwnRecipe]:
    """All of one, the newest first."""
    query = select(OwnRecipe).where(OwnRecipe.slug == slug).order_by(OwnRecipe.version.desc())
    return session.scalars(query).all()


def hold(session: Session) -> None:
    """One save at a time, until the transaction ends: the second sees what the first has written."""
    session.execute(select(func.pg_advisory_xact_lock(func.hashtext("own_recipes"))))


def retire(session: Session, slug: str, at: datetime | None) -> None:
    session.execute(update(OwnRecipe).where(OwnRecipe.slug == slug).values(retired_at=at))
