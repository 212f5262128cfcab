"""docs/notices.md: the check of a signature that stands there takes ours, and no other."""

import re
import time
from pathlib import Path
from typing import Any

import pytest

from backend.notifications.kinds import _PAUSES_S, MAX_TRIES
from backend.notifications.messages import webhook
from backend.settings import Settings

DOCS = (Path(__file__).parents[4] / "docs/notices.md").read_text("utf-8")
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"type": "test"}'


@pytest.fixture(scope="module")
def is_genuine() -> Any:
    """The function that stands in the docs."""
    (code,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    return names["is_genuine"]


def test_what_we_send_is_genuine(is_genuine: Any) -> None:
    assert is_genuine(SECRET, webhook.headers_of(SECRET, "d1", int(time.time()), BODY), BODY)


def test_what_others_change_or_send_later_is_not(is_genuine: Any) -> None:
    now = int(time.time())
    sent = webhook.headers_of(SECRET, "d1", now, BODY)
    other = "whsec_" + "A" * 32
    assert not is_genuine(SECRET, sent, BODY + b" ")
    assert not is_genuine(other, sent, BODY)
    assert not is_genuine(SECRET, sent | {"webhook-id": "d2"}, BODY)
    assert not is_genuine(SECRET, sent | {"webhook-timestamp": str(now + 1)}, BODY)
    assert not is_genuine(SECRET, webhook.headers_of(SECRET, "d1", now - 3600, BODY), BODY)


def test_settings_and_pauses_are_those_of_the_code() -> None:
    named = set(re.findall(r"DYNO_((?:SMTP|MAIL|PUBLIC|WEBHOOK)_[A-Z]+)", DOCS))
    ours = {name.upper() for name in Settings.model_fields}
    assert named <= ours
    assert {name for name in ours if name.startswith(("SMTP_", "MAIL_", "WEBHOOK_"))} <= named
    assert "10 s, 1 min, 5 min, 30 min, 2 h and 6 h" in DOCS
    assert _PAUSES_S == (10, 60, 300, 1800, 7200, 21600)
    assert MAX_TRIES == 7, "as the page of notices says"
