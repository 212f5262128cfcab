"""Failures of the sides of a comparison, and the words that these allow, as on an experiment's page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.catalog.metrics import Metric
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.failures.outcome import RunAttempts, begun_trials, with_failures, with_tails
from backend.comparisons.matching import Matched, Pair
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics.failures import FailureGroup, FailureTest, compare_failures

_NO_TEST = FailureTest(None, None, "")


@dataclass(frozen=True)
class ComparedFailures:
    """Attempts of every run, and the test of each pair that is one run beside another, by their ids.

    Repeats of a variant have shares and no test: their rounds are not the same ones.
    """

    trials: Mapping[str, Sequence[TrialRow]]
    tests: Mapping[tuple[str, str], FailureTest]

    def apply(self, delta: DeltaOut, metric: Metric, pairs: Sequence[Pair]) -> DeltaOut:
        """Return the delta over these pairs with what failures say; controls are judged by their alarm."""
        if any(run.is_control for pair in pairs for run in pair.b):
            return delta
        if len(pairs) == 1 and pairs[0].alone:
            delta = with_tails(delta, metric)
        tests = [self.tests.get(_key(pair), _NO_TEST) for pair in pairs]
        worst = next((test for test in tests if test.word == "fails more"), None)
        test = worst or (tests[0] if len(tests) == 1 else _NO_TEST)
        a, b = [run for pair in pairs for run in pair.a], [run for pair in pairs for run in pair.b]
        return with_failures(delta, metric, self._attempts(a), self._attempts(b), test)

    def _attempts(self, runs: Sequence[Run]) -> RunAttempts:
        distinct_runs = {run.id: run for run in runs}.values()
        trials = [trial for run in distinct_runs for trial in begun_trials(run, self.trials.get(run.id, ()))]
        return RunAttempts(runs[0].workload.get("tool", ""), trials)


def failures_of(
    sides: Sequence[Matched],
    trials: Mapping[str, Sequence[TrialRow]],
    is_interleaved: bool,
    analyses: Sequence[int],
) -> ComparedFailures:
    """Test the pairs of all sides together. `is_interleaved`: all of them have rounds in common."""
    pairs = [pair for side in sides for pair in side.pairs if pair.alone]
    attempts = {
        run.id: list(RunAttempts(run.workload.get("tool", ""), begun_trials(run, trials.get(run.id, ()))))
        for pair in pairs
        for run in (*pair.a, *pair.b)
    }
    groups = [FailureGroup(attempts[a.id], [attempts[b.id]]) for _, (a,), (b,) in pairs]
    tests = compare_failures(groups, is_interleaved, analyses)
    return ComparedFailures(trials, {_key(pair): test for pair, (test,) in zip(pairs, tests, strict=True)})


def _key(pair: Pair) -> tuple[str, str]:
    return pair.a[0].id, pair.b[0].id
