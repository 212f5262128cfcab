"""A calibration as it ends, with numbers that are known."""

import itertools
from datetime import timedelta
from typing import Any

import numpy as np
from sqlalchemy.orm import Session

from agents.contract.reports import ProcessTime, Window
from agents.contract.states import ExperimentState
from backend.recipes import library
from backend.records.experiments import Experiment
from backend.records.samples import SampleSeries
from backend.records.testbeds import Testbed
from backend.tests.db import builders

BETWEEN, WITHIN = 0.03, 0.02
FINISHED = ExperimentState.FINISHED


def calibrated(
    session: Session, bed: Testbed, rounds: int = 20, state: ExperimentState = FINISHED, **columns: Any
) -> Experiment:
    """Six equal runs; a backup slows every tenth trial."""
    recipe = library.find("calibration")
    assert recipe
    definition = library.instantiate(recipe, "full", 2).model_dump(mode="json", by_alias=True)
    of = builders.experiment(
        session, bed, state, definition, is_calibration=True, name="Calibration (A/A)", **columns
    )
    proxy = next(role.host_id for role in bed.roles if role.role == "proxy")
    rng, count = np.random.default_rng(5), itertools.count()
    workload = definition["workloads"][0]
    for position in range(6):
        run = builders.run(
            session,
            of,
            position,
            f"equal {position + 1}",
            is_baseline=position == 0,
            variant_hash="same",
            topology="proxied",
            workload=workload,
        )
        luck = rng.normal(0, BETWEEN, 10)
        for number in range(rounds):
            busy = next(count) % 10 == 0
            rate = 1000 * float(np.exp(luck[number // 2] + rng.normal(0, WITHIN) - 0.2 * busy))
            at = builders.START + timedelta(seconds=36 * number + 6 * position)
            others = [ProcessTime(name="backup", session=9, cpu_s=4.0)] if busy else []
            window = Window(seconds=5.0, cores=[0.9, 0.9], own_cpu_s={"load": 3.0}, others=others)
            trial = builders.trial(
                session,
                run,
                number + 1,
                {"requests_per_s": rate},
                start=number // 2 + 1,
                started_at=at,
                ended_at=at + timedelta(seconds=5),
                windows={proxy: window.model_dump(mode="json")},
            )
            session.add(
                SampleSeries(
                    trial_id=trial.id,
                    host_id=proxy,
                    series=f"nginx.{run.id}-{number // 2 + 1}-proxy-abc.requests_per_s",
                    seq=1,
                    times=[at.timestamp() + second for second in (1, 2, 3, 4, 5, 5.2)],
                    values=[rate * 0.9, rate, rate, rate, rate, rate / 4],
                )
            )
    session.commit()
    return of
