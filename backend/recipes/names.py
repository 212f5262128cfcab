"""The name by which a recipe is launched, made from its title. Pure."""

import re
import unicodedata

MAX_LENGTH = 80


def slug_of(title: str) -> str:
    """“Keep-alive, tuned” → `keep-alive-tuned`, in any script; empty where there is no letter or digit."""
    plain = unicodedata.normalize("NFKC", title).lower()
    words = re.findall(r"[^\W_]+", plain)
    return "-".join(words)[:MAX_LENGTH].strip("-")
