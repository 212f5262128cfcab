"""Tokens of share links: 128 random bits, so a plain hash of one cannot be searched."""

import re
import secrets

TOKEN = "[A-Za-z0-9_-]{22}"
_WHOLE = re.compile(TOKEN)


def new_token() -> str:
    return secrets.token_urlsafe(16)


def may_be(text: str) -> bool:
    """Whether it can be one at all."""
    return _WHOLE.fullmatch(text) is not None
