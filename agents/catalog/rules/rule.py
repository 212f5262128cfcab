"""Rules of the allowlist: kinds of arguments, and which of them a directive takes where. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

Context = Literal[
    "main",
    "events",
    "http",
    "upstream",
    "server",
    "location",
    "if in server",
    "if in location",
    "limit_except",
    "values",  # lines of a map, geo, types …: not directives
]


Budget = Literal["memory", "disk", "threads", "weights", "idle"]


class Spent(NamedTuple):
    """Share of a text's budget that one argument takes: shared bytes, bytes on disk, threads …"""

    budget: Budget
    amount: int
    name: str = ""  # the same zone, named twice, counts once


@dataclass(frozen=True)
class Kind:
    """One argument: in words, and what is wrong with one that does not fit (None when it fits)."""

    words: str
    fault: Callable[[str], str | None]
    spends: Callable[[str], Spent | None] = lambda _: None  # of one that fits


@dataclass(frozen=True)
class Slot:
    """Number of arguments of a kind that stand here; `most` None: any number."""

    kind: Kind
    least: int = 1
    most: int | None = 1

    @property
    def words(self) -> str:
        if self.most == 1:
            return self.kind.words if self.least else f"[{self.kind.words}]"
        return f"{self.kind.words} …" if self.least else f"[{self.kind.words} …]"


def maybe(kind: Kind) -> Slot:
    return Slot(kind, 0, 1)


def one_or_more(kind: Kind) -> Slot:
    return Slot(kind, 1, None)


def any_number_of(kind: Kind) -> Slot:
    return Slot(kind, 0, None)


@dataclass(frozen=True)
class Rule:
    """A directive that may stand in a text. `source` is the page of nginx.org that describes it."""

    name: str
    contexts: frozenset[Context]
    slots: tuple[Slot, ...]
    source: str
    opens: Context | None = None  # what stands between its braces; None: it ends with `;`
    together: Callable[[list[str]], str | None] = lambda _: None  # what is wrong with all arguments at once

    @property
    def takes(self) -> str:
        return ", then ".join([*(slot.words for slot in self.slots), *(["{ … }"] if self.opens else [])])

    def pairs(self, args: list[str]) -> list[tuple[Kind, str]] | None:
        """Each argument with its kind, from the left, each slot as many as it may; None: wrong number."""
        still = sum(slot.least for slot in self.slots)
        pairs: list[tuple[Kind, str]] = []
        for slot in self.slots:
            still -= slot.least
            free = len(args) - len(pairs) - still
            count = free if slot.most is None else min(free, slot.most)
            if count < slot.least:
                return None
            pairs += [(slot.kind, word) for word in args[len(pairs) : len(pairs) + count]]
        return pairs if len(pairs) == len(args) else None


@dataclass(frozen=True)
class Module:
    """Rules of one module of the server."""

    source: str

    def __call__(
        self,
        names: str,
        contexts: frozenset[Context],
        *takes: Kind | Slot,
        opens: Context | None = None,
        together: Callable[[list[str]], str | None] = lambda _: None,
    ) -> Iterator[Rule]:
        """A rule for each of the names, which all take the same."""
        slots = tuple(take if isinstance(take, Slot) else Slot(take) for take in takes)
        for name in names.split():
            yield Rule(name, contexts, slots, self.source, opens, together)

    def rule(
        self,
        contexts: frozenset[Context],
        *takes: Kind | Slot,
        together: Callable[[list[str]], str | None] = lambda _: None,
    ) -> Rule:
        """The rule of a knob's directive, which the knob names."""
        slots = tuple(take if isinstance(take, Slot) else Slot(take) for take in takes)
        return Rule("", contexts, slots, self.source, None, together)


def contexts(*names: Context) -> frozenset[Context]:
    return frozenset(names)


MAIN, EVENTS, HTTP, UPSTREAM = (contexts(c) for c in ("main", "events", "http", "upstream"))
SERVER, LOCATION = contexts("server"), contexts("location")
IF_IN_SERVER, IF_IN_LOCATION = contexts("if in server"), contexts("if in location")
LIMIT_EXCEPT = contexts("limit_except")
HS, SL, HSL = HTTP | SERVER, SERVER | LOCATION, HTTP | SERVER | LOCATION
L_IF, HSL_IF = LOCATION | IF_IN_LOCATION, HSL | IF_IN_LOCATION
SL_IFS = SL | IF_IN_SERVER | IF_IN_LOCATION
