"""Sentences that a result begins with: two at most, and nothing twice. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence

from backend.presentation.words import capital

MAX_SENTENCES = 2
NOTHING_BETTER = "Nothing is better"
NOTHING_CLEAR = "Nothing is clearly better"
"""Where a variant is left that may be better."""
NOTHING_SETTLED = "No change is settled"
CONTROL_MOVED = "The control moved as well, so nothing is settled"
_SHARED_CLAUSE = re.compile(f"({NOTHING_BETTER}|{NOTHING_CLEAR}|{NOTHING_SETTLED}|{CONTROL_MOVED})[:;] ")
"""What both answers may begin with."""
_END = re.compile(r"(?<=[^.\s]{2}[.!?])\s+(?=[A-Z“])")


def lead_of(opening: str, answers: Sequence[str]) -> list[str]:
    """The answers; where none can be trusted, the reason and the first answer."""
    return list(filter(None, [opening, *_answers_once(answers)]))[:MAX_SENTENCES]


def _answers_once(answers: Sequence[str]) -> Iterator[str]:
    """Each answer without the clause that the one before it begins with too."""
    clause = ""
    for text in answers:
        match = _SHARED_CLAUSE.match(text)
        own_clause = match[1].replace(NOTHING_CLEAR, NOTHING_BETTER) if match else ""
        rest = text[match.end() :] if match and own_clause == clause else text
        yield capital(rest) if rest.startswith("largest") else rest  # else it begins with a name
        clause = own_clause


def name_quantity(text: str, noun: str, other_verdicts: Collection[str]) -> str:
    """The answer with its quantity in a clause that verdicts on other quantities would contradict."""
    if text.startswith(NOTHING_SETTLED) and not {"better", "worse"}.isdisjoint(other_verdicts):
        return text.replace(NOTHING_SETTLED, f"No change of {noun} is settled", 1)
    clause = next((clause for clause in (NOTHING_BETTER, NOTHING_CLEAR) if text.startswith(clause)), "")
    if clause and "better" in other_verdicts:
        return text.replace(clause, f"{clause} in {noun}", 1)
    return text


def first_sentence(text: str) -> str:
    """The first sentence of a message, without its full stop: the page of the failure has the rest."""
    return _END.split(text.strip(), maxsplit=1)[0].removesuffix(".")
