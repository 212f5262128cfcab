"""What a notice says, the same to every receiver. Pure."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from backend.notifications.kinds import NoticeKind

_TITLES = {
    NoticeKind.FINISHED: "Finished",
    NoticeKind.FAILED: "Failed",
    NoticeKind.WORSE: "Worse",
    NoticeKind.NEEDS_RESTORE: "Host needs a restore",
    NoticeKind.TEST: "Test",
}
MAX_NAME_LENGTH, MAX_TEXT_LENGTH = 200, 1000


class NoticeText(BaseModel):
    """Text of a notice.

    path      path of its page
    sentence  the answer of an experiment, or what is wrong with a host

    The rest is about experiments alone, and empty where there is none.
    """

    name: str
    path: str
    sentence: str
    question: str = ""
    trust: str = ""
    cause: str = ""
    next_step: str = ""
    state: str = ""
    verdicts: list[str] = []

    def title(self, kind: NoticeKind) -> str:
        """`Worse: workers on the proxy`."""
        return f"{_TITLES[kind]}: {self.name}"

    @property
    def text(self) -> str:
        """Question, answer, trust, cause and next step, each in a line."""
        next_line = f"Next: {self.next_step}." if self.next_step else ""
        return "\n".join(filter(None, (self.question, self.sentence, self.trust, self.cause, next_line)))


def word_experiment(
    id: str, name: str, state: str, headline: Mapping[str, Any] | None, verdicts: Sequence[str]
) -> NoticeText:
    """Word a result as its page does. `headline`: as stored."""
    result = headline or {}
    lead = result.get("lead") or [result.get("sentence") or f"{state}."]
    return NoticeText(
        name=plain(name, MAX_NAME_LENGTH),
        path=f"/experiments/{id}",
        sentence=plain(" ".join(lead), MAX_TEXT_LENGTH),
        question=plain(result.get("question") or "", MAX_TEXT_LENGTH),
        trust=plain(result.get("trust_words") or "", MAX_TEXT_LENGTH),
        cause=plain(result.get("cause") or "", MAX_TEXT_LENGTH),
        next_step=plain((result.get("next_step") or {}).get("label") or "", MAX_TEXT_LENGTH),
        state=state,
        verdicts=list(verdicts),
    )


def word_host(name: str, unrestored_settings: int) -> NoticeText:
    settings = "1 setting" if unrestored_settings == 1 else f"{unrestored_settings} settings"
    trouble = (
        f"{settings} could not be restored" if unrestored_settings else "it may still have a run's settings"
    )
    advice = "Nothing is measured on it until it is restored; its page under Hosts says how."
    return NoticeText(
        name=plain(name, MAX_NAME_LENGTH), path="/hosts", sentence=f"{name}: {trouble}. {advice}"
    )


def word_test(receiver: str) -> NoticeText:
    name = plain(receiver, MAX_NAME_LENGTH)
    return NoticeText(
        name=name, path="/account/notices", sentence="This is a test. Notices of Dynoboard arrive here."
    )


def plain(text: str, longest: int) -> str:
    """One line without control characters and marks that turn text around, cut where it is too long."""
    printable = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    line = " ".join(printable.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
