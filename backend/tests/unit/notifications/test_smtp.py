"""Mail goes to a real server, over TLS with a password, and what it says against it is told."""

from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from agents.tests.ports import free_port
from backend.cli.embedded.authority import authority
from backend.notifications import smtp
from backend.notifications.web.post import NotSent
from backend.settings import Settings
from backend.tests.receivers import mail_server, server_context


def settings(port: int, **more: Any) -> Settings:
    given: dict[str, Any] = {"smtp_tls": "none"} | more
    return Settings(smtp_host="127.0.0.1", smtp_port=port, mail_from="dyno@x.test", **given)


def a_mail() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "dyno@x.test", "ada@x.test", "Finished: workers"
    made.set_content("It is done.\n")
    return made


def test_over_tls_with_a_password(tmp_path: Path) -> None:
    ca = authority(tmp_path / "ca")
    context = server_context(ca, ["127.0.0.1"], tmp_path)
    with mail_server(context) as sink:
        asked = {"smtp_tls": "starttls", "smtp_user": "dyno", "smtp_password": "secret"}
        trusting = settings(sink.port, smtp_ca=ca.certificate, **asked)
        assert smtp.send(a_mail(), trusting) == "the mail server took it"
        assert smtp.problem(trusting) == ""
        with pytest.raises(NotSent, match="certificate"):
            smtp.send(a_mail(), settings(sink.port, **asked))
        assert sink.users == ["\0dyno\0secret"] * 2, "the password went to nobody else"
        assert b"Subject: Finished: workers" in sink.came[0]


def test_a_server_without_tls_gets_nothing_where_tls_is_asked_for() -> None:
    with mail_server() as sink:
        with pytest.raises(NotSent, match="STARTTLS"):
            smtp.send(a_mail(), settings(sink.port, smtp_tls="starttls"))
        assert sink.came == []


def test_an_address_that_it_refuses_is_said() -> None:
    with mail_server() as sink:
        sink.refuse = "ada@x.test"
        with pytest.raises(NotSent, match="550 nobody of that name"):
            smtp.send(a_mail(), settings(sink.port))


def test_a_sender_that_has_to_sign_in_first_is_said_before_a_mail_is_due() -> None:
    with mail_server() as sink:
        sink.refuse_senders = True
        assert smtp.problem(settings(sink.port)) == "530 sign in first"


def test_a_private_ca_is_asked_for_where_the_certificate_is_not_good(tmp_path: Path) -> None:
    context = server_context(authority(tmp_path / "ca"), ["127.0.0.1"], tmp_path)
    with mail_server(context) as sink:
        reason = smtp.problem(settings(sink.port, smtp_tls="starttls"))
    assert reason.startswith("its certificate is not good: ")
    assert reason.endswith("DYNO_SMTP_CA names a private CA")


@pytest.mark.parametrize(
    ("content", "reason"), [(None, "No such file or directory"), ("no certificate", "it is no PEM")]
)
def test_a_ca_that_cannot_be_read_is_named(tmp_path: Path, content: str | None, reason: str) -> None:
    ca = tmp_path / "ca.pem"
    if content:
        ca.write_text(content)
    assert smtp.problem(settings(1, smtp_ca=ca)) == f"DYNO_SMTP_CA {ca} cannot be read: {reason}"


def test_a_password_that_smtplib_cannot_send_is_said() -> None:
    with mail_server() as sink:
        reason = smtp.problem(settings(sink.port, smtp_user="dyno", smtp_password="pässword"))
    assert reason == "DYNO_SMTP_USER and DYNO_SMTP_PASSWORD can have ASCII only"


def test_a_port_without_tls_is_said() -> None:
    with mail_server() as sink:
        assert "check its port" in smtp.problem(settings(sink.port, smtp_tls="tls"))


def test_nobody_there_is_said() -> None:
    port = free_port()
    assert smtp.problem(settings(port)) == "Connection refused"
    with pytest.raises(NotSent, match="refused"):
        smtp.send(a_mail(), settings(port))
