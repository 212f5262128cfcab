"""What an API process hears of Redis, beat and worker, and what is wrong by that. Pure.

A part is alive when what it says changes. So neither a value from before a restart nor a clock that was set
counts, and time in which this process itself stood still is nobody's silence.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import BaseModel, Field

from backend.http.recent_answers import Counts
from backend.liveness_keys import PARTS, Part

SILENT_AFTER_S = 15.0
"""Beat sends every 2 s; so long both may take on a machine that is measured."""
MAX_FAILED_SHARE, MIN_FAILED = 0.01, 3
"""Of the requests of a minute more than this share; and so many, so that one alone is no rate."""
MAX_STEP_S = 3.0
"""What counts of the time between two looks: in more than that this process stood still."""

SPACE = "space"
"""The code of a disk that is full: `dyno up` looks by itself, also while the API is away."""
CAUSED_BY_SPACE = ("redis_unsaved", "requests_fail")
"""Codes of troubles that a full disk causes, and that room ends."""

Refusal = Literal["away", "replica", "full", "unsaved", "refused"]


class Trouble(BaseModel):
    """Something that is wrong, and what to do."""

    code: str
    text: str
    help: str = Field(description="what to do about it")


@dataclass(frozen=True)
class Hearing:
    """How a part of the server is heard of. `word`: its newest, None before the first look."""

    word: str | None = None
    silent_s: float = 0.0
    is_heard: bool = False  # since this process began to listen

    def then(self, word: str, passed_s: float) -> "Hearing":
        """After another look, so much later."""
        if self.word is not None and word not in ("", self.word):
            return Hearing(word, is_heard=True)
        return replace(self, word=word or self.word or "", silent_s=self.silent_s + passed_s)


@dataclass(frozen=True)
class Look:
    """What was found the last time."""

    parts: Mapping[Part, Hearing] = field(default_factory=lambda: dict.fromkeys(PARTS, Hearing()))
    refusal: Refusal | None = None  # Redis takes no jobs
    reason: str = ""  # in its own words
    waiting_s: float = 0.0  # so long there has always been something in the worker's queue

    def then(self, words: Mapping[Part, str], waiting: int, passed_s: float) -> "Look":
        """Redis takes writes, says this of the parts, and holds so many messages for the worker."""
        step_s = min(passed_s, MAX_STEP_S)
        return Look(
            parts={part: hearing.then(words[part], step_s) for part, hearing in self.parts.items()},
            waiting_s=self.waiting_s + step_s if waiting else 0.0,
        )

    def with_refusal(self, refusal: Refusal, reason: str) -> "Look":
        """Redis takes no writes: nobody can be heard, so nobody is silent."""
        return replace(self, refusal=refusal, reason=reason)


def troubles_of(look: Look) -> list[Trouble]:
    """What is wrong now."""
    if look.refusal:
        return [_redis(look.refusal, look.reason)]
    beat, worker = look.parts["beat"], look.parts["worker"]
    if beat.silent_s <= SILENT_AFTER_S:
        return [_worker(worker.silent_s)] if worker.silent_s > SILENT_AFTER_S else []
    # without beat a worker has nothing to say, but it does take what is sent to it
    idle = [_worker(look.waiting_s)] if look.waiting_s > SILENT_AFTER_S else []
    return [_beat(beat.silent_s), *idle]


def answer_troubles(counts: Counts) -> Iterator[Trouble]:
    """Find troubles in the answers of the last minute."""
    if counts.refusals:
        yield Trouble(
            code="no_threads",
            text="Requests are refused: the operating system lets the API start no more threads.",
            help="Raise its limit (`TasksMax=` of its unit, `--pids-limit` of its container, `ulimit -u` of "
            "its user) or give the machine memory, and restart the API.",
        )
    if counts.failures >= MIN_FAILED and counts.failures > MAX_FAILED_SHARE * counts.answers:
        yield Trouble(
            code="requests_fail",
            text=f"{counts.failures} of {counts.answers} requests of the last minute failed on the server.",
            help=f"Its log says why: {log_of('api')}.",
        )


def awaited_parts(look: Look) -> list[Part]:
    """The parts that have not been heard at all yet."""
    return [part for part, hearing in look.parts.items() if not hearing.is_heard]


def _worker(silent_s: float) -> Trouble:
    return Trouble(
        code="worker_silent",
        text=f"Experiments do not advance: the worker has not reported for {silent_s:.0f} s.",
        help=_look_into("worker"),
    )


def _beat(silent_s: float) -> Trouble:
    return Trouble(
        code="beat_silent",
        text=f"Hosts that fall silent and jobs that get lost are not noticed: beat has not reported for "
        f"{silent_s:.0f} s.",
        help=_look_into("beat"),
    )


def _look_into(part: Part) -> str:
    return f"If it ended, it is started again by itself; if it hangs, end it. Its log: {log_of(part)}."


def restart_of(server: str) -> str:
    """What to do about a database or a broker that is away: `dyno up` starts its own."""
    return f"`dyno up` starts its own {server} again by itself; start one of your own again."


def log_of(part: str) -> str:
    """Where it is: of `dyno up`, in containers, and under systemd."""
    journal = f"journalctl -u 'dynoboard-{part}*'"
    return f"logs/{part}.log in the data directory, `docker compose logs {part}` or `{journal}`"


_REDIS: Mapping[Refusal, tuple[str, str]] = {
    "away": ("it does not answer", f"{restart_of('Redis')} Or correct DYNO_REDIS_URL."),
    "replica": (
        "it is a read-only replica",
        "Point DYNO_REDIS_URL at the primary, or promote this one: `REPLICAOF NO ONE`.",
    ),
    "full": ("it is out of memory", "Raise its `maxmemory`, or see what else keeps data in it."),
    "unsaved": (
        "it cannot save to its disk",
        "Make room on the disk of its data directory; its log says what failed.",
    ),
    "refused": ("it refuses writes", "Its log and its configuration say why."),
}


def _redis(refusal: Refusal, reason: str) -> Trouble:
    effect, then = _REDIS[refusal]
    return Trouble(
        code=f"redis_{refusal}",
        text=f"Experiments do not advance: Redis takes no jobs, because {effect} ({reason}).",
        help=then,
    )
