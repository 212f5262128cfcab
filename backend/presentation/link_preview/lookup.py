"""Tags of a result's page by its address: one or two queries, a few more the first time."""

import re
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from urllib.parse import parse_qsl, urlencode

from cachetools import LRUCache, TTLCache, cached
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis import stored_headlines
from backend.presentation.exports import comparison_files
from backend.presentation.exports.addresses import STATE
from backend.presentation.exports.comparison_files import ComparisonQuery
from backend.presentation.link_preview.tags import Tags
from backend.presentation.pictures import cards
from backend.presentation.pictures.cards import HEADLINE
from backend.presentation.pictures.picture import tag_of
from backend.records import comparisons_queries, experiments_queries, runs_queries
from backend.records.experiments import Experiment
from backend.records.sharing.view import current_redaction
from backend.runs import service as runs

_ID = r"(?P<id>[A-Za-z0-9]{1,32})"
_PAGES = {
    "experiment": re.compile(rf"experiments/{_ID}(?P<report>/report)?/?"),
    "run": re.compile(rf"runs/{_ID}/?"),
    "saved": re.compile(rf"c/{_ID}(?P<report>/report)?/?"),
    "compare": re.compile(r"compare(?P<report>/report)?/?"),
}
_COMPARISONS_S = 120.0
"""How long a comparison's sentence is not computed again; its runs may still be measured."""
MAX_CACHED = 250  # texts of runs, and as many of comparisons


def tags_of(session: Session, path: str, query: str) -> Tags | None:
    """None for pages that are not results, and for unknown ids. DynoError where one cannot be shown."""
    for kind, pattern in _PAGES.items():
        match = pattern.fullmatch(path)
        if match:
            report = "/report" if match.groupdict().get("report") else ""
            return _MAKERS[kind](session, match.groupdict().get("id") or "", query, report)
    return None


def _tags_of_experiment(session: Session, id_: str, _: str, report: str) -> Tags | None:
    experiment = experiments_queries.experiment(session, id_)
    if experiment is None:
        return None
    sentence = description_of(experiment)
    return Tags(
        title=f"{experiment.name} – report" if report else experiment.name,
        description=sentence,
        path=f"/experiments/{id_}{report}",
        image=_card(f"/api/v1/experiments/{id_}", experiment.name, sentence),
        image_alt=f"{experiment.name}: {sentence}",
    )


def _card(path: str, title: str, sentence: str) -> str:
    """The address of a picture: another one for other words, because programs cache pictures by it."""
    return f"{path}/card.png?v={tag_of(title, sentence)[:12]}"


def description_of(experiment: Experiment) -> str:
    """Describe an experiment by its answer and how far to trust it."""
    if not ExperimentState(experiment.state).is_final:
        return f"{experiment.state}: not measured to its end yet"
    headline = stored_headlines.headline_of(experiment)
    if headline is None:
        return str(experiment.state)
    return " ".join(filter(None, [*headline.lead, headline.trust_words]))


def _tags_of_run(session: Session, id_: str, _query: str, _report: str) -> Tags | None:
    run = runs_queries.run(session, id_)
    if run is None or run.deleted_at is not None:
        return None
    experiment = experiments_queries.existing(session, run.experiment_id)
    sentence = f"{experiment.state}: not ended yet"
    if ExperimentState(experiment.state).is_final:
        version = (
            experiment.state,
            experiment.finished_at,
            experiment.rules_version,
            run.name,
            experiment.name,
            current_redaction() is None,
        )
        sentence = _figure(session, id_, version)
    return Tags(
        title=f"{run.name} · {experiment.name}",
        description=sentence,
        path=f"/runs/{id_}",
        image=_card(f"/api/v1/runs/{id_}", run.name, sentence),
        image_alt=f"{run.name}: {sentence}",
    )


@cached(LRUCache(MAX_CACHED), key=lambda _, run_id, version: (run_id, version), lock=Lock())
def _figure(session: Session, run_id: str, version: Hashable) -> str:
    """Return the headline figure of a run. `version` changes when the figure, or what is shown, may."""
    card = cards.of_run(
        runs.detail(session, run_id), runs_queries.trial_rows_of_runs(session, [run_id]), HEADLINE
    )
    return "; ".join(part for part in (card.number, card.sentence) if part)


def _tags_of_saved(session: Session, id_: str, _: str, report: str) -> Tags | None:
    row = comparisons_queries.comparison(session, id_)
    if row is None:
        return None
    query = ComparisonQuery(dict(row.state), row.id, row.name, row.notes, row.created_at)
    _, sentence = _title_and_sentence(session, query)
    image = _card(f"/api/v1/comparisons/{id_}", row.name, sentence)
    return Tags(row.name, sentence, f"/c/{id_}{report}", image, f"{row.name}: {sentence}")


def _tags_of_comparison(session: Session, _: str, query: str, report: str) -> Tags | None:
    parameters = dict(parse_qsl(query))
    state = {name: parameters[name] for name in STATE if parameters.get(name)}
    if not state:
        return None
    title, sentence = _title_and_sentence(session, ComparisonQuery(state))
    text = urlencode(state)
    image = f"/api/v1/compare/card.png?{text}"
    return Tags(title, sentence, f"/compare{report}?{text}", image, sentence)


def _selection(_: Session, query: ComparisonQuery) -> Hashable:
    return frozenset(query.state.items()), current_redaction() is None


@cached(TTLCache(MAX_CACHED, _COMPARISONS_S), key=_selection, lock=Lock())
def _title_and_sentence(session: Session, query: ComparisonQuery) -> tuple[str, str]:
    """Return the title and the sentence of a comparison, with what is not trustworthy in it."""
    comparison = comparison_files.compare(session, query)
    distrust = next((f"{c.text}." for c in comparison.caveats if c.code == "trust"), "")
    return comparison.title, f"{comparison.headline} {distrust}".strip()


_MAKERS: Mapping[str, Callable[[Session, str, str, str], Tags | None]] = {
    "experiment": _tags_of_experiment,
    "run": _tags_of_run,
    "saved": _tags_of_saved,
    "compare": _tags_of_comparison,
}
