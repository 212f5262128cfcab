"""A notice as a mail, with the experiment's card beside it. Pure."""

from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from backend.notifications.kinds import NoticeKind
from backend.notifications.message_text import NoticeText, plain

MAX_SUBJECT_LENGTH = 120


def mail_of(
    kind: NoticeKind,
    message: NoticeText,
    at: datetime,
    site: str,
    *,
    delivery_id: str,
    sender: str,
    to: str,
    card: bytes | None,
) -> EmailMessage:
    """`at`: when it happened. `card`: PNG. Every try has the same Message-ID: programs know it by that."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = sender, to
    # what looks like an encoded word would be decoded on its way out, line breaks included
    mail["Subject"] = plain(message.title(kind), MAX_SUBJECT_LENGTH).replace("=?", "= ?")
    mail["Date"] = format_datetime(at)
    mail["Message-ID"] = f"<{delivery_id}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(
        f"{message.title(kind)}\n\n{message.text}\n\n{site}{message.path}\n", cte="quoted-printable"
    )
    if card:
        mail.add_attachment(card, "image", "png", filename="card.png")
    return mail
