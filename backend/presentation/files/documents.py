"""Exports as JSON: complete and versioned, so that programs can rely on it. docs/share.md describes them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any

from pydantic import BaseModel

VERSION = 1


def json_parts(head: Mapping[str, Any], lists: Mapping[str, Iterable[Any]]) -> Iterator[str]:
    """An object written piece by piece: its short values, then its long lists, one item per line."""
    yield "{\n" + ",\n".join(f"{json.dumps(name)}: {text(value)}" for name, value in head.items())
    for name, values in lists.items():
        yield f",\n{json.dumps(name)}: ["
        for n, value in enumerate(values):
            yield f"{',' if n else ''}\n{text(value)}"
        yield "\n]"
    yield "\n}\n"


def text(value: Any) -> str:
    """JSON in UTF-8; a number that JSON does not have is an error, not a NaN."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)


def _plain(value: Any) -> Any:
    match value:
        case BaseModel():
            return value.model_dump(mode="json")
        case datetime():
            return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def trials_with_output(
    trials: Iterable[Mapping[str, Any]], outputs: Callable[[str], Mapping[str, Mapping[str, Any]]]
) -> Iterator[Mapping[str, Any]]:
    """Add the tool's output to each trial; read a run at a time, because it may be long."""
    for run_id, run_trials in groupby(trials, key=lambda trial: trial["run_id"]):
        run_outputs = outputs(run_id)
        for trial in run_trials:
            yield {**trial, **run_outputs.get(trial["id"], {})}
