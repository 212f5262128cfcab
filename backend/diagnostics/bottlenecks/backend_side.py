"""A proxy that waits for its backend shows the backend's limit, with its own CPU mostly free.

The backend has no CPU left, or it takes long; then most requests are found there at any moment. Requests
there ÷ rate is the time that each takes.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.all_workers import of_part
from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence
from backend.diagnostics.bottlenecks.sentences import share
from backend.presentation.figures import latency
from backend.statistics.rules import RULES_2

SHARE, SHARE_OF_RULES_1 = 0.60, 0.80


def check(evidence: Evidence) -> Iterator[Hit]:
    part = evidence.servers.get("backend")
    if part is None:
        return
    if part is not evidence.target:
        yield from of_part(part)
    in_progress, all_ = part.in_progress, evidence.workload.connections
    if (
        in_progress is None
        or in_progress < (SHARE if evidence.rules >= RULES_2 else SHARE_OF_RULES_1) * all_
        or part.is_full
        or part.is_contended
        or not evidence.rate
    ):
        return
    took, whole = in_progress / evidence.rate, evidence.latency
    of = f" of the {latency(whole)} that a request takes" if whole else ""
    cpu_share = share(part.used_cpus / max(1, len(part.cpus)))
    text = (
        f"{in_progress:.0f} of {all_} requests were in the backend at any moment: "
        f"it answers after {latency(took)}{of}, and used {cpu_share} of its CPUs."
    )
    yield Hit(text, part.host, "backend", "a slow backend", _advice(evidence))


def _advice(evidence: Evidence) -> str:
    delay = evidence.knobs.get("origin.delay")
    return f"it waits {delay} before each answer (origin.delay)" if delay else ""


RULE = BottleneckRule(
    code="backend",
    title="the backend",
    holds="the backend’s workers were all busy 95% of the time, or 60% of the connections waited for it "
    "(80% under rules 1)",
    advice="make the backend faster, or add instances (origin.instances)",
    chart="nginx",
    check=check,
)
