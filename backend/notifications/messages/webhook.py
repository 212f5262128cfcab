"""The body of a webhook and its signature, as the Standard Webhooks specification has them. Pure."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime
from typing import Any

from backend.notifications.kinds import NoticeKind
from backend.notifications.message_text import NoticeText

PREFIX, SECRET_BYTES = "whsec_", 32


def body_of(kind: NoticeKind, subject: str, message: NoticeText, at: datetime, site: str) -> bytes:
    """JSON; the same at every try."""
    about: dict[str, Any] = {"id": subject, "name": message.name, "url": f"{site}{message.path}"}
    data: dict[str, Any] = {"title": message.title(kind), "sentence": message.sentence}
    if message.state:
        data |= {
            "question": message.question,
            "trust": message.trust,
            "cause": message.cause,
            "next_step": message.next_step,
        }
        about |= {"state": message.state, "verdicts": message.verdicts}
        about["card_url"] = f"{site}/api/v1/experiments/{subject}/card.png"
        data["experiment"] = about
    elif kind is NoticeKind.NEEDS_RESTORE:
        data["host"] = about
    envelope = {"type": type_of(kind, message), "timestamp": at.astimezone(UTC).isoformat(), "data": data}
    return json.dumps(envelope, ensure_ascii=False).encode()


def type_of(kind: NoticeKind, message: NoticeText) -> str:
    """`experiment.finished` also for what is told as worse: its verdicts say so."""
    if message.state:
        return f"experiment.{message.state}"
    # `host.dirty`, which receivers know, until 0.2.0
    return "host.dirty" if kind is NoticeKind.NEEDS_RESTORE else "test"


def signature(secret: str, delivery_id: str, timestamp: int, body: bytes) -> str:
    """`v1,` and the HMAC-SHA256 of `id.timestamp.body` in base 64."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    content = f"{delivery_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()


def headers_of(secret: str, delivery_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    return {
        "webhook-id": delivery_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, delivery_id, timestamp, body),
    }
