"""API model of how often a run fails beside its baseline. Pure."""

from pydantic import BaseModel, Field, computed_field

from backend.presentation.figures import count, short_percent
from backend.presentation.words import plural
from backend.statistics.failures import Word


class FailureShare(BaseModel):
    """Attempts of one run, valid or not, without those that the host or lost contact spoiled."""

    attempts: int
    dropped_attempts: int = Field(description="attempts that do not count, for reasons of the run itself")
    requests: float = Field(description="of all these attempts, as far as the load tool counted them")
    failed_requests: float

    @property
    def dropped_share(self) -> float:
        return self.dropped_attempts / self.attempts if self.attempts else 0.0

    @property
    def request_share(self) -> float:
        return self.failed_requests / self.requests if self.requests else 0.0


class Failures(BaseModel):
    """Failures over all attempts, against the baseline's; the units of the test are rounds."""

    run: FailureShare
    baseline: FailureShare
    p: float | None = Field(
        default=None, description="two-sided mid-p; None without a failure on either side"
    )
    p_adjusted: float | None = None
    word: Word = Field(default="", description="“fails more” or “fails less” where that is clear of chance")
    withholds: bool = Field(
        default=False, description="the verdict would be better or the same, which failures do not allow"
    )
    mean_change: float | None = Field(
        default=None,
        description="change (or difference) by the mean of all attempts that have a figure, where verdicts "
        "are withheld; failed requests are no throughput in it",
    )

    @computed_field(
        description="in words; empty where the run does not fail more or less and nothing is withheld",
        examples=["fails more: 0.12% of requests, baseline 0%"],
    )
    @property
    def clause(self) -> str:
        if not (self.word or self.withholds):
            return ""
        return f"{self.word or 'some attempts failed'}: {self.shares}"

    @property
    def shares(self) -> str:
        """Share of requests, else of attempts, beside the baseline's."""
        run, baseline = self.run, self.baseline
        if run.failed_requests or baseline.failed_requests:
            share, beside = _share(run.request_share), _share(baseline.request_share)
            return f"{share} of requests, baseline {beside}"
        of_baseline = f"{count(baseline.dropped_attempts)} of {count(baseline.attempts)}"
        return f"{count(run.dropped_attempts)} of {plural(run.attempts, 'attempt')}, baseline {of_baseline}"


def _share(share: float) -> str:
    return short_percent(share) if share else "0%"
