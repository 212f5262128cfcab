"""The stored results of experiments alike, worked out once a process: they differ in their ids alone."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.analysis import stored_headlines
from backend.records.experiments import Experiment
from backend.records.runs import Run, Trial
from backend.records.verdicts.stored import StoredVerdicts

_OF_EXPERIMENT = ("headline", "verdicts", "figures", "kept_version")
_OF_RUN = ("bottlenecks", "setting_signs")


@dataclass(frozen=True)
class _Results:
    """Everything that the end of an experiment stores, as JSON; `ids` are those in it."""

    ids: Sequence[str]
    text: str

    def for_ids(self, ids: Sequence[str]) -> Any:
        new_ids = dict(zip(self.ids, ids, strict=True))
        return json.loads(re.sub("|".join(new_ids), lambda match: new_ids[match[0]], self.text))


_results: dict[str, _Results] = {}


def keep(session: Session, experiment: Experiment, runs: Sequence[Run], trials: Sequence[Trial]) -> None:
    """Do what stored_headlines.keep does for measured trials that are the same with each call."""
    ids = [experiment.id, *(row.id for row in (*runs, *trials))]
    key = _key(experiment)
    neighbours = select(func.count()).where(Experiment.testbed_id == experiment.testbed_id)
    if session.scalar(neighbours) != 1:  # a calibration of its testbed may say more
        stored_headlines.keep(session, experiment)
    elif key in _results:
        _write(session, experiment, runs, _results[key].for_ids(ids))
    else:
        stored_headlines.keep(session, experiment)
        session.flush()
        _results[key] = _Results(ids, json.dumps(read(session, experiment, runs)))


def _key(experiment: Experiment) -> str:
    """What results depend on besides the trials."""
    hosts = {role: (host["host"], host["facts"]) for role, host in experiment.facts.items()}
    words = (experiment.name, experiment.state, experiment.definition, experiment.rules_version, hosts)
    return json.dumps(words)


def read(session: Session, experiment: Experiment, runs: Sequence[Run]) -> list[Any]:
    """What is stored of an experiment and its runs."""
    query = (
        select(StoredVerdicts)
        .where(StoredVerdicts.experiment_id == experiment.id)
        .order_by(StoredVerdicts.metric)
    )
    return [
        {name: getattr(experiment, name) for name in _OF_EXPERIMENT},
        [{name: getattr(run, name) for name in _OF_RUN} for run in runs],
        [
            {column.name: getattr(row, column.name) for column in StoredVerdicts.__table__.columns}
            for row in session.scalars(query)
        ],
    ]


def _write(session: Session, experiment: Experiment, runs: Sequence[Run], results: list[Any]) -> None:
    of_experiment, of_runs, verdicts = results
    for row, values in ((experiment, of_experiment), *zip(runs, of_runs, strict=True)):
        for name, value in values.items():
            setattr(row, name, value)
    session.add_all(StoredVerdicts(**values) for values in verdicts)
