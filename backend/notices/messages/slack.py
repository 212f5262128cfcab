"""A message as Slack's incoming webhooks take it; Mattermost, Rocket.Chat and others take the same. Pure."""

import json

from backend.notices.kinds import NoticeKind
from backend.notices.said import Said

_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_NOTHING = "\u200b"


def body_of(kind: NoticeKind, said: Said, site: str) -> bytes:
    title = _quiet(said.title(kind)).replace("|", "¦")
    text = f"<{site}{said.path}|{title}>\n{_quiet(said.text)}"
    return json.dumps({"text": text}, ensure_ascii=False).encode()


def _quiet(text: str) -> str:
    """Names are people's own: none calls a channel, or shows a link or a picture of its own."""
    escaped = "".join(_ESCAPES.get(c, c) for c in text)
    return (
        escaped.replace("@", f"@{_NOTHING}").replace("](", f"]{_NOTHING}(").replace("://", f":{_NOTHING}//")
    )
