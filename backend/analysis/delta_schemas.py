"""API models of deltas and of spread."""

from typing import Literal

from pydantic import BaseModel, Field, computed_field

from agents.catalog.metrics import Metric
from backend.analysis.failures.schemas import Failures
from backend.presentation.changes import change_text, exact_change
from backend.presentation.figures import short_percent
from backend.presentation.words import plural, verdict_word
from backend.statistics.estimate import ALPHA

SIZE_WORDS = {
    "at_least": "at least what matters",
    "open": "size open",
    "small": "a real difference, too small to matter",
}


class RoundDot(BaseModel):
    """One round: change against the baseline in that round."""

    round: int
    change: float


class DeltaOut(BaseModel):
    """Candidate against baseline for one metric; 0.1 is +10%."""

    change: float | None
    difference: float | None = Field(None, description="for metrics that can be zero, in the metric's unit")
    low: float | None
    high: float | None
    simultaneous_low: float | None = Field(
        None, description="of the interval that holds for all that is judged together; the verdict's"
    )
    simultaneous_high: float | None = None
    p: float | None
    p_adjusted: float | None = None
    family: int = Field(1, description="candidates that p_adjusted and the simultaneous interval are for")
    metrics: int = Field(
        1, description="in how many metrics `family` counts them: all that are exploratory, where this is"
    )
    exploratory: bool = Field(
        False, description="the metric is none of the headline's questions, and judged with all others alike"
    )
    verdict: Literal["better", "worse", "same", "unclear", "interim", "left_out", "context"] = Field(
        description="interim: none, because the experiment still runs or was cancelled; left_out: none, "
        "because halving eliminated the run, and the figures are those of its rounds until then; context: "
        "none, because the run is of another context, and is the baseline there or has none"
    )
    size: Literal["at_least", "open", "small"] | None = Field(
        None,
        description="of a difference that is clear of chance, beside the smallest one that matters: "
        "at_least: the simultaneous interval lies beyond it; open: it holds it; small: it lies inside. "
        "None: no such difference, any one matters, or rules 1",
    )
    reason: str
    n: int
    method: str
    min_effect: float = Field(
        description="the smallest change that matters here, 0.01 is ±1%; 0 for a metric that can be zero"
    )
    mean_change: float | None = Field(
        None,
        description="the change (or difference) by the mean of all rounds, where a few make it differ",
    )
    far_rounds: list[int] = Field(default_factory=list, description="the rounds that do, by number")
    trials_needed: int | None = None
    by_start: bool = Field(
        False, description="n and trials_needed count starts of servers, each measured in several rounds"
    )
    baseline_mean: float | None = None
    candidate_mean: float | None = None
    suspect: bool = False
    suspect_because: str | None = Field(
        None, description="what was found most often about its trials or the baseline's, where suspect"
    )
    limited: str = Field(
        "",
        description="in few words, where the two sides were limited by different things or by the load tool",
    )
    context: str = Field(
        "",
        description="levels of context that are not those of the workload's baseline",
        examples=["topology direct"],
    )
    against: str = Field("", description="baseline of its context, where that is another run")
    equal_settings: bool = Field(
        False, description="it sets what the baseline sets, so what differs is noise; never the best"
    )
    never_acted: str = Field(
        "",
        description="settings of the run that never acted; of one, with the reason",
        examples=["reuseport never acted: one socket listened"],
    )
    is_idle: bool = Field(False, description="none of the settings in which it differs acted")
    control_alarm: str | None = Field(
        None, description="a sentence if a control beside it came out different from its baseline"
    )
    on_busy_host: bool = Field(
        False,
        description="other programs kept a host busy in most trials; the effect of pinning or workers "
        "depends on which CPUs are free",
    )
    failures: Failures | None = Field(None, description="over all attempts; None under rules 1")
    dots: list[RoundDot] = Field(default_factory=list)

    @computed_field(
        description="the baseline's mean with the change, which follows from the rounds: what a sentence "
        "shows after the arrow, where `candidate_mean` is of the run's own trials",
    )
    @property
    def changed_mean(self) -> float | None:
        if self.baseline_mean is None or not self.is_known:
            return self.candidate_mean
        if self.difference is not None:
            return max(0.0, self.baseline_mean + self.difference)
        return self.baseline_mean * (1 + (self.change or 0.0))

    @computed_field(
        description="in few words, the size, or why the verdict is not what the interval seems to say; and "
        "whether the host was busy"
    )
    @property
    def because(self) -> str:
        return "; ".join(filter(None, (self.own_reason, "on a busy host" if self.on_busy_host else "")))

    @property
    def own_reason(self) -> str:
        """`because` without the host, which a headline says apart."""
        against = f"against {self.against}" if self.against and self.is_known else ""
        return "; ".join(
            filter(
                None, (short_reason(self), "never acted" if self.is_idle and self.is_known else "", against)
            )
        )

    @property
    def interim(self) -> bool:
        return self.verdict == "interim"

    def shown(self, metric: Metric) -> str:
        """The change, or the difference of a metric that can be zero, as exact as its noise lets."""
        return change_text(self.change, self.difference, metric, self.low, self.high)

    def exact(self, metric: Metric) -> str:
        """The same with the digits that a write-up prints."""
        return exact_change(self.change, self.difference, metric)

    @property
    def is_known(self) -> bool:
        """Whether there is a change, or a difference, at all."""
        return self.change is not None or self.difference is not None

    @property
    def is_candidate(self) -> bool:
        """Whether a sentence on all candidates speaks for it; controls are known to the caller."""
        return self.is_known and not (self.is_eliminated or self.is_context or self.equal_settings)

    @property
    def word(self) -> str:
        """The verdict as people read it; “fails more” in place of unclear."""
        if self.verdict == "unclear" and self.failures and self.failures.word == "fails more":
            return self.failures.word
        return verdict_word(self.verdict)

    @property
    def failure_clause(self) -> str:
        """`fails more: 0.12% of requests, baseline 0%`; empty where nothing is to be said."""
        return self.failures.clause if self.failures else ""

    @property
    def is_unjudged(self) -> bool:
        """Whether it has no verdict, for whatever reason."""
        return self.interim or self.is_eliminated or self.is_context

    @property
    def is_context(self) -> bool:
        """Whether it is shown for its context alone."""
        return self.verdict == "context"

    @property
    def is_eliminated(self) -> bool:
        """Whether halving eliminated the run. `dyno` of 0.1.0 counts on this word for `--fail-if`."""
        return self.verdict == "left_out"


