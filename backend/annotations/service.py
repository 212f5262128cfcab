"""Actions on annotations: search experiments, note, tag, star, archive."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.annotations.queries import conditions, tag_counts
from backend.annotations.query import Query, period
from backend.annotations.query_text import QueryProblem, parse
from backend.annotations.schemas import ExperimentChange, ExperimentFilter, Kept, TagCount
from backend.annotations.tags import normalise_tags, tidy
from backend.audit.log import Act, record
from backend.errors import Conflict, Invalid, ProblemItem
from backend.events import publish_after_commit
from backend.experiments.lists import list_experiments
from backend.experiments.schemas import ExperimentSummary
from backend.identity.principal import Principal
from backend.model_fields import copy_fields
from backend.records import experiments_queries
from backend.records.access import accounts_queries
from backend.records.experiments import Experiment
from backend.records.lists.queries import Order
from backend.records.notes import change_notes

MAX_TAGS_LISTED = 1000


def find(session: Session, filters: ExperimentFilter, asker: str | None) -> list[ExperimentSummary]:
    """Experiments in order; Invalid says which part of the search cannot be read."""
    zone, now = _zone(filters.tz), datetime.now(UTC)
    query = _parse(filters.q) + _parameters(filters, zone, now)
    where_conditions = conditions(session, query, zone, now, asker)
    order = Order(filters.sort, filters.order == "asc")
    return list_experiments(session, where_conditions, filters.limit, filters.before, order)


def _parse(text: str) -> Query:
    try:
        return parse(text)
    except QueryProblem as problem:
        item = ProblemItem(place="q", message=str(problem), line=1, column=problem.column)
        raise Invalid(str(problem), [item]) from None


def _zone(name: str) -> tzinfo:
    if offset := re.fullmatch(r"([+-])(\d\d):?(\d\d)", name):
        hours, minutes = int(offset[2]) % 24, int(offset[3]) % 60
        return timezone((1 if offset[1] == "+" else -1) * timedelta(hours=hours, minutes=minutes))
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        message = f"there is no time zone “{name[:40]}”; it is a name such as Europe/Berlin, or +02:00"
        raise Invalid.at("tz", message) from None


def _parameters(filters: ExperimentFilter, zone: tzinfo, now: datetime) -> Query:
    dates = tuple(
        (side, text)
        for side, name, text in (("after", "since", filters.since), ("until", "until", filters.until))
        if text and _date(name, text, zone, now)
    )
    return Query(
        tags=tuple(filters.tag),
        hosts=tuple(filters.host),
        knobs=tuple(_knob(text) for text in filters.knob),
        verdicts=tuple(v.value for v in filters.verdict),
        dates=dates,  # pyright: ignore[reportArgumentType]
        states=tuple(s.value for s in filters.state),
        recipes=tuple(filters.recipe),
        origins=(filters.origin.value,) if filters.origin else (),
        made_from=(filters.made_from,) if filters.made_from else (),
        owners=(filters.by,) if filters.by else (),
        mentioned=(filters.mentions,) if filters.mentions else (),
        starred=filters.starred,
        archived=filters.archived,
    )


def _date(name: str, text: str, zone: tzinfo, now: datetime) -> bool:
    try:
        return bool(period(text, zone, now))
    except ValueError as problem:
        raise Invalid(f"{name} {problem}", [ProblemItem(place=name, message=str(problem))]) from None


def _knob(text: str) -> tuple[str, str | None]:
    name, equals, value = text.partition("=")
    return name.strip(), value.strip() if equals else None


def tags(session: Session) -> list[TagCount]:
    """Tags with the number of experiments that are not archived, the most used first."""
    return [TagCount(tag=tag, count=n) for tag, n in tag_counts(session, MAX_TAGS_LISTED)]


def change(session: Session, experiment_id: str, body: ExperimentChange, principal: Principal) -> Kept:
    """Change what is given, all of it or nothing; NotesChanged when the notes are newer than those edited."""
    row = experiments_queries.existing(session, experiment_id, lock=True)
    before = row.name, bool(row.archived_at)
    if body.name is not None:
        row.name = body.name
    if body.notes is not None and change_notes(
        session, row, body.notes, body.notes_version, principal.account_id
    ):
        record(session, principal, Act.CHANGED, row.id, f"notes of {row.name}", version=row.notes_version)
    row.tags = _tags(row.tags, body)
    if body.starred is not None:
        row.starred = body.starred
    if body.archived is not None:
        _archive(row, body.archived)
    if before != (row.name, bool(row.archived_at)):
        details = {"was": before[0], "archived": bool(row.archived_at)}
        record(session, principal, Act.CHANGED, row.id, row.name, **details)
    if session.is_modified(row):
        publish_after_commit(session, {"type": "experiment", "experiment_id": row.id})
    return _kept_state(session, row)


def _tags(now: list[str], body: ExperimentChange) -> list[str]:
    """The tags after a change; the same list where nothing changes."""
    removed_tags = {tidy(tag) for tag in body.remove_tags}
    base = now if body.tags is None else normalise_tags(body.tags)
    added_tags = normalise_tags(body.add_tags, "add_tags")
    after = [
        *(tag for tag in base if tag not in removed_tags),
        *(tag for tag in added_tags if tag not in base),
    ]
    return now if after == now else normalise_tags(after)


def _archive(row: Experiment, is_archived: bool) -> None:
    if not is_archived:
        row.archived_at = None
    elif not ExperimentState(row.state).is_final:
        raise Conflict(f"“{row.name}” is {row.state}; it can be archived when it has ended")
    elif row.archived_at is None:
        row.archived_at = datetime.now(UTC)


def _kept_state(session: Session, row: Experiment) -> Kept:
    people = accounts_queries.people(session, [row.notes_by, *row.mentions])
    return copy_fields(
        Kept,
        row,
        archived=row.archived_at is not None,
        notes_by=people.get(row.notes_by or ""),
        mentions=[people[account_id] for account_id in row.mentions if account_id in people],
    )
