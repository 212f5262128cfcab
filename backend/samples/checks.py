"""Which samples of a trial a host may send: of what it was asked to watch, and of that time. Pure."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from agents.contract.reports import SampleBatch
from backend.errors import Forbidden, Invalid

EDGE_S = 120.0
"""A job may begin a minute after it was sent, and the clock of a host may still be off by another."""

KEPT_S = 24 * 3600.0
"""An agent keeps samples for some hours while the API is away; what comes a day later is not that."""

MAX_REAL = 3.4e38  # what a REAL holds
LAST_SEQ = 1_000_000

_SERIES = re.compile(
    r"(?:cpu|softirq)\.[0-9]{1,5}|softirq|steal|context_switches_per_s|load\.cpu"
    r"|irq\.[0-9]{1,5}\.(?:all|res)_per_s|tcp\.[a-z_]{1,40}"
    r"|net\.\S{1,15}\.[rt]x_[a-z]{1,20}_per_s"
    r"|pressure\.(?:cpu|io|memory)|disk\.\S{1,64}\.(?:busy|read_bytes_per_s|written_bytes_per_s)"
    r"|nginx\.(?P<setup>[a-z0-9_-]{1,64})\.[a-z_]{1,40}"
)


@dataclass(frozen=True)
class Asked:
    """What a host was asked to watch of one trial; times in epoch seconds."""

    begin: float  # its first job was sent
    end: float  # its last job had to end
    setups: Collection[str]  # that it was to watch


def check_batch(batch: SampleBatch, watched_trial: Asked | None, now: float) -> None:
    """Forbidden or Invalid for good: an agent resends what failed for another reason."""
    if watched_trial is None:
        raise Forbidden(f"This host was not asked for readings of trial {batch.trial_id}")
    if now > watched_trial.end + KEPT_S:
        raise Forbidden(f"Trial {batch.trial_id} ended more than a day ago")
    if batch.seq > LAST_SEQ:
        raise Invalid.at("seq", f"a trial has at most {LAST_SEQ:,} batches")
    if any(not watched_trial.begin - EDGE_S <= time <= watched_trial.end + EDGE_S for time in batch.times):
        raise Invalid.at("times", "a time is outside the trial")
    for name, values in batch.series.items():
        if not _is_series(name, watched_trial.setups):
            raise Invalid.at("series", f"“{name[:120]}” is not a series of this trial")
        if len(values) != len(batch.times):
            raise Invalid.at(f"series.{name}", "as many values as the batch has times")
        if any(v is not None and not abs(v) <= MAX_REAL for v in values):
            raise Invalid.at(f"series.{name}", "a value is too large")


def _is_series(name: str, setups: Collection[str]) -> bool:
    match = _SERIES.fullmatch(name)
    return bool(match) and name.isprintable() and (match["setup"] is None or match["setup"] in setups)
