"""Which rows there are for a request through a share link. Others do not exist, and nothing is written."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import column, event, false, func, select, true
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import ORMExecuteState, Session, with_loader_criteria
from sqlalchemy.orm.attributes import set_committed_value

from backend.errors import Forbidden
from backend.records.access.accounts import Account
from backend.records.experiments import Experiment
from backend.records.runs import AnyTrial, Diagnostic, Run, Trial
from backend.records.sharing.redaction import Redaction
from backend.records.sharing.view import SHARED, View
from backend.records.verdicts.stored import StoredVerdicts

# Each class of trials by itself: a look-up of one by its id asks nothing of the class above.
_ROWS: tuple[tuple[type[Any], Any], ...] = (
    (Experiment, Experiment.id),
    (Run, Run.experiment_id),
    (AnyTrial, AnyTrial.experiment_id),
    (Trial, Trial.experiment_id),
    (Diagnostic, Diagnostic.experiment_id),
    (StoredVerdicts, StoredVerdicts.experiment_id),
)


@contextmanager
def seen_through(view: View) -> Iterator[None]:
    """Within, the record holds what the view shows."""
    before = SHARED.set(view)
    try:
        yield
    finally:
        SHARED.reset(before)


@event.listens_for(Session, "do_orm_execute")
def _only_what_is_shared(state: ORMExecuteState) -> None:
    view = SHARED.get()
    if view is None:
        return
    if not state.is_select:
        raise Forbidden("nothing is changed through a share link")
    only = [with_loader_criteria(of, key.in_(view.experiments)) for of, key in _ROWS]
    no_accounts = with_loader_criteria(Account, false())
    state.statement = state.statement.options(*only, no_accounts)


@event.listens_for(Experiment, "load")
@event.listens_for(Experiment, "refresh")
def _judge_as_shared(experiment: Experiment, *_: object) -> None:
    """Verdicts that were shared stay: judging the experiment again changes nothing for readers."""
    view = SHARED.get()
    if view is not None:
        version = view.rules.get(experiment.id, experiment.launch_rules)
        set_committed_value(experiment, "rules_version", version)


@event.listens_for(Session, "before_flush")
def _nothing_is_written(*_: object) -> None:
    if SHARED.get() is not None:
        raise Forbidden("nothing is changed through a share link")


def redaction_of(session: Session, experiment_ids: Collection[str]) -> Redaction:
    """What is hidden of the hosts of these experiments, the same name for the same thing in all of them."""
    placeholders: dict[str, str] = {}
    machines: dict[str, str] = {}
    networks: dict[str, str] = {}
    hosts = func.jsonb_each(Experiment.facts).table_valued("key", column("value", JSONB))
    facts = hosts.c.value["facts"]
    query = (
        select(
            hosts.c.key,
            hosts.c.value["host"].astext,
            hosts.c.value["address"].astext,
            facts["hostname"].astext,
            facts["machine"].astext,
            facts["namespace"].astext,
            facts["more"]["boot_id"].astext,
            facts["origins"],
        )
        .join_from(Experiment, hosts, true())
        .where(Experiment.id.in_(experiment_ids))
    )
    for role, host, address, hostname, machine, network, boot, origins in session.execute(query):
        for name in filter(None, (host, hostname)):
            placeholders.setdefault(name, f"{role}-host")
        if address:
            placeholders.setdefault(address, f"{role}-address")
        for identity in origins or ():
            placeholders.setdefault(identity, "origin")
        for identity, names, word in ((machine, machines, "machine"), (network, networks, "network")):
            if identity:
                placeholders[identity] = names.setdefault(identity, f"{word} {len(names) + 1}")
        if boot:
            placeholders[boot] = "hidden-boot"
    return Redaction(placeholders)
