"""What the columns of a table hold, by their names and what stands in them. Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import get_args

from agents.catalog.metrics import METRICS
from agents.catalog.roles import Topology
from backend.imports import cells
from backend.imports.cells import Decimal
from backend.imports.preview_schemas import Column
from backend.imports.tables import Table

ROLES = ("variant", "trials", "delta", "note", "factor", "setting", "topology", "workload", "skip", *METRICS)
"""What a column may hold: one of these words, or a metric's name."""

_SPACES = re.compile(r"[\s_]+")
_BRACKETS = re.compile(r"[(\[]\s*([^)\]]{1,12})\s*[)\]]")
_END_UNIT = re.compile(r",?\s+(ns|us|µs|μs|ms|s|sec|seconds)$")
_WORDS: Mapping[str, str] = {
    "variant": "variant|name|configuration|config|what is set|set|what|test|case|label|step|run|setup|title",
    "delta": "delta|change|diff|difference|δ|vs baseline|against baseline|improvement|gain|%",
    "note": "note|notes|comment|comments|remark|remarks|flaws",
    "trials": "trials|samples|values|measurements",
    "topology": "topology|path",
    "workload": "workload|load",
    "skip": "#|no|no.|nr|nr.|id",
}
_NAMES = {word: role for role, words in _WORDS.items() for word in words.split("|")} | {
    word: metric.name for metric in METRICS.values() for word in metric.columns
}
_PERCENTILE = re.compile(
    r"(?:latency )?p(50|75|90|95|99|99[. ]9|99[. ]99)(?: latency)?|(\d\d(?:\.\d+)?)(?:%|th percentile)"
)
_ONE_TRIAL = re.compile(r"(?:trial|run|round|#)\s*\d{1,3}")
_MEASURED = {"trials", "delta", *METRICS}
_MEANS = ("mean", "average", "avg")


def plain_name(heading: str) -> str:
    """“Mean latency [ms]” → “mean latency”."""
    text = _SPACES.sub(" ", heading.strip().strip("*`").lower())
    return _END_UNIT.sub("", _BRACKETS.sub("", text).strip()).strip(" :")


def unit_in(heading: str) -> str:
    """The unit that a heading names: “ms” of “latency (ms)”; our own names of metrics are in SI."""
    text = _SPACES.sub(" ", heading.strip().lower())
    if heading.strip() in METRICS:
        return "s" if METRICS[heading.strip()].unit == "s" else ""
    match = _BRACKETS.search(text) or _END_UNIT.search(text)
    return match[1].strip() if match else ""


def recognise_columns(table: Table, decimal: Decimal) -> list[Column]:
    """A role for every column; what no name explains is a factor or a setting by how its values repeat."""
    roles_by_name = [_by_name(name, values, decimal) for name, values in _columns(table)]
    roles_by_name = _means(table, roles_by_name)
    roles: list[str | None] = _once(roles_by_name)
    if "variant" not in roles:
        roles = _a_variant(table, roles, decimal)
    rest = "setting" if "variant" in roles else "factor"
    return [
        Column(name=name, role=role or _rest(values, rest), unit=unit_in(name))
        for (name, values), role in zip(_columns(table), roles, strict=True)
    ]


def measure_of(heading: str) -> str | None:
    """The role that a heading alone gives a column of figures of a run; None for other columns."""
    name = plain_name(heading)
    if heading.strip() in METRICS:
        return heading.strip()
    if name in _MEANS or _PERCENTILE.fullmatch(name):
        return name
    role = "delta" if "delta" in name.split() else _NAMES.get(name)
    return role if role in _MEASURED else None


def is_variant(heading: str) -> bool:
    """Whether a heading alone says that its column names what was measured."""
    return _NAMES.get(plain_name(heading)) == "variant"


def _columns(table: Table) -> list[tuple[str, list[str]]]:
    return [(name, [row[i] for row in table.rows]) for i, name in enumerate(table.heading)]


def _by_name(heading: str, values: Sequence[str], decimal: Decimal) -> str | None:
    if heading.strip() in METRICS:
        return heading.strip()
    name = plain_name(heading)
    if match := _PERCENTILE.fullmatch(name):
        metric = "latency_p" + re.sub(r"[. ]", "_", match[1] or match[2])
        return metric if metric in METRICS else None
    if _ONE_TRIAL.fullmatch(name) and _mostly_numbers(values, decimal):
        return "trials"
    role = "delta" if "delta" in name.split() else _NAMES.get(name)
    if role == "topology" and not {v.strip().lower() for v in values} <= {*get_args(Topology), ""}:
        return None
    if role == "variant" and name == "run" and _mostly_several(values, decimal):
        return "trials"
    if name == "runs" and _mostly_several(values, decimal):
        return "trials"
    return name if name in _MEANS else role


def _means(table: Table, roles: list[str | None]) -> list[str | None]:
    """A bare “mean” is of latency where its cells have a time, else of req/s."""
    new_roles = list(roles)
    for i, role in enumerate(roles):
        if role in _MEANS:
            is_time = any(re.search(r"\d\s*[nuµμm]?s$", row[i].strip().lower()) for row in table.rows)
            is_time = is_time or unit_in(table.heading[i]) in ("ns", "us", "µs", "ms", "s")
            new_roles[i] = "latency_mean" if is_time or "requests_per_s" in roles else "requests_per_s"
    return new_roles


def _once(roles: Sequence[str | None]) -> list[str | None]:
    """The first column of a kind has it; a second one is kept as a setting."""
    earlier: set[str] = set()
    out: list[str | None] = []
    for role in roles:
        again = role in earlier and role not in ("trials", "note", "skip")
        out.append("setting" if again else role)
        earlier |= {role} if role else set()
    return out


def _a_variant(table: Table, roles: list[str | None], decimal: Decimal) -> list[str | None]:
    """Without a column of that name: the first of words that differ in every row."""
    for i, (_, values) in enumerate(_columns(table)):
        words = not _mostly_numbers(values, decimal)
        if roles[i] is None and words and len({v.lower() for v in values}) == len(values) > 1:
            return [*roles[:i], "variant", *roles[i + 1 :]]
    return roles


def _rest(values: Sequence[str], rest: str) -> str:
    """What has a different value in each row is not a factor."""
    return "setting" if rest == "factor" and len(set(values)) == len(values) > 2 else rest


def _mostly_numbers(values: Sequence[str], decimal: Decimal) -> bool:
    present = [v for v in values if not cells.is_absent(v)]
    return bool(present) and sum(_is_quantity(v, decimal) for v in present) > len(present) / 2


def _is_quantity(text: str, decimal: Decimal) -> bool:
    try:
        cells.quantity(text, "1/s", decimal)
    except ValueError:
        return False
    return True


def _mostly_several(values: Sequence[str], decimal: Decimal) -> bool:
    def count(text: str) -> int:
        try:
            return len(cells.several(text, decimal))
        except ValueError:
            return 0

    present = [v for v in values if not cells.is_absent(v)]
    return bool(present) and sum(count(v) > 1 for v in present) > len(present) / 2
