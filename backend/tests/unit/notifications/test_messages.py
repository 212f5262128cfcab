"""What a notice looks like: signed, quiet whatever names say, and one mail to one address."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest

from backend.fields import mail_address
from backend.notifications.kinds import MAX_TRIES, NoticeKind, kinds_of_end, pause_after
from backend.notifications.message_text import NoticeText, plain, word_experiment, word_host
from backend.notifications.messages import mail, slack, webhook

AT = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
SITE = "https://dyno.test"
SENTENCE = "workers 1 lowers throughput: 19.1k → 5.83k req/s (−69%)."
RESULT = {
    "question": "Do workers help?",
    "sentence": SENTENCE,
    "trust": {"level": "green"},
    "trust_words": "Trustworthy.",
    "cause": "Because.",
    "next_step": {"label": "Change and measure"},
}
SAID = word_experiment("e1", "workers", "finished", RESULT, ["worse"])


def test_which_ends_are_told_as_what() -> None:
    assert kinds_of_end("finished", ["better"]) == [NoticeKind.FINISHED]
    assert kinds_of_end("finished", ["better", "worse"]) == [NoticeKind.WORSE, NoticeKind.FINISHED]
    assert kinds_of_end("failed", ["worse"]) == [NoticeKind.FAILED, NoticeKind.WORSE]
    assert kinds_of_end("cancelled", ["worse"]) == []


def test_pauses_grow_and_end() -> None:
    pauses = [pause_after(n) for n in range(1, MAX_TRIES + 1)]
    assert pauses[-1] is None
    known = [p for p in pauses if p]
    assert known == sorted(known)
    assert len(known) == MAX_TRIES - 1


def test_a_webhook_says_what_the_headline_says() -> None:
    body = json.loads(webhook.body_of(NoticeKind.WORSE, "e1", SAID, AT, SITE))
    assert body["type"] == "experiment.finished"
    answer = {name: body["data"][name] for name in ("question", "sentence", "trust", "cause", "next_step")}
    assert answer == {
        "question": "Do workers help?",
        "sentence": SENTENCE,
        "trust": "Trustworthy.",
        "cause": "Because.",
        "next_step": "Change and measure",
    }
    assert body["data"]["experiment"] == {
        "id": "e1",
        "name": "workers",
        "url": f"{SITE}/experiments/e1",
        "state": "finished",
        "verdicts": ["worse"],
        "card_url": f"{SITE}/api/v1/experiments/e1/card.png",
    }


def test_a_notice_reads_as_the_page_does() -> None:
    assert SAID.text.splitlines() == [
        "Do workers help?",
        SENTENCE,
        "Trustworthy.",
        "Because.",
        "Next: Change and measure.",
    ]


def test_the_signature_is_that_of_the_standard() -> None:
    """Secret, message and signature as the specification prints them."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    made = webhook.signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert made == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_signature_covers_id_time_and_body() -> None:
    secret = webhook.PREFIX + base64.b64encode(b"k" * 32).decode()
    first = webhook.signature(secret, "d1", 1, b"{}")
    assert base64.b64decode(first[3:]) == hmac.new(b"k" * 32, b"d1.1.{}", hashlib.sha256).digest()
    others = [("d2", 1, b"{}"), ("d1", 2, b"{}"), ("d1", 1, b"{ }")]
    assert first not in [webhook.signature(secret, *other) for other in others]


def test_a_chat_is_called_by_nobodys_name() -> None:
    evil = "<!channel> @here <https://evil.test|click> [x](https://evil.test) ![](//e) |"
    text = json.loads(slack.body_of(NoticeKind.FINISHED, SAID.model_copy(update={"name": evil}), SITE))[
        "text"
    ]
    assert text.startswith(f"<{SITE}/experiments/e1|")
    rest = text.removeprefix(f"<{SITE}/experiments/e1|")
    assert [rest.count(sign) for sign in "<>|"] == [0, 1, 0]
    assert not [bad for bad in ("@here", "](", "https://evil") if bad in rest]


def mailed(
    said: NoticeText, kind: NoticeKind = NoticeKind.FINISHED, card: bytes | None = None
) -> EmailMessage:
    made = mail.mail_of(
        kind, said, AT, SITE, delivery_id="d1", sender="dyno@x.test", to="ada@x.test", card=card
    )
    read = message_from_bytes(made.as_bytes(), policy=default)
    assert isinstance(read, EmailMessage)
    return read


def test_a_mail_has_the_sentence_the_link_and_the_card() -> None:
    read = mailed(SAID, NoticeKind.WORSE, b"\x89PNG")
    assert read["Subject"] == "Worse: workers"
    assert (read["From"], read["To"], read["Message-ID"]) == ("dyno@x.test", "ada@x.test", "<d1@x.test>")
    body = read.get_body()
    assert body is not None
    text = body.get_content()
    assert not [part for part in (SENTENCE, "Because.", f"{SITE}/experiments/e1") if part not in text]
    (card,) = read.iter_attachments()
    assert (card.get_content_type(), card.get_content()) == ("image/png", b"\x89PNG")


@pytest.mark.parametrize(
    "name",
    [
        "a\r\nBcc: all@x.test",
        "a\nTo: all@x.test\n\nbody",
        "a\u2028b\u0085c",
        "übergroß – 工作 🚀",
        "\u202egnp.exe",
        "x" * 100_000,
        "é" * 100_000,
        "=?utf-8?q?a=0D=0ABcc:_b?=",
    ],
)
def test_names_end_no_header_and_fill_no_mail(name: str) -> None:
    read = mailed(word_experiment("e1", name, "finished", {"sentence": name, "cause": name}, []))
    assert set(read.keys()) == {
        *("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted"),
        *("MIME-Version", "Content-Type", "Content-Transfer-Encoding"),
    }
    assert read["To"] == "ada@x.test"
    assert len(str(read["Subject"])) <= mail.MAX_SUBJECT_LENGTH + 5
    assert len(read.as_bytes()) < 30_000
    assert "\u202e" not in str(read["Subject"])


def test_a_name_of_other_letters_arrives_as_it_is() -> None:
    said = word_experiment("e1", "übergroß – 工作 🚀", "finished", None, [])
    assert mailed(said)["Subject"] == "Finished: übergroß – 工作 🚀"


@pytest.mark.parametrize(
    "address",
    [
        *("", "ada", "ada@", "@x.test", "ada@x.test, bob@x.test", "Ada <ada@x.test>", "ada@x.test\n"),
        *("a b@x.test", "ada@x.test\r\nBcc: b@x.test", "ädä@x.test", "ada@-x.test", '"a"@x.test'),
        *("a" * 250 + "@x.test", "-oQ@x.test"),
    ],
)
def test_one_mail_address_is_one(address: str) -> None:
    with pytest.raises(ValueError, match="one mail address"):
        mail_address(address)


def test_lines_are_one_and_bounded() -> None:
    assert plain("a\r\n\tb\x00c", 10) == "a b c"
    assert plain("abcdef", 4) == "abc…"
    assert word_host("lab-1", 2).sentence.startswith("lab-1: 2 settings could not be restored. ")
    assert "1 setting could" in word_host("lab-1", 1).sentence
