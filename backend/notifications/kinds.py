"""What notices are about, where they go, and when they are sent again. Pure."""

from collections.abc import Collection
from datetime import timedelta
from enum import StrEnum

from agents.contract.states import ExperimentState


class NoticeKind(StrEnum):
    """What a receiver can ask for, and what each notice is."""

    FINISHED = "finished"
    FAILED = "failed"
    WORSE = "worse"  # ended with a candidate that is worse
    NEEDS_RESTORE = "needs_restore"
    TEST = "test"


class NoticeWay(StrEnum):
    """How a notice goes to a receiver."""

    WEBHOOK = "webhook"
    SLACK = "slack"
    MAIL = "mail"


class DeliveryState(StrEnum):
    """Of a delivery."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"


_PAUSES_S = (10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600)
MAX_TRIES = len(_PAUSES_S) + 1
"""The last one about nine hours after the first."""


def kinds_of_end(state: str, verdicts: Collection[str]) -> list[NoticeKind]:
    """What an ended experiment is told as, the most telling first; nothing for one that was cancelled."""
    worse = [NoticeKind.WORSE] if "worse" in verdicts else []
    if state == ExperimentState.FAILED:
        return [NoticeKind.FAILED, *worse]
    return [*worse, NoticeKind.FINISHED] if state == ExperimentState.FINISHED else []


def pause_after(tries: int) -> timedelta | None:
    """How long to wait after so many tries that failed; None: no longer."""
    return timedelta(seconds=_PAUSES_S[tries - 1]) if tries < MAX_TRIES else None
