"""A message as Slack's incoming webhooks take it; Mattermost, Rocket.Chat and others take the same. Pure."""

import json

from backend.notifications.kinds import NoticeKind
from backend.notifications.message_text import NoticeText

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_NOTHING = "\u200b"


def body_of(kind: NoticeKind, message: NoticeText, site: str) -> bytes:
    title = _quiet(message.title(kind)).replace("|", "¦")
    text = f"<{site}{message.path}|{title}>\n{_quiet(message.text)}"
    return json.dumps({"text": text}, ensure_ascii=False).encode()


def _quiet(text: str) -> str:
    """Names are people's own: none calls a channel, or shows a link or a picture of its own."""
    escaped_text = "".join(_ESCAPES.get(c, c) for c in text)
    return (
        escaped_text.replace("@", f"@{_NOTHING}")
        .replace("](", f"]{_NOTHING}(")
        .replace("://", f":{_NOTHING}//")
    )
