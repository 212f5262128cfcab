"""Names that people cannot tell apart. Pure."""

import unicodedata
from functools import cache
from typing import Any, cast

_ASCII_LOOKALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})


def lookalike_key(name: str) -> str:
    """What a name shares with all that look like it, in whatever case, script, width or punctuation.

    The name itself, normalised, where it has no letter and no digit.
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    latin = "".join(map(_latin_lookalike, plain)).casefold().translate(_ASCII_LOOKALIKES)
    letters = "".join(c for c in latin if unicodedata.category(c)[0] in "LMN")
    return letters.replace("rn", "m") or plain


@cache
def _latin_lookalike(character: str) -> str:
    """By the table of confusable characters of Unicode (UTS 39); the character itself without one."""
    if character.isascii():
        return character
    from confusable_homoglyphs.confusables import confusables_data  # 18 MB: for those that join

    lookalikes = cast("dict[str, list[dict[str, Any]]]", confusables_data).get(character, [])
    return next((str(entry["c"]) for entry in lookalikes if entry["c"].isascii()), character)
