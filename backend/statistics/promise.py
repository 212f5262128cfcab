"""What an experiment of so many rounds is going to find, before it is measured. Pure.

A promise counts what a verdict counts: Holm over all candidates, the smallest change that matters, interim
analyses, and that the mean is a trimmed one. A fixed number of rounds is an integral over the spread that
will be seen; analyses are simulated with the estimator itself and a stored seed, once for each plan of them.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import scipy
from scipy import special

from backend.statistics import halving
from backend.statistics.estimate import ALPHA, MIN_TRIMMED, cut, estimate_pairs, freedom
from backend.statistics.group_sequential import limit
from backend.statistics.pairing import Floats
from backend.statistics.power import MAX_TRIALS, POWER
from backend.statistics.shared_spread import MIN_CANDIDATES, most_lent
from backend.statistics.two_stages import FIRST_ALPHA

DRAWS, MAX_VALUES, SEED = 2_500, 100_000, 20261122
MAX_LOG = 700.0  # exp() of more overflows
NODES = 256
_RARE = 1e-13
_Z = float(special.ndtri(1 - ALPHA / 2))


@dataclass(frozen=True, slots=True)
class Design:
    """How an experiment will be judged.

    at       rounds at each analysis, the last is the end; one for a fixed number
    family   candidates that are judged together, without controls
    min_effect  the smallest change that counts, on logs
    luck     standard deviation of what servers that are kept for all rounds add to a change, on logs: no
             interval shows it, so what is promised has to be clear of it too
    left     of halving: candidates of each stage; `at` are then the last rounds of the stages
    questions  in how many metrics the candidates are judged together
    leaning_spreads  candidates of one workload, whose spreads lean on one another
    has_reserve  whether a part of the 5% is kept for rounds that may be added
    """

    at: tuple[int, ...]
    family: int = 1
    min_effect: float = 0.0
    luck: float = 0.0
    stage_sizes: tuple[int, ...] = ()
    questions: int = 1
    leaning_spreads: int = 1
    has_reserve: bool = False

    @property
    def alpha(self) -> float:
        """What the smallest p of the family has to be below, at any analysis; the end of a stage is none."""
        whole = FIRST_ALPHA if self.has_reserve else ALPHA if self.stage_sizes else limit(self.at)
        return whole / (max(self.family, 1) * self.questions)


def smallest_effect(sd: float, design: Design) -> float | None:
    """The smallest change (0.05 = 5%) that is called in 80% of experiments; None below two rounds.

    `sd`: standard deviation of the log ratio of one round. One candidate may be called at any analysis; one
    of several has to be at the end, for the others may keep the rounds going.
    """
    if not design.stage_sizes and (len(design.at) == 1 or design.family > 1):
        return smallest_effect_at(-1, sd, design)
    if not np.isfinite(sd) or sd < 0:
        return None
    effect = np.quantile(_needed_at_all(sd, design), POWER)
    return float(np.expm1(min(effect, MAX_LOG)))


def smallest_effect_at(analysis: int, sd: float, design: Design) -> float | None:
    """The same, called at one of the analyses, counted as in `at`."""
    n = design.at[analysis]
    if n < 2 or not np.isfinite(sd) or sd < 0:
        return None
    if sd == 0 and not design.luck:
        return float(np.expm1(design.min_effect))
    df = _df(n)
    most = design.min_effect + sd * (special.stdtrit(df, 1 - design.alpha / 2) + 1) * 5 / n**0.5
    most += 5 * design.luck

    def lacking(effect: float) -> float:
        return _detection_probability(effect, sd, n, design) - POWER

    root = scipy.optimize.root_scalar(lacking, bracket=(0.0, most), xtol=1e-13 * (sd + design.luck)).root
    return float(np.expm1(min(root, MAX_LOG)))


def power(sd: float, change: float, design: Design) -> float:
    """The share of experiments in which a true change (0.05 = 5%) is called better; of one round, none."""
    if design.at[-1] < 2:
        return 0.0
    effect = float(np.log1p(change))
    if not design.stage_sizes and (len(design.at) == 1 or design.family > 1):
        return _detection_probability(effect, sd, design.at[-1], design)
    return float((_needed_at_all(sd, design) <= effect).mean())


def rounds_to_find(sd: float, change: float, design: Design) -> float:
    """How many rounds it takes on average until an analysis finds a true change, or the last one does not."""
    is_found = _effects_needed(sd, design) <= np.log1p(change)
    is_found[-1] = True
    return float(np.asarray(_simulated_rounds(design))[is_found.argmax(axis=0)].mean())


def rounds_for(sd: float, change: float, design: Design) -> int | None:
    """The fewest rounds, as a fixed number, that find `change` (0.05 = 5%) in 80% of experiments.

    `at` of the design does not count. None where more than 1000 would not, or the change is not larger than
    what matters.
    """
    effect = abs(float(np.log1p(change))) if change > -1 else 0.0
    if effect <= design.min_effect:
        return None

    def suffices(rounds: int) -> bool:
        return _detection_probability(effect, sd, rounds, replace(design, at=(rounds,))) >= POWER

    if sd == 0 and not design.luck:
        return int(np.ceil(1 - np.log2(replace(design, at=(1,)).alpha)))  # of trials that agree: sign test
    if not suffices(MAX_TRIALS):
        return None
    low, high = 1, MAX_TRIALS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if suffices(middle) else (middle, high)
    return high


def _df(n: int) -> float:
    return float(freedom(np.array(n)))


def _lent_df(n: int, design: Design) -> float:
    if n < MIN_TRIMMED or design.leaning_spreads < MIN_CANDIDATES:
        return 0.0
    usual_share = 1 - 1 / design.leaning_spreads  # one in so many lends less, or keeps its own spread
    return usual_share * float(most_lent(design.leaning_spreads, _df(n)))


def _detection_probability(effect: float, sd: float, n: int, design: Design) -> float:
    """The chance that the mean of n rounds reaches both what matters and its t, integrated over the spread s
    that is seen (in units of sd), from which t takes its width."""
    if sd == 0 and not design.luck:
        return float(effect >= design.min_effect)
    beyond = _Z * design.luck
    lent_df = _lent_df(n, design)
    df, size = _df(n) + lent_df, n - 2 * int(cut(np.array(n))) + lent_df
    error = sd * (_variance(n) / n) ** 0.5
    critical = special.stdtrit(df, 1 - design.alpha / 2)
    low, high = np.sqrt(special.chdtri(size - 1, [1 - _RARE, _RARE]) / (size - 1))
    within = max(design.min_effect**2 - beyond**2, 0.0) ** 0.5
    kink = np.clip(within / (critical * error), low, high) if error else low
    nodes, weights = _quadrature()
    total = 0.0
    for a, b in ((low, kink), (kink, high)):
        s = (a + b) / 2 + (b - a) / 2 * nodes
        least = np.maximum(design.min_effect, np.hypot(critical * s * error, beyond))
        power = special.ndtr((effect - least) / np.hypot(error, design.luck))
        total += float((b - a) / 2 * (weights * _density(s, size - 1)) @ power)
    return min(total, 1.0)


@lru_cache(maxsize=1)
def _quadrature() -> tuple[Floats, Floats]:
    """Nodes and weights of Gauss and Legendre, worked out in a quarter of a second when first asked for."""
    return np.polynomial.legendre.leggauss(NODES)


@lru_cache(maxsize=2048)
def _variance(n: int) -> float:
    """Of the trimmed mean of normal noise, relative to that of the mean, as for many trials."""
    share = float(cut(np.array(n))) / n
    if share == 0:
        return 1.0
    edge = special.ndtri(1 - share)
    inner = 1 - 2 * share - 2 * edge * np.exp(-(edge**2) / 2) / (2 * np.pi) ** 0.5
    return float((inner + 2 * share * edge**2) / (1 - 2 * share) ** 2)


def _density(s: Floats, df: float) -> Floats:
    """Density of a sample's standard deviation in units of the true one."""
    half = df / 2
    log = np.log(2) + half * np.log(half) - special.gammaln(half) + (df - 1) * np.log(s) - half * s**2
    return np.exp(log)


