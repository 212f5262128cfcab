"""Passwords: what is taken as one, and argon2 for what is kept of it."""

from functools import cache
from typing import Annotated

from pwdlib import PasswordHash
from pydantic import Field

from backend.errors import Invalid

MIN_LENGTH, MAX_LENGTH = 12, 256
HASHER = PasswordHash.recommended()
"""argon2id with 64 MiB: two at once, as the limit for strangers allows, are all that a flood can ask for."""

NewPassword = Annotated[str, Field(min_length=MIN_LENGTH, max_length=MAX_LENGTH)]


def hash_of(password: str) -> str:
    return HASHER.hash(password)


def fits(password: str, password_hash: str | None) -> bool:
    """Whether it is this password; where none is kept it takes as long to say no."""
    return HASHER.verify(password, password_hash or _of_nobody()) and password_hash is not None


def refuse_name(place: str, password: str, login: str) -> None:
    """Invalid for a password that is the name and a little more."""
    if login in password.lower():
        raise Invalid.at(place, "must not contain your name")


@cache
def _of_nobody() -> str:
    return HASHER.hash("nobody's")
