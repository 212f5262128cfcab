"""SQL of annotations: a search as conditions on experiments, and tags. Every value is a parameter."""

from collections.abc import Iterator
from datetime import datetime, tzinfo

from sqlalchemy import BigInteger, ColumnElement, cast, func, literal, literal_column, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Session

from agents.catalog.knobs import KNOBS, Value, find_knob, parse_value
from backend.annotations.query import Query, period
from backend.annotations.tags import tidy
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.records.people.ownership import made_by, mentioning
from backend.records.runs import Run

Condition = ColumnElement[bool]

_HOST_NAMES = func.jsonb_path_query_array(Experiment.facts, literal_column("'$.*.host'"), type_=JSONB)
_KNOBS, _DESCRIBED = cast(Run.knobs, JSONB), cast(Run.described, JSONB)


def conditions(
    session: Session, query: Query, zone: tzinfo, now: datetime, asker: str | None
) -> list[Condition]:
    """All of them must hold. Days are in `zone`; `me` is the account `asker`, or the dashboard's token."""
    return [
        *map(_word, query.words),
        *(Experiment.tags.contains([tidy(tag)]) for tag in query.tags),
        *(_host(session, name) for name in query.hosts),
        *_knobs(query),
        *(Experiment.verdicts.contains([verdict]) for verdict in query.verdicts),
        *(_date(side, text, zone, now) for side, text in query.dates),
        *_archive_condition(query),
        *_people(session, query, asker),
    ]


def tag_counts(session: Session, limit: int) -> list[tuple[str, int]]:
    """Tag → number of experiments that are not archived, the most used first."""
    tag = func.unnest(Experiment.tags).label("tag")
    tags = select(tag).where(Experiment.archived_at.is_(None)).subquery()
    count = func.count().label("count")
    query = select(tags.c.tag, count).group_by(tags.c.tag).order_by(count.desc(), tags.c.tag)
    return [(tag, n) for tag, n in session.execute(query.limit(limit))]


def _archive_condition(query: Query) -> Iterator[Condition]:
    """What the experiments' own columns say; of several values any one."""
    for column, values in (
        (Experiment.state, query.states),
        (Experiment.recipe, query.recipes),
        (Experiment.origin, query.origins),
        (Experiment.derived_from, query.made_from),
    ):
        if values:
            yield column.in_(values)
    if query.starred is not None:
        yield Experiment.starred.is_(query.starred)
    if query.archived != "include":
        is_archived = query.archived == "only"
        yield Experiment.archived_at.is_not(None) if is_archived else Experiment.archived_at.is_(None)


def _people(session: Session, query: Query, asker: str | None) -> Iterator[Condition]:
    if query.owners:
        yield or_(*(made_by(session, Experiment.owner_id, login, asker) for login in query.owners))
    for login in query.mentioned:
        yield mentioning(session, Experiment.mentions, login, asker)


def _word(word: str) -> Condition:
    """By the index of every three characters, which knows nothing of shorter words."""
    lower_word = word.lower()
    condition = Experiment.search_text.contains(lower_word, autoescape=True)
    if len(lower_word) < 3:
        return condition
    return condition & Experiment.search_grams.contains(
        func.search_grams(lower_word, type_=ARRAY(BigInteger))
    )


def _host(session: Session, name: str) -> Condition:
    """By the name at launch; case does not matter for hosts that still exist."""
    names = session.scalars(select(Host.name).where(func.lower(Host.name) == name.lower()))
    return or_(*(_HOST_NAMES.contains(literal([n], JSONB)) for n in {name, *names}))


def _date(side: str, text: str, zone: tzinfo, now: datetime) -> Condition:
    begin, end = period(text, zone, now)
    if side == "after":
        return Experiment.created_at >= begin
    return Experiment.created_at < (end if side == "until" else begin)


def _knobs(query: Query) -> Iterator[Condition]:
    """One run that has them all."""
    if query.knobs:
        holding = [_setting(name, value) for name, value in query.knobs]
        runs = select(Run.experiment_id).where(Run.deleted_at.is_(None), *holding)
        yield Experiment.id.in_(runs)


def _setting(name: str, value: str | None) -> Condition:
    names = [name, *(knob for knob in KNOBS if knob.rpartition(".")[2] == name)]
    if value is None:
        return or_(*(column.has_key(n) for n in names for column in (_KNOBS, _DESCRIBED)))
    conditions = [_KNOBS.contains(literal({n: v}, JSONB)) for n in names for v in possible_values(n, value)]
    return or_(*conditions, _DESCRIBED.contains(literal({name: value}, JSONB)))


def possible_values(name: str, text: str) -> list[Value]:
    """The canonical values that a text may stand for: by the knob's type, else as it stands."""
    if knob := find_knob(name):
        try:
            return [parse_value(knob, text)]
        except ValueError:
            return [text]
    return [text]
