"""What is said of a span in which an experiment did not have its hosts."""

from datetime import UTC, datetime

from agents.contract.reports import Failure
from backend.experiments.schemas import Interruption


def test_the_name_of_a_host_stays_as_it_is() -> None:
    failure = Failure(code="host_away", message="load has been offline for 60 s")
    gap = Interruption(began_at=datetime(2026, 11, 27, 12, 9, tzinfo=UTC), ended_at=None, failure=failure)
    assert gap.sentence == "Paused since 27 Nov 2026, 12:09 UTC: load has been offline for 60 s."
