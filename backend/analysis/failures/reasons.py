"""Reasons why nothing could be measured or compared: each once, with its variants. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from agents.contract.reports import (
    AGENT_RESTARTED,
    AGENT_STOPPED,
    HOST_BUSY,
    NOT_READY,
    SERVER_CHANGED,
    Failure,
)
from agents.contract.space import NO_SPACE
from backend.analysis.headlines.lead import first_sentence
from backend.presentation.words import few

NO_CANDIDATE = "no_candidate"
"""Code of an experiment that ended because nothing was left to compare."""
BASELINE_FAILED, NO_TRIAL = "baseline_failed", "no_trial"
UNANSWERED = frozenset({"failed_requests", "no_request", "connections"})
"""Codes of findings about requests that the server did not answer well."""
OWN_FINDINGS = UNANSWERED | {"changed_body"}
"""Codes of findings that take an attempt out for reasons of the run; other ones are the host's."""
EXTERNAL_UNREACHABLE = "external_unreachable"
"""Cause in place of `target_unreachable` where the server is not Dynoboard's own, and may come back."""
MAX_REASONS = 4
_PORT = re.compile(r"(?<=//)([^/\s]+):\d+")
"""In an address of a message: each start of a server takes another one."""
_AWAY, _HELD = "Its host has to be there again.", "Something else held or changed the host."
_HOST = "Look at the log of its host's agent first."
PASSING: Mapping[str, str] = {
    "host_offline": _AWAY,
    "host_lost": _AWAY,
    AGENT_STOPPED: _AWAY,
    AGENT_RESTARTED: _AWAY,
    "no_report": _AWAY,
    "expired": _AWAY,
    HOST_BUSY: _HELD,
    "host_lock": _HELD,
    "host_touched": _HELD,
    "host_needs_restore": "Restore the host first.",
    "host_removed": "Choose a testbed whose hosts are there.",
    "agent_version": "Bring its agent to this version first.",
    "tool_missing": "Install what is missing first.",
    "no_free_port": "Free the port first.",
    EXTERNAL_UNREACHABLE: "The server at origin.address has to answer again.",
    NO_SPACE: "Make room on the host first.",
    NOT_READY: "A load tool was not ready in time.",
    SERVER_CHANGED: "It is planned with the server as it is now.",
    "agent_error": _HOST,
    "agent_io": _HOST,
    "journal": _HOST,
    "restored": "A backup was restored meanwhile.",
}
"""Codes of failures that need no other definition: what has to happen before the same is launched again."""


class Loss(NamedTuple):
    """A run or trial without a result: the run's name, and its failure or invalid finding."""

    name: str
    cause: Mapping[str, Any]

    @property
    def key(self) -> tuple[str, str]:
        """Equal for one reason: findings of a code differ in figures alone, failures in ports."""
        message = "" if "level" in self.cause else _without_port(str(self.cause["message"]))
        return str(self.cause["code"]), message

    @property
    def message(self) -> str:
        """First sentence of the reason; of a finding its first clause, as the next says what that means."""
        message = first_sentence(str(self.cause["message"]))
        return message.partition("; ")[0] if "level" in self.cause else message


def _without_port(message: str) -> str:
    return _PORT.sub(r"\1", message)


def list_reasons(losses: Sequence[Loss]) -> str:
    """`a, b: unknown directive “x”; c: 17 requests failed`, in the order in which the reasons came."""
    names: dict[tuple[str, str], list[str]] = {}
    messages: dict[tuple[str, str], str] = {}
    for loss in losses:
        messages.setdefault(loss.key, loss.message)
        names.setdefault(loss.key, []).append(loss.name)
    unlike = {loss.key for loss in losses if _without_port(loss.message) != _without_port(messages[loss.key])}
    reasons = [
        f"{few(list(dict.fromkeys(names[key])))}: {'for example ' if key in unlike else ''}{text}"
        for key, text in messages.items()
    ]
    more = len(reasons) - MAX_REASONS
    return "; ".join([*reasons[:MAX_REASONS], *([f"and {more} more"] if more > 0 else [])])


def failure_of_trials(losses: Sequence[Loss]) -> Failure | None:
    """Failure of an experiment none of whose trials counts, where there are several reasons; else None."""
    if len({loss.key for loss in losses}) < 2:
        return None
    return Failure(code=NO_TRIAL, message=f"no trial counts: {list_reasons(losses)}")


def failure_of_candidates(losses: Sequence[Loss]) -> Failure:
    """Failure of an experiment that ends because none of its candidates can be measured."""
    failures = [Failure.model_validate(loss.cause) for loss in losses]
    is_one = len({loss.key for loss in losses}) == 1
    return Failure(
        code=NO_CANDIDATE,
        message=f"nothing is left to compare: {list_reasons(losses)}",
        host=failures[0].host if is_one else None,
        log=failures[0].log if is_one else "",
    )
