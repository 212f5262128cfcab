"""Conditions of a measurement, as names and columns of a source say them: topology and load. Pure."""

import re
from collections.abc import Sequence

from agents.catalog.roles import Topology
from backend.imports.schemas import WorkloadGuess
from backend.imports.workloads import path_of

TOPOLOGIES: dict[str, Topology] = {
    "direct": "direct", "directly": "direct", "no proxy": "direct", "without proxy": "direct",
    "proxied": "proxied", "proxy_only": "proxy_only", "proxy only": "proxy_only",
    "直连": "direct", "直接": "direct", "直結": "direct",
}  # fmt: skip
_BETWEEN = re.compile(r"\s*[·,;:/|()\[\]]\s*|\s+[-–—]\s+")
_LOAD_NAMES = {
    "connections": "connections|concurrency|concurrent connections|clients"
    "|并发|并发数|并发连接数|接続数|同時接続数",
    "threads": "threads|线程|线程数|スレッド|スレッド数",
    "path": "url|uri|path|page|页面|ページ",
}
LOAD_COLUMNS = {name: load_field for load_field, names in _LOAD_NAMES.items() for name in names.split("|")}


def topology_in(name: str) -> Topology:
    """The topology that a part of a name says: “direct”, “pinned · direct”; else proxied."""
    parts = _BETWEEN.split(name.strip().lower())
    topology_word = next((part for part in parts if part in TOPOLOGIES), "proxied")
    return TOPOLOGIES[topology_word]


def is_of_load(name: str, values: Sequence[str]) -> bool:
    """Whether a column, by its plain name and its cells, says the load of each row."""
    load_field = LOAD_COLUMNS.get(name)
    loads = {_value(load_field, value) for value in values} if load_field else {None}
    return None not in loads and (load_field != "path" or len(loads) > 1)  # else hosts differ alone


def load_words(name: str, text: str) -> str:
    """A cell as the name of a workload: “100 connections”, “/1k.html” of an address on any host."""
    load_field = LOAD_COLUMNS.get(name)
    value = _value(load_field, text) if load_field else None
    return str(value or text) if load_field in (None, "path") else f"{value or text} {load_field}"


def load_of_cells(cells: Sequence[tuple[str, str]]) -> WorkloadGuess:
    """The load that (plain name of a column, cell) of a row say."""
    fields = {
        LOAD_COLUMNS[name]: _value(LOAD_COLUMNS[name], text) for name, text in cells if name in LOAD_COLUMNS
    }
    return WorkloadGuess.model_validate(fields)


def _value(load_field: str, text: str) -> int | str | None:
    if load_field == "path":
        return path_of(text) if text.startswith("/") or "://" in text else None
    digits = text.replace(",", "").strip()
    return int(digits) if digits.isdecimal() and 0 < len(digits) < 10 and int(digits) else None
