"""Whom notes mention is told once: by a mark on every page until it is read, and by mail."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from backend.events import publish_after_commit
from backend.ids import new_id
from backend.login.principal import Principal
from backend.notices import outbox, said
from backend.notices.kinds import NoticeKind
from backend.notices.schemas import MentionOut
from backend.records.access import accounts_queries
from backend.records.comparisons import Comparison
from backend.records.notices import mentions_queries as queries
from backend.records.notices.mentions import UnreadMention
from backend.records.notices.mentions_queries import Noted
from backend.records.people.mentions import mentioned

MAILED_ONCE_IN = timedelta(hours=1)
"""Who is taken out of notes and named in them again is marked at once, and mailed so often."""
MOST_LISTED = 50


def notes_written(session: Session, noted: Noted, before: Collection[str], author: Principal) -> None:
    """Tell who is mentioned and was not before; call it once the notes are written, before the commit.

    before  ids of the accounts that they mentioned until then
    """
    queries.forget(session, noted, noted.mentions)
    new = [one for one in noted.mentions if one not in before and one != author.account_id]
    named = queries.accounts(session, new)
    lines = mentioned(noted.notes, {one.login for one in named})
    is_comparison = isinstance(noted, Comparison)
    path = f"/c/{noted.id}" if is_comparison else f"/experiments/{noted.id}"
    since = datetime.now(UTC) - MAILED_ONCE_IN
    for account in named:
        line = said.plain(lines.get(account.login, ""), said.LONGEST_LINE)
        session.add(
            UnreadMention(
                id=new_id(),
                account_id=account.id,
                experiment_id=None if is_comparison else noted.id,
                comparison_id=noted.id if is_comparison else None,
                by_id=author.account_id,
                line=line,
                at=datetime.now(UTC),
            )
        )
        if account.mail_when_mentioned and not queries.mailed_since(
            session, NoticeKind.MENTIONED, noted.id, account.id, since
        ):
            text = said.of_mention(noted.name, path, author.name, line)
            outbox.mail_to(session, account, NoticeKind.MENTIONED, noted.id, text)
    if named:
        publish_after_commit(session, {"type": "mention"})  # of whom, each asks for itself


def unread(session: Session, account_id: str | None) -> list[MentionOut]:
    """The newest first; nobody mentions the dashboard's token."""
    rows = queries.unread(session, account_id, MOST_LISTED) if account_id else []
    known = accounts_queries.people(session, [row.mention.by_id for row in rows])
    return [
        MentionOut(
            id=row.mention.experiment_id or row.mention.comparison_id or "",
            of="experiment" if row.mention.experiment_id else "comparison",
            name=row.experiment or row.comparison or "",
            line=row.mention.line,
            by=known.get(row.mention.by_id or ""),
            at=row.mention.at,
        )
        for row in rows
    ]
