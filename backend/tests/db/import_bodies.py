"""Bodies for POST /api/v1/imports: article A's table, article C's trials, outputs of tools."""

from pathlib import Path
from typing import Any

from backend.tests.db.builders import ARTICLE_C

FIXTURES = Path(__file__).parents[3] / "agents/tests/fixtures/loadtools"
WRK = {"name": "keepalive", "tool": "wrk", "threads": 4, "connections": 100, "duration_s": 60}
WEIGHTTP = {"name": "keepalive", "tool": "weighttp", "threads": 50, "connections": 100, "requests": 3_000_000}


def fixture(tool: str, case: str) -> str:
    return (FIXTURES / tool / f"{case}.txt").read_text()


def a_trial(**figures: float) -> dict[str, Any]:
    return {"figures": figures}


def article_c() -> dict[str, Any]:
    """Grid of log × workers × pin with five trials each; disk × 22 was not measured."""
    return {
        "name": "Pinned against unpinned, as published",
        "source": "A loopback test of nginx on a two-socket ARM server, weighttp, five trials each",
        "workloads": [WEIGHTTP],
        "baseline": "workers 16 · pin none · log off",
        "factors": {
            "workers": {n: {"worker_processes": n} for n in ("16", "22")},
            "pin": {"none": {}, "cores": {"pin.load": "32-63"}},
            "log": {x: {"access_log": x} for x in ("off", "memory", "disk")},
        },
        "runs": [
            {
                "topology": "proxy_only",
                "factors": dict(zip(("workers", "pin", "log"), cell, strict=True)),
                "trials": [a_trial(requests_per_s=rate) for rate in rates],
                "published": {"requests_per_s": sum(rates) / len(rates)},
            }
            for cell, rates in ARTICLE_C.items()
        ],
    }


def tool_outputs() -> dict[str, Any]:
    """Two outputs of ab in one text, the second with failed requests."""
    both = "\n".join(
        ("$ ab -n 200 http://a/", fixture("ab", "basic_small"), fixture("ab", "length_failures"))
    )
    return {
        "name": "Two outputs of ab",
        "source": "https://example.org/tuning",
        "notes": "From a **blog**.",
        "workloads": [{"tool": "ab", "connections": 4, "requests": 200}],
        "runs": [
            {"variant": "tuned", "settings": {"listen": "deferred", "worker_processes": "4"}}
            | {"trials": [{"text": 0, "report": 0}]},
            {"variant": "default", "trials": [{"text": 0, "report": 1}]},
        ],
        "texts": [{"name": "ab.txt", "text": both}],
    }
