"""Nothing was full: each connection waits for its answer before it asks again, so their number is the limit.

The rate is then connections ÷ latency (Little's law). If most requests are in the proxy, and neither it nor
its backend is full, the proxy delays them.
"""

from collections.abc import Iterator, Mapping

from agents.catalog.roles import Role
from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence
from backend.diagnostics.bottlenecks.roles import WHAT
from backend.presentation.figures import figure, latency
from backend.presentation.words import join_words, plural
from backend.statistics.rules import RULES_2

NEAR, MOST = 0.15, 0.60
IN_PROXY = "waiting in the proxy"
DELAYS = (
    "look at what delays requests there (limit_req, limit_rate, auth_request), and at slow readers of answers"
)


def check(evidence: Evidence) -> Iterator[Hit]:
    if not evidence.rate or not evidence.latency:
        return
    connections = evidence.workload.connections
    follows = connections / evidence.latency
    many, answer = plural(connections, "connection"), latency(evidence.latency)
    text = f"Nothing was full: {many} ÷ {answer} = {figure(follows)} req/s"
    if abs(follows - evidence.rate) <= NEAR * evidence.rate:
        places = _places(evidence) if evidence.rules >= RULES_2 else {}
        if places.get("proxy", 0.0) >= MOST * connections:
            yield Hit(f"{text}, as measured{_words(places)}.", title=IN_PROXY, advice=DELAYS)
        else:
            yield Hit(f"{text}, as measured{_words(places)}.")
    else:
        rate = figure(evidence.rate)
        text += f", but {rate} were measured: connections waited for something else than an answer."
        yield Hit(text, advice="look at how connections are opened: keep-alive, errors, timeouts")


def _places(evidence: Evidence) -> dict[Role, float]:
    """Requests in each server at any moment; in the proxy those that it has not passed on."""
    places: dict[Role, float] = {
        role: part.in_progress for role, part in evidence.servers.items() if part.in_progress is not None
    }
    if "proxy" in places:
        places["proxy"] = max(0.0, places["proxy"] - places.get("backend", 0.0))
    return places if places.keys() == evidence.servers.keys() else {}


def _words(places: Mapping[Role, float]) -> str:
    """“; of the requests at any moment 13 in the proxy and 1 in the backend”."""
    items = [f"{number:.0f} in {WHAT[role]}" for role, number in places.items()]
    return f"; of the requests at any moment {join_words(items)}" if items else ""


RULE = BottleneckRule(
    code="latency",
    title="latency",
    holds="none of the others holds",
    advice="more connections, until something is full; or a shorter way",
    chart="nginx",
    check=check,
)
