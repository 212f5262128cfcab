"""Notices are written in the transaction of what they tell; what was rolled back is told to nobody."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.database import after_commit
from backend.ids import new_id
from backend.notifications import message_text
from backend.notifications.kinds import NoticeKind, kinds_of_end
from backend.notifications.message_text import NoticeText
from backend.records.access import accounts_queries
from backend.records.access.accounts import Account
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.records.notifications import notices_queries as queries
from backend.records.notifications.notices import Delivery, Notice, Receiver
from backend.settings import get_settings
from backend.task_queue import send_notices

MIN_NOTICE_INTERVAL = timedelta(minutes=10)
"""Between two notices of the same host."""


def experiment_ended(session: Session, experiment: Experiment) -> None:
    """Call it once its headline is kept."""
    verdicts = experiment.verdicts or []
    kinds = kinds_of_end(experiment.state, verdicts)
    receivers = queries.asking_for(session, kinds) if kinds else ()
    owner = _who_wants_mail(session, experiment.owner_id) if kinds else None
    if receivers or owner:
        text = message_text.word_experiment(
            experiment.id, experiment.name, experiment.state, experiment.headline, verdicts
        )
        _write(session, kinds[0], experiment.id, text, receivers, owner)


def _who_wants_mail(session: Session, owner_id: str | None) -> str | None:
    """The owner's id, who asked for it."""
    owner = accounts_queries.account(session, owner_id) if owner_id else None
    return owner_id if owner and owner.mail_when_done and _has_mail(owner) else None


def _has_mail(account: Account) -> bool:
    return bool(account.email and not account.disabled_at and get_settings().smtp_host)


def host_needs_restore(session: Session, host: Host) -> None:
    """Call it once its unrestored settings are noted."""
    receivers = queries.asking_for(session, [NoticeKind.NEEDS_RESTORE])
    since = datetime.now(UTC) - MIN_NOTICE_INTERVAL
    if receivers and not queries.told_since(session, NoticeKind.NEEDS_RESTORE, host.id, since):
        _write(
            session,
            NoticeKind.NEEDS_RESTORE,
            host.id,
            message_text.word_host(host.name, len(host.unrestored_settings)),
            receivers,
        )


def test_of(session: Session, receiver: Receiver) -> Delivery:
    """A notice that says nothing else."""
    return _write(session, NoticeKind.TEST, "", message_text.word_test(receiver.name), [receiver.id])[0]


def _write(
    session: Session,
    kind: NoticeKind,
    subject: str,
    text: NoticeText,
    receiver_ids: Sequence[str],
    account_id: str | None = None,
) -> list[Delivery]:
    notice = Notice(id=new_id(), kind=kind, subject=subject, said=text.model_dump())
    deliveries = [Delivery(id=new_id(), notice_id=notice.id, receiver_id=id) for id in receiver_ids]
    if account_id:
        deliveries.append(Delivery(id=new_id(), notice_id=notice.id, account_id=account_id))
    session.add(notice)
    session.flush()
    session.add_all(deliveries)
    session.flush()
    after_commit(session, send_notices)
    return deliveries
