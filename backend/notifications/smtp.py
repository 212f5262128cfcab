"""Handing mail to the server that the settings name."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage

from backend.notifications.web.post import NotSent
from backend.settings import Settings

WITHIN_S = 10.0
REFUSED = (smtplib.SMTPException, OSError, ValueError)


def send(mail: EmailMessage, settings: Settings) -> str:
    """What came of it, in words; NotSent where the server did not take it."""
    try:
        with _server(settings) as server:
            server.send_message(mail)
    except smtplib.SMTPRecipientsRefused as error:
        code, reply = next(iter(error.recipients.values()))
        raise NotSent(f"the mail server refuses the address: {code} {_text(reply)}") from None
    except REFUSED as error:
        raise NotSent(f"the mail server: {_words(error)}") from None
    return "the mail server took it"


def problem(settings: Settings) -> str:
    """Why the server cannot be used now; empty: it can."""
    try:
        with _server(settings) as server:
            server.noop()
    except REFUSED as error:
        return _words(error)
    return ""


@contextmanager
def _server(settings: Settings) -> Iterator[smtplib.SMTP]:
    endpoint = (settings.smtp_host, settings.smtp_port)
    context = ssl.create_default_context(cafile=str(settings.smtp_ca) if settings.smtp_ca else None)
    if settings.smtp_tls == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(*endpoint, timeout=WITHIN_S, context=context)
    else:
        server = smtplib.SMTP(*endpoint, timeout=WITHIN_S)
    with server:
        if settings.smtp_tls == "starttls":
            server.starttls(context=context)
        if settings.smtp_password:
            server.login(settings.smtp_user, settings.smtp_password.get_secret_value())
        yield server


def _words(error: Exception) -> str:
    return _text(getattr(error, "smtp_error", None) or error or type(error).__name__)


def _text(reply: object) -> str:
    return (reply.decode("utf-8", "replace") if isinstance(reply, bytes) else str(reply))[:200]
