"""How long what is kept. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from pydantic import BaseModel

from backend.settings import Settings


class What(StrEnum):
    """In the order in which things go."""

    OUTPUTS = "outputs"  # what load tools printed
    SAMPLES = "samples"  # readings of hosts during trials
    EXPERIMENTS = "experiments"  # all of them


@dataclass(frozen=True)
class Policy:
    """Days after the end of an experiment; None: for ever."""

    outputs: int | None = None
    samples: int | None = None
    experiments: int | None = None

    def before(self, subject: What, now: datetime) -> datetime | None:
        """What ended before then may go; None: nothing."""
        days: int | None = getattr(self, subject.value)
        return None if days is None else now - timedelta(days=days)


class Going(BaseModel):
    """What goes of one kind, or would go. `bytes`: as stored, about."""

    what: What
    experiments: int = 0
    bytes: int = 0


def policy_of(settings: Settings) -> Policy:
    return Policy(settings.keep_outputs_days, settings.keep_samples_days, settings.keep_experiments_days)
