"""Handing mail to the server that the settings name."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage

from backend.errors import reason_of
from backend.notifications.web.post import NotSent
from backend.settings import Settings

WITHIN_S, TAKEN_WITHIN_S = 10.0, 60.0
"""A connection; each answer to a mail, which a server may filter or delay first."""
OK = 250
REFUSED = (smtplib.SMTPException, OSError, ValueError)


def send(mail: EmailMessage, settings: Settings) -> str:
    """What came of it, in words; NotSent where the server did not take it."""
    try:
        with _server(settings, TAKEN_WITHIN_S) as server:
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
        with _server(settings, WITHIN_S) as server:
            server.ehlo_or_helo_if_needed()
            code, reply = server.mail(settings.mail_from)  # some refuse only here who has not signed in
            return "" if code == OK else f"{code} {_text(reply)}"
    except NotSent as error:
        return str(error)
    except REFUSED as error:
        return _words(error)


@contextmanager
def _server(settings: Settings, answers_within_s: float) -> Iterator[smtplib.SMTP]:
    endpoint = (settings.smtp_host, settings.smtp_port)
    context = _context(settings)
    if settings.smtp_tls == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(*endpoint, timeout=WITHIN_S, context=context)
    else:
        server = smtplib.SMTP(*endpoint, timeout=WITHIN_S)
    with server:
        if settings.smtp_tls == "starttls":
            server.starttls(context=context)
        if settings.smtp_password:
            _login(server, settings.smtp_user, settings.smtp_password.get_secret_value())
        if server.sock:
            server.sock.settimeout(answers_within_s)
        yield server


def _context(settings: Settings) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=str(settings.smtp_ca) if settings.smtp_ca else None)
    except OSError as error:
        reason = "it is no PEM" if isinstance(error, ssl.SSLError) else error.strerror
        raise NotSent(f"DYNO_SMTP_CA {settings.smtp_ca} cannot be read: {reason}") from None


def _login(server: smtplib.SMTP, user: str, password: str) -> None:
    try:
        server.login(user, password)
    except UnicodeEncodeError:  # a limit of smtplib
        raise NotSent("DYNO_SMTP_USER and DYNO_SMTP_PASSWORD can have ASCII only") from None


def _words(error: Exception) -> str:
    reply = getattr(error, "smtp_error", None)
    reason = _text(reply) if reply else reason_of(error)
    return f"{reason}; DYNO_SMTP_CA names a private CA" if "certificate" in reason else reason


def _text(reply: object) -> str:
    return (reply.decode("utf-8", "replace") if isinstance(reply, bytes) else str(reply))[:200]
