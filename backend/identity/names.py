"""Names that people sign in by and are shown as. Pure."""

import re
import unicodedata
from collections.abc import Collection
from functools import cache
from typing import Annotated, Any, cast

from pydantic import AfterValidator, Field

_LOGIN = re.compile(r"[a-z0-9][a-z0-9._@+-]{0,63}")
UNNAMED, OWNER_NAME = "owner", "the dashboard's token"
RESERVED = ("me", "token")
"""Words that searches have for whoever asks, and for the dashboard's token."""
OWNERS = (OWNER_NAME, UNNAMED, "root", "nobody", "somebody", "dynoboard")
"""Names of the machine's owner and of the dashboard: nobody joins with them."""
_ASCII_LOOKALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})


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


def is_taken(name: str, other_names: Collection[str]) -> bool:
    """Whether somebody could take this name for another person's."""
    return lookalike_key(name) in set(map(lookalike_key, other_names))


def login_of(user: str) -> str:
    """A login name from a user's name on a machine, whatever that is made of."""
    plain = unicodedata.normalize("NFKD", user).encode("ascii", "ignore").decode().lower()
    login = re.sub(r"[^a-z0-9._@+-]+", "-", plain).strip("-._@+")[:64]
    return login if _LOGIN.fullmatch(login) and login not in RESERVED else UNNAMED


def lookalike_key(name: str) -> str:
    """Skeleton that a name shares with all that look like it, in any case, script, width or punctuation.

    The name itself, normalised, where it has no letter and no digit.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    latin = "".join(map(_latin_lookalike, plain)).casefold().translate(_ASCII_LOOKALIKES)
    letters = "".join(c for c in latin if unicodedata.category(c)[0] in "LMN")
    return letters.replace("rn", "m") or plain


@cache
def _latin_lookalike(character: str) -> str:
    """Map a character by Unicode's table of confusables (UTS 39); to itself where it is in none."""
    if character.isascii():
        return character
    from confusable_homoglyphs.confusables import confusables_data  # 18 MB: for those that join

    lookalikes = cast("dict[str, list[dict[str, Any]]]", confusables_data).get(character, [])
    return next((str(entry["c"]) for entry in lookalikes if entry["c"].isascii()), character)
