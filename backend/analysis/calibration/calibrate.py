"""From the trials of equal runs to the page about them. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

from backend.analysis.calibration import sentences
from backend.analysis.calibration.disturbances import changes, disturbances, far_trials
from backend.analysis.calibration.lengths import OfLength, noise_by_length
from backend.analysis.calibration.needs import needs, quickest, to_show
from backend.analysis.calibration.schemas import (
    CalibrationOut,
    DisturbanceOut,
    EqualPairOut,
    EqualsOut,
    FarTrialOut,
    LengthOut,
    MachineLine,
    NeedOut,
    TimelineOut,
)
from backend.analysis.calibration.trials import EqualTrial, by_run
from backend.definition.model import Definition
from backend.statistics.delta import delta, deltas
from backend.statistics.estimate import ALPHA
from backend.statistics.starts import StartSpread, start_spread
from backend.statistics.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Planned:
    """Plan of the measurement. `names`: run id → its name, the first of all first; `state`: of the
    experiment; `left_out`: trials that were invalid or failed; `rules`: version that its verdicts follow."""

    definition: Definition
    names: Mapping[str, str]
    rounds: int
    state: str
    is_final: bool
    left_out: int
    rules: int

    @property
    def is_whole(self) -> bool:
        """Whether it ended as planned: only then anything is called."""
        return self.is_final and self.state == "finished"


@dataclass(frozen=True, slots=True)
class Noise:
    """Scatter of a testbed's trials, on logs: 0.02 is 2%."""

    spread: StartSpread
    lengths: Sequence[OfLength]


def noise_of(trials: Sequence[EqualTrial], length_s: float | None) -> Noise:
    spread = start_spread([by_run(trials)])
    return Noise(spread, noise_by_length(trials, length_s, spread.within))


def build_calibration(trials: Sequence[EqualTrial], plan: Planned) -> CalibrationOut:
    """`trials`: the valid ones, in any order."""
    trials = sorted(trials, key=lambda t: (t.at, t.position))
    length = plan.definition.workloads[0].duration_s
    noise = noise_of(trials, length)
    spread = noise.spread
    lengths = _lengths(plan.definition, noise)
    equals = compare_equals(trials, plan) if plan.is_whole else None
    disturbance_list = disturbances(trials)
    best = quickest([(row.seconds, row.total_s) for row in lengths])
    return CalibrationOut(
        rounds=_rounds(trials),
        rounds_planned=plan.rounds,
        trials=len(trials),
        left_out=plan.left_out,
        length_s=length,
        between=spread.between,
        between_range=_ends(spread.between_range),
        within=spread.within,
        within_range=_ends(spread.within_range),
        starts=spread.starts,
        sentence=sentences.spread(spread),
        cautions=sentences.cautions(
            spread, _rounds(trials), plan.rounds, plan.state, len(trials), plan.left_out
        ),
        lengths=lengths,
        equals=equals,
        needs=_needs(plan.definition, spread),
        disturbances=[
            DisturbanceOut(**asdict(d), sentence=sentences.disturbance(d)) for d in disturbance_list
        ],
        far=[
            FarTrialOut(
                trial_id=far_trial.trial.id,
                run=plan.names[far_trial.trial.run],
                round=far_trial.trial.round,
                at_s=far_trial.trial.at - trials[0].at,
                change=far_trial.change,
                sentence=sentences.far(far_trial),
            )
            for far_trial in far_trials(trials)
        ],
        timeline=_timeline(trials, plan),
        todo=list(sentences.todo(spread, disturbance_list, best, length, equals)),
    )


def one_trial(spread: StartSpread, within: float) -> float:
    """Spread of a trial that has a start of its own."""
    return (within**2 + (spread.between or 0.0) ** 2) ** 0.5


def _ends(of: tuple[float, float] | None) -> list[float] | None:
    return None if of is None else list(of)


def _rounds(trials: Sequence[EqualTrial]) -> int:
    pairs = {(t.round, t.run) for t in trials}
    rounds = [number for number, _ in pairs]
    return sum(rounds.count(number) > 1 for number in set(rounds))


def _lengths(definition: Definition, noise: Noise) -> list[LengthOut]:
    rows = []
    for length in noise.lengths:
        rounds, total = to_show(definition, one_trial(noise.spread, length.within), length.seconds)
        rows.append(
            LengthOut(
                seconds=length.seconds,
                within=length.within,
                measured=length.is_measured,
                rounds=rounds,
                total_s=total,
            )
        )
    return rows


def _needs(definition: Definition, spread: StartSpread) -> list[NeedOut]:
    if spread.within is None:
        return []
    return needs(definition, one_trial(spread, spread.within))


def compare_equals(trials: Sequence[EqualTrial], plan: Planned) -> EqualsOut | None:
    values = dict(zip(dict.fromkeys(t.run for t in trials), by_run(trials), strict=True))
    runs = [run for run in plan.names if run in values]
    if len(runs) < 2:
        return None
    min_effect = plan.definition.min_effect
    first, *rest = (values[run] for run in runs)
    comparisons = deltas(first, rest, direction="higher", min_effect=min_effect, rules=plan.rules)
    called_pairs = []
    for a, b in combinations(runs, 2):
        difference = delta(values[a], values[b], direction="higher", min_effect=min_effect, rules=plan.rules)
        if difference.p is not None and difference.p < ALPHA and difference.change is not None:
            low, high = difference.low or 0.0, difference.high or 0.0
            pair = (plan.names[a], plan.names[b])
            called_pairs.append(
                EqualPairOut(a=pair[0], b=pair[1], change=difference.change, low=low, high=high)
            )
    pairs = len(runs) * (len(runs) - 1) // 2
    number = sum(d.verdict in (Verdict.BETTER, Verdict.WORSE) for d in comparisons)
    return EqualsOut(
        called=number,
        candidates=len(rest),
        pairs_called=len(called_pairs),
        pairs=pairs,
        pairs_expected=ALPHA * pairs,
        called_pairs=called_pairs,
        sentence=sentences.equals(number, len(rest), len(called_pairs), pairs, ALPHA * pairs),
    )


def _timeline(trials: Sequence[EqualTrial], plan: Planned) -> TimelineOut:
    far = {far_trial.trial.id for far_trial in far_trials(trials)}
    machines = dict.fromkeys(name for t in trials for name in t.machines)
    return TimelineOut(
        at_s=[t.at - trials[0].at for t in trials],
        change=changes(trials),
        trial_ids=[t.id for t in trials],
        runs=[plan.names[t.run] for t in trials],
        rounds=[t.round for t in trials],
        far=[t.id in far for t in trials],
        machines=[_machine(name, trials) for name in machines],
    )


def _machine(name: str, trials: Sequence[EqualTrial]) -> MachineLine:
    around = [t.machines.get(name) for t in trials]
    kinds = ("others", "steal", "interrupts", "interrupts_per_s")
    series = {kind: [None if entry is None else getattr(entry, kind) for entry in around] for kind in kinds}
    return MachineLine(machine=name, **series)
