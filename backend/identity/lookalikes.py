"""Names that people cannot tell apart. Pure."""

import unicodedata
from functools import cache
from typing import Any, cast

_ASCII_LOOKALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})


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
