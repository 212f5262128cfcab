"""A calibration in words. Pure."""

from collections.abc import Iterator, Sequence

from backend.analysis.calibration.disturbances import Disturbance, FarTrial
from backend.analysis.calibration.schemas import EqualsOut
from backend.presentation.changes import percent, percent_size
from backend.presentation.figures import short_percent, span
from backend.presentation.words import capital, join_words, plural
from backend.statistics.starts import StartSpread

FEW_ROUNDS = 12
"""Below, the intervals of the spreads are wider than a factor of two."""
MANY_LEFT_OUT = 0.1
OWN = ("python agents", "python backend", "python worker")


def spread(start_spread: StartSpread) -> str:
    if start_spread.between is None or start_spread.within is None:
        return "There are too few trials to tell starts of a server and trials of one start apart."
    starts = f"{short_percent(start_spread.between)}{_range(start_spread.between_range)}"
    within = f"{short_percent(start_spread.within)}{_range(start_spread.within_range)}"
    if not start_spread.between:
        most = (
            f" (by {short_percent(start_spread.between_range[1])} at most)"
            if start_spread.between_range
            else ""
        )
        return f"Starts of a server differ no more than trials of one start{most}; those differ by {within}."
    return f"Starts of a server differ by {starts}, trials of one start by {within}."


def _range(of: tuple[float, float] | None) -> str:
    return "" if of is None else f" ({short_percent(of[0])} to {short_percent(of[1])})"


def cautions(
    start_spread: StartSpread, rounds: int, planned_n: int, state: str, trials: int, left_out: int
) -> list[str]:
    """`state`: of the experiment; `rounds` that have trials of two runs at least."""
    texts = []
    if state in ("cancelled", "failed"):
        texts.append(
            f"It was {state} after {rounds} of {plural(planned_n, 'round')}: spreads and disturbances are "
            "those of these rounds, no run is called different, and plans do not use it."
        )
    elif state != "finished":
        texts.append(f"{rounds} of {plural(planned_n, 'round')} so far: nothing is called before the end.")
    if start_spread.within is None:
        texts.append(
            "Spreads need starts of a server that are measured in two rounds each: servers: {every: 2}, and "
            "four rounds at least."
        )
    elif rounds < FEW_ROUNDS:
        texts.append(f"With {plural(rounds, 'round')} the intervals of the spreads are wide; 20 are usual.")
    if left_out > MANY_LEFT_OUT * (trials + left_out):
        texts.append(
            f"{left_out} of {trials + left_out} attempts were invalid or failed: the trials below say why. "
            "The noise of those that are left may be smaller than that of all."
        )
    return texts


def equals(runs_called: int, candidates: int, pairs_called: int, pairs: int, by_chance: float) -> str:
    number, verb = str(runs_called) if runs_called else "None", "were" if runs_called > 1 else "was"
    return (
        f"{number} of {candidates} equal runs {verb} called different from the first; in 95 "
        f"of 100 calibrations none is. Of all {plural(pairs, 'pair')} {pairs_called} "
        f"{'has' if pairs_called == 1 else 'have'} a 95% interval without 0; {by_chance:.2g} are expected."
    )


def disturbance(event: Disturbance) -> str:
    often = "" if event.period_s is None else f", about every {span(round(event.period_s))}"
    label = event.name or capital(_label(event.kind, event.name))
    trials = plural(event.trials, "trial")
    slower = f"which were {percent_size(-event.change)} slower than the others"
    much = f"{short_percent(event.share)} of the CPU in {trials}{often}"
    return f"{label} on {event.machine}: {much}, {slower}."


def far(trial: FarTrial) -> str:
    beside = [
        f"{_label(kind, name)} on {machine} at {short_percent(share)}"
        for kind, machine, name, share in trial.beside
        if kind != "others" or all(row[0] != "process" for row in trial.beside)
    ]
    explanation = f" beside {join_words(beside)}" if beside else "; nothing on the machines was unusual"
    return f"{percent(trial.change)}{explanation}"


def _label(kind: str, name: str) -> str:
    return {"others": "other processes", "steal": "steal", "interrupts": "interrupts"}.get(kind, name)


def todo(
    start_spread: StartSpread,
    disturbing: Sequence[Disturbance],
    best_s: float | None,
    length_s: float | None,
    outcome: EqualsOut | None,
) -> Iterator[str]:
    for name in dict.fromkeys(d.name for d in disturbing if d.kind == "process"):
        if name.startswith(OWN):
            yield f"Measure on machines without a dashboard or its tests: {name} is a part of one."
        else:
            yield f"Stop {name} while measuring, or keep it off the measured CPUs."
    if any(d.kind == "others" for d in disturbing):
        yield "See which processes run beside the trials: each run's page names them."
    if any(d.kind == "steal" for d in disturbing):
        yield "Use a machine that is not shared: other guests take CPU time from this one."
    if any(d.kind == "interrupts" for d in disturbing):
        yield "Keep interrupts off the measured CPUs (irq.affinity), or pin nginx and the tool away."
    if start_spread.between and start_spread.within and start_spread.between > start_spread.within / 2:
        yield "Keep new servers for each round (servers: {fresh: round}): one start alone may be lucky."
    if best_s is not None and length_s is not None and best_s < length_s:
        yield (
            f"Take trials of {span(best_s)} instead of {span(length_s)}: more of them show the same change "
            "in less time."
        )
    if outcome is not None and (outcome.called or outcome.pairs_called > 3 * outcome.pairs_expected + 1):
        yield "Calibrate once more: equal runs came out different more often than chance lets expect."
