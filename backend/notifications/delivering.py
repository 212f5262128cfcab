"""Sending what is due: claimed in one transaction, sent in none, noted in another.

A worker that ends in between has sent it or not: its claim ends, and it is sent once more.
"""

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock

from backend.database import transaction
from backend.notifications import smtp
from backend.notifications.kinds import DeliveryState, NoticeKind, NoticeWay, pause_after
from backend.notifications.message_text import NoticeText, plain
from backend.notifications.messages import mail, slack, webhook
from backend.notifications.site import site_of
from backend.notifications.web.addresses import allowed_by
from backend.notifications.web.post import NotSent, post
from backend.notifications.web.urls import BadUrl, read
from backend.records.access.accounts import Account
from backend.records.notifications import notices_queries as queries
from backend.records.notifications.notices_queries import Row
from backend.settings import Settings, get_settings

LEASE = timedelta(minutes=6)  # a mail server may take a minute for each of four answers
AT_ONCE_S = 60
KEEP, MAX_KEPT = timedelta(days=30), 2000
OWN_FAULT = "an error of Dynoboard itself: the worker's log has it"
CardOf = Callable[[str], bytes | None]
"""The picture of an experiment by its id, PNG; None: there is none."""

log = logging.getLogger(__name__)
_delivery_lock = Lock()
"""Receivers may be slow: they get one thread of the worker, whatever waits."""


def send_due(card_of: CardOf) -> None:
    """Send what is due, for about a minute; the sweep asks again."""
    if not _delivery_lock.acquire(blocking=False):
        return
    try:
        until = time.monotonic() + AT_ONCE_S
        while time.monotonic() < until and _send_one(card_of):
            pass
        with transaction() as session:
            queries.remove_old(session, datetime.now(UTC) - KEEP, MAX_KEPT)
    finally:
        _delivery_lock.release()


def _send_one(card_of: CardOf) -> bool:
    """False where nothing is due."""
    with transaction() as session:
        row = queries.claim(session, datetime.now(UTC), LEASE)
    if row is None:
        return False
    try:
        outcome, is_sent = _send(row, card_of, get_settings()), True
    except (NotSent, BadUrl) as error:
        outcome, is_sent = str(error), False
    except Exception:  # one that cannot be sent must not hold up the others
        log.exception("notice %s could not be sent", row.notice.id)
        outcome, is_sent = OWN_FAULT, False
    now = datetime.now(UTC)
    values = _outcome(is_sent, row.delivery.tries, now) | {"outcome": plain(outcome, 300)}
    with transaction() as session:
        queries.note(session, row.delivery.id, row.delivery.tries, values)
    if not is_sent:
        log.warning("delivery %s, try %s: %s", row.delivery.id, row.delivery.tries, outcome)
    return True


def _outcome(is_sent: bool, tries: int, now: datetime) -> dict[str, object]:
    if is_sent:
        return {"state": DeliveryState.DELIVERED, "ended_at": now}
    pause = pause_after(tries)
    return {"next_at": now + pause} if pause else {"state": DeliveryState.GIVEN_UP, "ended_at": now}


def _send(row: Row, card_of: CardOf, settings: Settings) -> str:
    kind, message = NoticeKind(row.notice.kind), NoticeText.model_validate(row.notice.said)
    site = site_of(settings)
    to = row.receiver
    if to is None or to.way == NoticeWay.MAIL:
        address = to.address if to else _address_of(row.account)
        return _mail(row, kind, message, address, card_of, settings)
    allowlist = allowed_by(settings.webhook_hosts)
    headers = {"Content-Type": "application/json", "User-Agent": "Dynoboard"}
    if to.way == NoticeWay.SLACK:
        body = slack.body_of(kind, message, site)
    else:
        body = webhook.body_of(kind, row.notice.subject, message, row.notice.created_at, site)
        headers |= webhook.headers_of(to.secret or "", row.delivery.id, int(time.time()), body)
    return post(read(to.address, allowlist), body, headers, allowlist)


def _mail(
    row: Row, kind: NoticeKind, message: NoticeText, address: str | None, card_of: CardOf, settings: Settings
) -> str:
    if not settings.smtp_host:
        raise NotSent("no mail server: DYNO_SMTP_HOST is not set")
    if not address:
        raise NotSent("the account has no mail address any more")
    mail_message = mail.mail_of(
        kind,
        message,
        row.notice.created_at,
        site_of(settings),
        delivery_id=row.delivery.id,
        sender=settings.mail_from,
        to=address,
        card=_card(card_of, row.notice.subject) if message.state else None,
    )
    return smtp.send(mail_message, settings)


def _address_of(account: Account | None) -> str | None:
    return account.email if account and not account.disabled_at else None


def _card(card_of: CardOf, experiment_id: str) -> bytes | None:
    """The mail goes without a picture where none can be drawn."""
    try:
        return card_of(experiment_id)
    except Exception:
        log.exception("no card of %s", experiment_id)
        return None
