"""What the columns of a table hold, by their names and what stands in them. Pure."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import get_args

from agents.catalog.metrics import METRICS
from agents.catalog.roles import Topology
from agents.parse.headings import only_counts
from backend.imports import cells
from backend.imports.cells import Decimal
from backend.imports.conditions import is_of_load
from backend.imports.schemas import Column
from backend.imports.tables import Table

ROLES = (
    "variant",
    "trials",
    "trial",
    "seconds",
    "delta",
    "note",
    "factor",
    "setting",
    "topology",
    "workload",
    "skip",
    *METRICS,
)
"""What a column may hold: one of these words, or a metric's name."""

_SPACES = re.compile(r"[\s_]+")
_BRACKETS = re.compile(r"[(\[]\s*([^)\]]{1,20})\s*[)\]]")
_END_UNIT = re.compile(
    r"(?:,?\s+(?:in )?|/(?=[nuµμm]s$))(ns|us|µs|μs|ms|s|msecs?|secs?|seconds|milliseconds|microseconds)$"
)
_WORDS: Mapping[str, str] = {
    "variant": "variant|name|configuration|config|what is set|set|what|test|case|label|step|run|setup|title"
    "|server|配置|方案|场景|测试项|项目|版本|优化项|設定|構成|項目|条件|ケース",
    "delta": "delta|change|diff|difference|δ|vs baseline|against baseline|improvement|gain|%"
    "|变化|提升|提升比例|差异|变化率|差分|変化|変化率|改善率",
    "note": "note|notes|comment|comments|remark|remarks|flaws|备注|说明|備考|説明",
    "trials": "trials|samples|values|measurements",
    "topology": "topology|path",
    "workload": "workload|load|负载|負荷",
    "seconds": "time taken|time taken for tests|elapsed|elapsed time|total time|duration"
    "|耗时|总耗时|用时|所要時間",
    "skip": "#|no|no.|nr|nr.|id|序号|编号|番号|stdev|st.dev|std dev|sd|std|min|minimum"
    "|标准差|標準偏差|最小|最小值|最小値",
}
_NAMES = {word: role for role, words in _WORDS.items() for word in words.split("|")} | {
    word: metric.name for metric in METRICS.values() for word in metric.columns
}
_PERCENTILE = re.compile(
    r"(?:latency )?p(50|75|90|95|99|99[. ]9|99[. ]99)(?: latency)?|(\d\d(?:\.\d+)?)(?:%|th percentile)"
)
_COUNTERS = frozenset(
    [
        *("run", "runs", "trial", "test", "round", "repeat", "iteration", ""),
        *("次数", "测试", "轮次", "次", "試行", "回", "回数", "テスト"),
    ]
)
"""Names of columns that number trials, where their cells only count."""
_RATE = "requests_per_s"
_MEASURED = {"trials", "delta", "seconds", *METRICS}
MEANS = ("mean", "average", "avg", "平均", "平均值", "均值", "平均値")
_STATISTICS = frozenset(
    [
        *(
            *MEANS,
            "arithmetic mean",
            "median",
            "中位数",
            "中值",
            "中央値",
            "min",
            "minimum",
            "max",
            "maximum",
        ),
        *("最大", "最小", "最大值", "最小值", "最大値", "最小値", "stdev", "std dev", "std", "sd", "σ", "cv"),
        *("标准差", "標準偏差", "total", "aggregated", "sum", "合计", "总计", "合計"),
    ]
)
_OF_TRIALS = ("median", "max", "中位数", "中央値")


def plain_name(heading: str) -> str:
    """“Mean latency [ms]” → “mean latency”."""
    text = _normal(heading).strip("*`")
    return _END_UNIT.sub("", _BRACKETS.sub("", text).strip()).strip(" :")


def unit_in(heading: str) -> str:
    """The unit that a heading names: “ms” of “latency (ms)”; our own names of metrics are in SI."""
    text = _normal(heading).strip("*`")
    if heading.strip() in METRICS:
        return "s" if METRICS[heading.strip()].unit == "s" else ""
    if cells.is_rate_unit(text) and cells.factor_of(text, "1/s") != 1:
        return text  # “kRPS”
    in_brackets = [unit for match in _BRACKETS.findall(text) if not _is_remark(unit := match.strip())]
    at_end = _END_UNIT.search(_BRACKETS.sub("", text).strip())
    return next(iter(in_brackets), at_end[1] if at_end else "")


def _is_remark(text: str) -> bool:
    """“higher is better” and “mean” in brackets are no units."""
    return "better" in text.split() or text in MEANS


def _normal(heading: str) -> str:
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", heading).strip().lower())


def is_statistic(cell: str) -> bool:
    """Whether a cell names what was computed from trials: mean, median, 平均."""
    return plain_name(cell) in _STATISTICS


def is_trial_number(cell: str) -> bool:
    """Whether a cell or a heading numbers a trial: 1, “Run 2”, “第3次”."""
    return only_counts(cell)


