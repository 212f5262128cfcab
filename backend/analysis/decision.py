"""When rounds may end: every candidate better, worse or the same at one of a few interim analyses, or hardly
to become so in the rounds that are left. Such a candidate is measured no further. Pure.

Each interim analysis costs a share of the 5%, so there are few; which ones is known before the first trial.
The control is not waited for: it is the baseline once more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, Field

from agents.catalog.metrics import METRICS
from backend.analysis.precision import MAX_NAMES, LeftOut, left_out_sentence
from backend.definition.model import UntilDecided
from backend.definition.stopping_rule import MAIN_METRIC, rule_of
from backend.presentation.words import few, join_words, plural
from backend.statistics.group_sequential import analysis_rounds

MAX_ANALYSES = 9
UNTIL_PRECISE = "It was asked for until precise, which is until decided now."
Rule = Literal["decided", "hopeless", "most", "unmeasurable"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an interim analysis says of one. `n`: rounds with a valid trial of it and of the baseline;
    `failure`: why its run cannot be measured any more; `may_leave`: more rounds would hardly decide it, or an
    earlier analysis measured it no further; `open_in`: nouns of the questions that are open where another is
    decided."""

    run_id: str
    name: str
    is_decided: bool
    n: int
    failure: str | None = None
    may_leave: bool = False
    open_in: tuple[str, ...] = ()


class Undecided(BaseModel):
    run_id: str
    name: str
    has_left: bool = Field(False, description="more rounds would hardly decide it: measured no further")
    open_in: list[str] = Field(
        default_factory=list, description="questions that are open, where another one is decided"
    )

    @property
    def words(self) -> str:
        """`tuned`, or `tuned (CPU a request)` where it is decided in the other question."""
        return f"{self.name} ({join_words(self.open_in)})" if self.open_in else self.name


class Decision(BaseModel):
    """What the last interim analysis came to, and which rule ended the rounds."""

    least: int = Field(description="rounds at the first interim analysis")
    most: int
    analyses: list[int] = Field(
        description="whole rounds after which an interim analysis is made; the last is the end"
    )
    rounds: int = Field(description="whole ones at the last interim analysis; 0 before the first")
    rule: Rule | None = Field(description="what ended them; None: nothing yet")
    candidates: int = Field(description="of all workloads, without controls and those left out")
    undecided: list[Undecided]
    left_out: list[LeftOut]
    instead_of: Literal["precise"] | None = Field(
        default=None, description="precise: the definition asked for trials until precise"
    )


def analyses_of(definition: Mapping[str, Any]) -> tuple[int, ...]:
    """Rounds at each interim analysis that a stored definition plans; none where verdicts do not decide the
    number of rounds."""
    rule = rule_of(definition)
    return analysis_rounds(rule.min, rule.max) if rule else ()


def last_analysis(rule: UntilDecided, whole_rounds: int) -> int:
    """The last interim analysis that so many whole rounds are enough for; 0 before the first."""
    return max((at for at in analysis_rounds(rule.min, rule.max) if at <= whole_rounds), default=0)


def next_analysis(rule: UntilDecided, round_now: int) -> int:
    """The first interim analysis that this round or a later one brings."""
    return next((at for at in analysis_rounds(rule.min, rule.max) if at >= round_now), rule.max)


def decide(rule: UntilDecided, rounds: int, candidates: Iterable[Candidate]) -> Decision:
    """What an interim analysis after so many whole rounds comes to."""
    all_candidates = list(candidates)
    hopeless = [c for c in all_candidates if c.failure is not None or (rounds >= rule.min and c.n == 0)]
    waited_for = [c for c in all_candidates if c not in hopeless]
    open_candidates = [c for c in waited_for if not c.is_decided or not rounds]
    return Decision(
        least=rule.min,
        most=rule.max,
        analyses=list(analysis_rounds(rule.min, rule.max)),
        rounds=rounds,
        rule=_end_rule(rule, rounds, waited_for, open_candidates),
        candidates=len(waited_for),
        undecided=[
            Undecided(
                run_id=c.run_id, name=c.name, has_left=bool(rounds) and c.may_leave, open_in=list(c.open_in)
            )
            for c in open_candidates
        ],
        left_out=[
            LeftOut(metric=MAIN_METRIC, run_id=c.run_id, name=c.name, why=_hopeless_reason(c))
            for c in hopeless
        ],
        instead_of=rule.instead_of,
    )


def _hopeless_reason(candidate: Candidate) -> str:
    if candidate.failure is not None:
        return f"it could not be measured: {candidate.failure}"
    return f"no round has a valid {METRICS[MAIN_METRIC].label} of it and the baseline"


def _end_rule(
    rule: UntilDecided, rounds: int, waited_for: Sequence[Candidate], open_candidates: Sequence[Candidate]
) -> Rule | None:
    if rounds < rule.min:
        return None
    if not waited_for:
        return "unmeasurable"
    if not open_candidates:
        return "decided"
    if rounds >= rule.max:
        return "most"
    return "hopeless" if all(c.may_leave for c in open_candidates) else None


# ---- in words ------------------------------------------------------------------------------------


def sentence(decision: Decision, is_open: bool = False) -> str:
    """“Ended after 18 of at most 40 rounds: every candidate is decided”; `is_open`: it still runs."""
    notice = f" {UNTIL_PRECISE}" if decision.instead_of else ""
    return _describe(decision, is_open).rstrip() + left_out_sentence(decision.left_out) + notice


def _describe(decision: Decision, is_open: bool) -> str:
    rounds = plural(decision.rounds, "round")
    match decision.rule:
        case "decided":
            at = f"{decision.rounds} of at most {plural(decision.most, 'round')}"
            subject = "the candidate is" if decision.candidates == 1 else "every candidate is"
            return f"Ended after {at}: {subject} decided. {_analyses_note(decision)}"
        case "most":
            names = _names(decision)
            return f"Ended at the maximum of {rounds}; not decided: {names}. {_analyses_note(decision)}"
        case "hopeless":
            at = f"{decision.rounds} of at most {plural(decision.most, 'round')}"
            names = _names(decision)
            return f"Ended after {at}: more rounds would hardly decide {names}. {_analyses_note(decision)}"
        case "unmeasurable":
            return f"Ended after {rounds}: no candidate could be measured."
    if not is_open:
        return (
            f"Stopped before it was decided; the last interim analysis was after {rounds}."
            if decision.rounds
            else ("Stopped before the first interim analysis.")
        )
    if not decision.rounds:
        return f"Ends when every candidate is decided; analysed after {_analyses(decision)} rounds."
    coming = next((at for at in decision.analyses if at > decision.rounds), decision.most)
    decided_count = decision.candidates - len(decision.undecided)
    leavers = [candidate.words for candidate in decision.undecided if candidate.has_left]
    left_note = f" More rounds would hardly decide {few(leavers, MAX_NAMES)}." if leavers else ""
    return (
        f"After {rounds} {decided_count} of {plural(decision.candidates, 'candidate')} "
        f"{'was' if decided_count == 1 else 'were'} decided; the next interim analysis is after {coming}, "
        f"the last after {decision.most}.{left_note}"
    )


def _analyses_note(decision: Decision) -> str:
    """Explain why intervals are wider than those of a fixed number of rounds."""
    if len(decision.analyses) < 2:
        return ""
    return f"Verdicts and intervals count the {len(decision.analyses)} interim analyses that were planned."


def _analyses(decision: Decision) -> str:
    return join_words([str(at) for at in decision.analyses], MAX_ANALYSES)


def _names(decision: Decision) -> str:
    return few([candidate.words for candidate in decision.undecided], MAX_NAMES)
