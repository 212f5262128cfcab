"""Words of an accounting: its sentence, the labels of its parts, and its table. Pure.

Page, report, terminal and files all take them from here.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from agents.catalog.roles import Role
from backend.diagnostics.accounting.change import Change, PartOfChange
from backend.diagnostics.accounting.parts import PartName
from backend.diagnostics.accounting.schemas import AccountedPart, Accounting
from backend.diagnostics.bottlenecks.roles import WHAT
from backend.presentation.figures import whole_percent, write
from backend.presentation.words import join_words, sentence

TITLE = "Where the time of a request goes"
CAPTION = (
    "µs a request: 1 ÷ throughput, as the workers of the server under test spend it. Differences have 95% "
    "intervals; the parts add up."
)
_LABELS: Mapping[PartName, str] = {
    "proxy": "waiting in the proxy",
    "backend": "waiting at the backend",
    "load": "waiting at the load tool",
    "network": "on the way in the network",
    "others": "CPU that other programs had",
    "steal": "CPU that the hypervisor took",
    "rest": "not explained",
}
_SMALL = 0.05
"""A part below this share of the whole is in the table alone."""


def accounting_of(change: Change | None, server: Role, names: tuple[str, str]) -> Accounting | None:
    """Word a change; `server`: the one under test; `names`: of the two runs."""
    if change is None:
        return None
    rows: dict[PartName, AccountedPart] = {
        name: _row(name, label(name, server), part, change.whole) for name, part in change.parts.items()
    }
    return Accounting(
        sentence=_sentence(change, rows),
        title=TITLE,
        caption=CAPTION,
        columns=["part", *names, "difference", "share"],
        rows=[*rows.values(), _row("whole", "time a request", change.whole, change.whole)],
        notes=[*_missing_words(change.missing, server), *filter(None, [_too_few(change)])],
    )


def label(name: PartName, server: Role) -> str:
    """Name of a part within a sentence."""
    return f"CPU of {WHAT[server]}" if name == "cpu" else _LABELS[name]


def without_rows(reason: str) -> Accounting:
    """Accounting that says only why there is none."""
    return Accounting(sentence="", title=TITLE, caption="", columns=[], rows=[], notes=[reason])


def _row(
    name: PartName | Literal["whole"], text: str, part: PartOfChange, whole: PartOfChange
) -> AccountedPart:
    share = part.change / whole.change if whole.clear and whole.change else None
    return AccountedPart(
        name=name,
        label=text,
        baseline=part.before,
        variant=part.after,
        change=part.change,
        low=part.low,
        high=part.high,
        clear=part.clear,
        share=share,
        texts=[
            text,
            _cost(part.before),
            _cost(part.after),
            write(part.change, "cost change")
            + _between([end for end in (part.low, part.high) if end is not None]),
            whole_percent(share),
        ],
    )


def _sentence(change: Change, rows: Mapping[PartName, AccountedPart]) -> str:
    """“The loss is 144 µs a request: 134 µs [130, 138] waiting at the backend (93%).”; empty where the whole
    is not clear."""
    whole = change.whole
    if not whole.clear:
        return ""
    word = "loss" if whole.change > 0 else "gain"
    lead = f"The {word} is {_cost(abs(whole.change))} a request"
    shares: dict[PartName, float] = {
        name: part.change / whole.change for name, part in change.parts.items() if part.clear
    }
    order: list[PartName] = sorted(shares, key=lambda name: -shares[name])
    main: list[PartName] = [name for name in order if shares[name] >= _SMALL]
    against: list[PartName] = [name for name in reversed(order) if shares[name] <= -_SMALL]
    if not main:
        largest = max(change.parts, key=lambda name: change.parts[name].change / whole.change)
        size = _size(change.parts[largest])
        return f"{lead}, and no part of it is clear; the largest is {rows[largest].label} ({size})."
    excess = sum(shares[n] for n in main) - 1
    has_excess = excess > _SMALL  # a share beyond 100% tells nobody anything
    items = [
        f"{_size(change.parts[n])} {rows[n].label}{'' if has_excess else f' ({whole_percent(shares[n])})'}"
        for n in main
    ]
    way, verb = ("more", "cost") if whole.change < 0 else ("less", "save")
    other_items = [f"{rows[n].label} takes {_size(change.parts[n])} {way}" for n in against]
    if has_excess and not against:
        other_items = [f"other parts {verb} {_cost(excess * abs(whole.change))} together"]
    return sentence("; ".join([f"{lead}: {join_words(items)}", *other_items]))


def _missing_words(missing: Mapping[PartName, str], server: Role) -> list[str]:
    """A sentence for each reason."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in missing.items():
        by_reason.setdefault(reason, []).append(label(name, server))
    return [f"Not measured: {join_words(names)}, because {reason}." for reason, names in by_reason.items()]


def _too_few(change: Change) -> str:
    return f"No intervals: {change.too_few}." if change.too_few else ""


def _size(part: PartOfChange) -> str:
    """“134 µs [130, 138]”, whichever way it went; an end below zero is of the other way."""
    way = -1 if part.change < 0 else 1
    ends = sorted(way * end for end in (part.low, part.high) if end is not None)
    return f"{_cost(abs(part.change))}{_between(ends)}"


def _between(ends: Sequence[float]) -> str:
    return f" [{', '.join(_cost(end).removesuffix(' µs') for end in ends)}]" if ends else ""


def _cost(value: float) -> str:
    return write(value, "cost")