def recognise_columns(table: Table, decimal: Decimal) -> list[Column]:
    """A role for every column; what no name explains is a factor or a setting by how its values repeat."""
    roles_by_name = [_by_name(name, values, decimal) for name, values in _columns(table)]
    roles_by_name = _means(table, roles_by_name)
    roles, corner_unit = _corner(table, _loads(table, _once(roles_by_name)), decimal)
    if "variant" not in roles:
        roles = _a_variant(table, roles, decimal)
    rest = "setting" if "variant" in roles else "factor"
    return [
        Column(
            name=name,
            role=role or _rest(values, rest),
            unit=unit_in(name) or (corner_unit if role == "trials" else ""),
        )
        for (name, values), role in zip(_columns(table), roles, strict=True)
    ]


def _corner(table: Table, roles: list[str | None], decimal: Decimal) -> tuple[list[str | None], str]:
    """A first heading over names says what the trials beside it measure: roles, and the unit of trials."""
    metric = METRICS.get(roles[0] or "")
    first_cells = [row[0] for row in table.rows if not cells.is_absent(row[0])]
    if metric is None or "variant" in roles or _mostly_numbers(first_cells, decimal, metric.unit):
        return roles, ""
    return ["variant", *roles[1:]], unit_in(table.heading[0]) or ("" if metric.unit == "1/s" else metric.unit)


def measure_of(heading: str) -> str | None:
    """The role that a heading alone gives a column of figures of a run; None for other columns."""
    name = plain_name(heading)
    if heading.strip() in METRICS:
        return heading.strip()
    if is_trial_number(heading) and not name.isdigit():
        return "trials"
    if name in MEANS or _PERCENTILE.fullmatch(name):
        return name
    role = "delta" if "delta" in name.split() else _NAMES.get(name) or _by_unit(heading)
    return role if role in _MEASURED else None


def _by_unit(heading: str) -> str | None:
    """“Result (req/s)” and “kRPS” hold a rate, whatever they are called."""
    match = _BRACKETS.search(_normal(heading))
    return _RATE if cells.is_rate_unit(match[1] if match else heading) else None


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
    if is_trial_number(name) and _mostly_numbers(values, decimal):
        return "trials"
    if name in _COUNTERS and _only_count(values):
        return "trial"
    role = "delta" if "delta" in name.split() else _NAMES.get(name) or _by_unit(heading)
    if role == "topology" and not {v.strip().lower() for v in values} <= {*get_args(Topology), ""}:
        return None
    if role == "variant" and name == "run" and _mostly_several(values, decimal):
        return "trials"
    if name == "runs" and _mostly_several(values, decimal):
        return "trials"
    return name if name in MEANS else role


def _means(table: Table, roles: list[str | None]) -> list[str | None]:
    """A bare “mean” is of latency where its cells have a time, else of req/s.

    A bare “max” beside trials is the largest of them.
    """
    new_roles = list(roles)
    for i, role in enumerate(roles):
        if role in MEANS:
            new_roles[i] = "latency_mean" if _is_time(table, i) or _RATE in roles else _RATE
        elif "trials" in roles and plain_name(table.heading[i]) in _OF_TRIALS and not _is_time(table, i):
            new_roles[i] = "skip"
    return new_roles


def _is_time(table: Table, column: int) -> bool:
    is_time = any(re.search(r"\d\s*[nuµμm]?s$", row[column].strip().lower()) for row in table.rows)
    return is_time or cells.factor_of(unit_in(table.heading[column]) or "none", "s") is not None


def _only_count(values: Sequence[str]) -> bool:
    """Whether the cells number trials; summaries may stand between them."""
    numbers = [value for value in values if value and not is_statistic(value)]
    return bool(numbers) and all(map(only_counts, numbers))


def _once(roles: Sequence[str | None]) -> list[str | None]:
    """The first column of a kind has it; a second one is kept as a setting."""
    earlier: set[str] = set()
    out: list[str | None] = []
    for role in roles:
        again = role in earlier and role not in ("trials", "note", "skip", "trial", "workload")
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


def _loads(table: Table, roles: list[str | None]) -> list[str | None]:
    """Columns of the load, which name workloads: no tuning makes 100 of 50 connections."""
    return [
        "workload" if role is None and is_of_load(plain_name(name), values) else role
        for (name, values), role in zip(_columns(table), roles, strict=True)
    ]


def _rest(values: Sequence[str], rest: str) -> str:
    """What has a different value in each row is not a factor."""
    return "setting" if rest == "factor" and len(set(values)) == len(values) > 2 else rest


def _mostly_numbers(values: Sequence[str], decimal: Decimal, unit: str = "1/s") -> bool:
    present = [v for v in values if not cells.is_absent(v)]
    return bool(present) and sum(_is_quantity(v, decimal, unit) for v in present) > len(present) / 2


def _is_quantity(text: str, decimal: Decimal, unit: str) -> bool:
    try:
        cells.quantity(text, unit, decimal, "s" if unit == "s" else "")
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