def short_reason(delta: DeltaOut) -> str:
    """Size or reason beside the word, so that a word beside an interval never looks like a mistake."""
    return "; ".join(filter(None, (_reason_of_word(delta), _open_failures(delta))))


def _open_failures(delta: DeltaOut) -> str:
    """Shares of failed requests that matter and of which no verdict tells."""
    failures = delta.failures
    if failures is None or failures.clause or delta.change is None or delta.is_unjudged:
        return ""
    more = failures.run.request_share - failures.baseline.request_share
    return f"failures could be chance: {failures.shares}" if more >= delta.min_effect else ""


def _reason_of_word(delta: DeltaOut) -> str:
    if delta.equal_settings and delta.is_known:
        return "same settings as the baseline"
    match delta.verdict:
        case "better" | "worse":
            return "; ".join(
                filter(None, (SIZE_WORDS[delta.size] if delta.size else "", delta.failure_clause))
            )
        case "context":
            return delta.context
        case "left_out":
            return "by halving"  # beside the word “eliminated”
        case "same":
            if delta.size:
                return SIZE_WORDS[delta.size]
            return _too_small(delta) or "all values are equal"
        case "unclear":
            return _why_unclear(delta)
    return ""


def _why_unclear(delta: DeltaOut) -> str:
    if delta.failures and (delta.failures.withholds or delta.failures.word == "fails more"):
        return delta.failures.shares if delta.failures.word else delta.failure_clause
    if delta.n == 0:
        return "nothing to compare"
    if delta.control_alarm:
        return "the control moved as well"
    if delta.p is None or delta.p_adjusted is None:
        return "only one round has both" if delta.method == "paired" else "one trial"
    if delta.p_adjusted < ALPHA:
        return _too_small(delta) or "could be chance"
    if delta.p < ALPHA:
        number = plural(delta.family, "candidate" if delta.metrics == 1 else "verdict")
        return f"could be chance among {number}"
    if delta.low == delta.high:
        return "too few trials, all alike"
    inside = max(abs(delta.simultaneous_low or 0.0), abs(delta.simultaneous_high or 0.0)) <= delta.min_effect
    return "a few rounds say otherwise" if inside and delta.mean_change is not None else "could be chance"


def _too_small(delta: DeltaOut) -> str:
    return f"smaller than what matters here, ±{short_percent(delta.min_effect)}" if delta.min_effect else ""


class SpreadOut(BaseModel):
    cv_a: float | None
    cv_b: float | None
    ratio: float | None = Field(description="spread of B ÷ spread of A")
    p: float | None
    verdict: Literal["steadier", "less_steady", "same", "unclear"]
    reason: str = ""
