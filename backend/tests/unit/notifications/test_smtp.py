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


def test_nobody_there_is_said() -> None:
    port = free_port()
    assert "refused" in smtp.problem(settings(port))
    with pytest.raises(NotSent, match="refused"):
        smtp.send(a_mail(), settings(port))
