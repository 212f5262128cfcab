"""What people sign in by. Pure."""

import re
import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field

_LOGIN = re.compile(r"[a-z0-9][a-z0-9._@+-]{0,63}")
UNNAMED = "owner"
RESERVED = ("me", "token")
"""Words that searches have for whoever asks, and for the dashboard's token."""


def _login(text: str) -> str:
    login = text.strip().lower()
    if not _LOGIN.fullmatch(login):
        raise ValueError(
            "must be letters of a to z, digits or . _ @ + -, at most 64, such as ada or ada@team"
        )
    if login in RESERVED:
        raise ValueError(f"“{login}” means something else in a search; choose another name")
    return login


LoginName = Annotated[str, Field(max_length=80), AfterValidator(_login)]


def login_of(user: str) -> str:
    """A login name from a user's name on a machine, whatever that is made of."""
    plain = unicodedata.normalize("NFKD", user).encode("ascii", "ignore").decode().lower()
    login = re.sub(r"[^a-z0-9._@+-]+", "-", plain).strip("-._@+")[:64]
    return login if _LOGIN.fullmatch(login) and login not in RESERVED else UNNAMED
