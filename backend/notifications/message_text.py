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


class Said(BaseModel):
    """`path`: of its page. `state` and `verdicts`: of an experiment, as `sentence`, `trust` and `cause`."""

    name: str
    path: str
    sentence: str
    trust: str = ""
    cause: str = ""
    state: str = ""
    verdicts: list[str] = []

    def title(self, kind: NoticeKind) -> str:
        """`Worse: workers on the proxy`."""
        return f"{_TITLES[kind]}: {self.name}"

    @property
    def text(self) -> str:
        """Sentence, trust and cause, each in a line."""
        return "\n".join(filter(None, (self.sentence, self.trust, self.cause)))


def of_experiment(
    id: str, name: str, state: str, headline: Mapping[str, Any] | None, verdicts: Sequence[str]
) -> Said:
    """`headline`: as it is kept with the experiment."""
    result = headline or {}
    return Said(
        name=plain(name, MAX_NAME_LENGTH),
        path=f"/experiments/{id}",
        sentence=plain(result.get("sentence") or f"{state}.", MAX_TEXT_LENGTH),
        trust=plain(result.get("trust_words") or "", MAX_TEXT_LENGTH),
        cause=plain(result.get("cause") or "", MAX_TEXT_LENGTH),
        state=state,
        verdicts=list(verdicts),
    )


def of_host(name: str, unrestored_settings: int) -> Said:
    settings = "1 setting" if unrestored_settings == 1 else f"{unrestored_settings} settings"
    trouble = f"{settings} could not be restored" if unrestored_settings else "it may still be changed"
    then = "nothing is measured on it until it is restored; its page under Hosts says how"
    return Said(name=plain(name, MAX_NAME_LENGTH), path="/hosts", sentence=f"{name}: {trouble}; {then}.")


def a_test(receiver: str) -> Said:
    name = plain(receiver, MAX_NAME_LENGTH)
    return Said(
        name=name, path="/account/notices", sentence="This is a test. Notices of Dynoboard arrive here."
    )


def plain(text: str, longest: int) -> str:
    """One line without control characters and marks that turn text around, cut where it is too long."""
    printable = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    line = " ".join(printable.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