def _needed_at_all(sd: float, design: Design) -> Floats:
    """For each simulated experiment the smallest true effect that is called in the end."""
    if design.stage_sizes:
        return halving.lead_needed(
            sd, design.at, design.stage_sizes, design.alpha, design.min_effect, design.luck
        )
    return _effects_needed(sd, design).min(axis=0)


def _effects_needed(sd: float, design: Design) -> Floats:
    """For each analysis and simulated experiment the smallest true effect that is called there."""
    mean, error, df, lucks = _paths(_simulated_rounds(design))
    clear = special.stdtrit(df, 1 - design.alpha / 2) * error * sd
    least = np.maximum(design.min_effect, np.hypot(clear, _Z * design.luck))
    return least - mean * sd - lucks * design.luck


def _simulated_rounds(design: Design) -> tuple[int, ...]:
    """Analyses beyond a thousand rounds are left out: what they would add is not promised."""
    return tuple(n for n in design.at if n <= MAX_TRIALS) or (MAX_TRIALS,)


@lru_cache(maxsize=64)
def _paths(at: tuple[int, ...]) -> tuple[Floats, Floats, Floats, Floats]:
    """Mean, standard error and degrees of freedom at each analysis, of simulated standard normal rounds:
    (analyses, experiments); and one luck of each experiment."""
    rng = np.random.default_rng([SEED, *at])
    x = rng.standard_normal((min(DRAWS, MAX_VALUES // at[-1]), at[-1]))
    estimates = [estimate_pairs(x[:, :n]) for n in at]
    return (
        np.array([e.mean for e in estimates]),
        np.array([e.se for e in estimates]),
        np.array([e.df for e in estimates]),
        rng.standard_normal(len(x)),
    )
