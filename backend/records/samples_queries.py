"""SQL of samples."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.records.samples import SampleSeries


def series_of(session: Session, trial_id: str) -> Sequence[SampleSeries]:
    """Every series of a trial, by host and name."""
    query = select(SampleSeries).where(SampleSeries.trial_id == trial_id)
    return session.scalars(query.order_by(SampleSeries.host_id, SampleSeries.series)).all()
