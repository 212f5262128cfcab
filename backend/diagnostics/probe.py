"""What a probe moved: a diagnostic with other connections or threads, against one with the run's own load.

What moves the rate was the limit; what does not was not, where the trials are alike enough to see half of
what a limit would have given. Both are of one round, because a machine of
some minutes later is another one. Each is a single trial, so a change is clear only where two single trials
of the run differ by as much in 1 of 60 cases: one of a run's three probes is wrong in 1 of 20. Pure.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import special

from agents.contract.diagnostics import DiagnosticKind
from backend.presentation.changes import percent, percent_size
from backend.presentation.figures import whole_percent
from backend.statistics.rules import RULES_2

MIN_TRIALS = 3
"""Of a run: the spread of fewer says nothing."""
COARSE = 0.125
"""Half of what a probe changes: where single trials vary by more, a probe that moved nothing says nothing."""
_SURE = 1 - 0.05 / 3 / 2


@dataclass(frozen=True)
class Probed:
    """One probe. `was` and `now`: connections, or threads of the load tool. `rate`: requests a second."""

    kind: DiagnosticKind
    was: int
    now: int
    rate: float | None


@dataclass(frozen=True)
class Moved:
    """`change` of the rate, 0.1 is +10%; `range`: two trials of the run differ by this share at most."""

    probe: Probed
    change: float | None
    range: float | None
    is_clear: bool
    sentence: str


def compare_probe(probe: Probed, beside: float | None, trials: Sequence[float]) -> Moved:
    """One probe against the rate of the diagnostic `beside` it, with the run's own load.

    `trials`: rates of the run's valid trials.
    """
    cause = _cause(probe)
    usable = [rate for rate in trials if rate > 0]
    if not probe.rate or not beside:
        return Moved(probe, None, None, False, f"{cause}: no rate to compare.")
    change = probe.rate / beside - 1
    if len(usable) < MIN_TRIALS:
        few = f"{cause}: {percent(change)} req/s; {len(usable)} trials are too few to judge it."
        return Moved(probe, change, None, False, few)
    spread = _range(usable)
    size = whole_percent(spread) if spread >= COARSE else percent_size(spread)
    varies = f"two trials of this run may differ by {size}"
    if abs(math.log1p(change)) <= math.log1p(spread):
        return Moved(
            probe, change, spread, False, f"{cause}: no clear change ({percent(change)} req/s; {varies})."
        )
    return Moved(probe, change, spread, True, f"{cause} gave {percent(change)} req/s ({varies}).")


def conclusion(moves: Sequence[Moved], rules: int = RULES_2) -> str:
    """What the probes of a run say together; empty where there is none."""
    by_kind = {move.probe.kind: move for move in moves if move.change is not None}
    if not by_kind:
        return ""
    threads, more = by_kind.get("more_threads"), by_kind.get("more_connections")
    fewer = by_kind.get("fewer_connections")
    if threads and threads.is_clear and (threads.change or 0) > 0:
        return f"The load tool was a limit: one more thread of it gave {percent(threads.change)} req/s."
    if more and more.is_clear and (more.change or 0) > 0:
        return f"The connections were a limit: a quarter more of them gave {percent(more.change)} req/s."
    if more and more.is_clear:
        return f"More connections only cost: a quarter more of them gave {percent(more.change)} req/s."
    if fewer and fewer.is_clear and (fewer.change or 0) > 0:
        return f"There were too many connections: a quarter fewer gave {percent(fewer.change)} req/s."
    if any(move.range is None or move.range > COARSE for move in by_kind.values()):
        return "The trials of this run vary too much for a probe to say what was the limit."
    if more and (rules < RULES_2 or _excludes_limit(more)):
        return "The connections were not the limit: a quarter more of them changed nothing that is clear."
    if more:
        return (
            "It cannot be told whether the connections were the limit: a quarter more of them may have given "
            "half of what a limit would."
        )
    return ""


def _excludes_limit(move: Moved) -> bool:
    """The change’s interval is without half of what a limit would give, which is as much as the load."""
    if move.change is None or move.range is None:
        return False
    full = math.log(move.probe.now / move.probe.was)
    return math.log1p(move.change) + math.log1p(move.range) < full / 2


def _cause(probe: Probed) -> str:
    if probe.kind == "more_threads":
        return f"One more thread of the load tool ({probe.now})"
    share = abs(probe.now - probe.was) / probe.was
    direction = "more" if probe.now > probe.was else "fewer"
    return f"{whole_percent(share)} {direction} connections ({probe.now:,})"


def _range(rates: Sequence[float]) -> float:
    """By how much two more trials differ at most, as a share: t on logarithms."""
    logs = np.log(np.asarray(rates, dtype=float))
    return math.expm1(_quantile(len(logs) - 1) * float(logs.std(ddof=1)) * math.sqrt(2))


@cache
def _quantile(degrees: int) -> float:
    return float(special.stdtrit(degrees, _SURE))
