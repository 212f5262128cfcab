"""What the control of an experiment costs in time: between trials, and of a whole experiment."""

import itertools
import statistics

from e2e.bench.definitions import definition
from e2e.bench.row import Row, at_least, at_most, ms, spread
from e2e.bench.spans import between_trials, told
from e2e.bench.stack import Stack

OVERHEAD_GOAL_S, FRESH_GOAL_S, EFFICIENCY_GOAL = 0.15, 0.35, 0.95
WARM_S = 0.3  # of each new server


def trial_overhead(stack: Stack) -> list[Row]:
    """2 runs × 10 trials of 1 s, interleaved, without warm-up."""
    made = definition("overhead", seconds=1, trials=10, workers=(1, 2), keeps_backend=True)
    experiment_id = stack.launch(made)
    stack.wait(experiment_id)
    trials = stack.trials(experiment_id)
    gaps = [b[0] - a[1] for a, b in itertools.pairwise(trials)]
    found = spread(gaps) | {"mean": statistics.fmean(gaps), "gaps": gaps}
    spans = between_trials(stack, experiment_id)
    return [
        Row(
            name="overhead",
            what="Wall time between the load tool's runs, variants prepared ahead, mean",
            text=f"{ms(found['mean'])} a trial (median {ms(found['median'])}, most {ms(found['high'])})",
            goal="≤ 150 ms",
            verdict=at_most(found["mean"], OVERHEAD_GOAL_S),
            reference="a Celery round trip, below",
            note="2 runs × 10 trials of 1 s, interleaved, connections to the backend kept. No run changes "
            f"its hosts here. Of which, medians: {told(spans)}.",
            figures={**found, "spans": spans},
        ),
        fresh_overhead(stack),
    ]


def fresh_overhead(stack: Stack) -> Row:
    """4 runs × 6 trials of 1 s, new servers for each round; the warm-up of a server is taken off."""
    runs, rounds = (1, 2, 3, 4), 6
    made = definition(
        "fresh",
        seconds=1,
        trials=rounds,
        workers=runs,
        warm_prepared=1,
        servers="round",
        keeps_backend=True,
    )
    experiment_id = stack.launch(made)
    stack.wait(experiment_id)
    trials = stack.trials(experiment_id)[len(runs) :]  # those of the first round were warmed ahead
    gaps = [b[0] - a[1] - WARM_S for a, b in itertools.pairwise(trials)]
    between = gaps[len(runs) - 1 :: len(runs)]
    found = spread(gaps) | {"mean": statistics.fmean(gaps), "gaps": gaps, "between_rounds": between}
    return Row(
        name="overhead",
        what="The same with new servers for each round, their warm-up taken off, mean",
        text=f"{ms(found['mean'])} a trial (median {ms(found['median'])}; between two rounds, where they are "
        f"started, {ms(statistics.median(between))})",
        goal="≤ 350 ms",
        verdict=at_most(found["mean"], FRESH_GOAL_S),
        reference="prepared once, the row before",
        note=f"{len(runs)} runs × {rounds} trials of 1 s: {2 * len(runs)} nginx are stopped and "
        f"{2 * len(runs)} started between two rounds; before each trial its server is warmed for {WARM_S} s.",
        figures=found,
    )


def efficiency(stack: Stack) -> list[Row]:
    """4 runs × 3 trials × 4 s, from the request to the end of the restore, projected to 10 × 5 × 10 s."""
    runs, rounds, seconds = (1, 2, 3, 4), 3, 4
    experiment_id = stack.launch(
        definition("efficiency", seconds=seconds, trials=rounds, workers=runs, warm_prepared=1)
    )
    stack.wait(experiment_id)
    wall = stack.query(
        "select extract(epoch from finished_at - created_at)::float8 from experiments where id = %s",
        experiment_id,
    )[0][0]
    trials = stack.trials(experiment_id)
    load = len(trials) * seconds
    span = trials[-1][1] - trials[0][0]
    around, each = wall - span, (span - load) / (len(trials) - 1)
    # The goal's size: preparation and warm-up grow with the runs, the rest with the trials.
    large = 500 / (500 + around * 10 / len(runs) + each * 49)
    return [
        Row(
            name="efficiency",
            what="Load time ÷ wall time of 10 runs × 5 trials × 10 s, projected from 4 × 3 × 4 s",
            text=f"{large:.3f} (the small one itself: {load / wall:.3f})",
            goal="≥ 0.95",
            verdict=at_least(large, EFFICIENCY_GOAL),
            note=f"Around the trials {around:.1f} s, of it {len(runs)} s warm-up; {ms(each)} a trial.",
            figures={
                "projected": large,
                "measured": load / wall,
                "load_s": load,
                "wall_s": wall,
                "around_s": around,
                "trial_s": each,
            },
        )
    ]
