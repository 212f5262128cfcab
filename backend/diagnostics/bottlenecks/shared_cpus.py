"""Load tool and servers on the same CPUs compete: more load leaves less for the server.

This is usual on one machine without pinning. The comparison is then of the work of all of them together.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import Evidence
from backend.diagnostics.bottlenecks.roles import WHAT
from backend.diagnostics.bottlenecks.sentences import cpus, share
from backend.presentation.words import join_words


def check(evidence: Evidence) -> Iterator[Hit]:
    parts = [part for part in (evidence.load, *evidence.servers.values()) if part and part.is_contended]
    for machine in dict.fromkeys(part.machine for part in parts):
        sharing = [part for part in parts if part.machine == machine]
        together = frozenset[int]().union(*(part.cpus for part in sharing))
        busy = min(core for part in sharing for core in part.cores)
        usages = [f"{WHAT[part.role]} {part.used_cpus:.2f}" for part in sharing]
        were = "was" if len(together) == 1 else "were"
        full = f"{cpus(together)} had no time left ({share(busy)} busy)"
        text = f"{full} and {were} shared: {join_words(usages)} CPUs."
        yield Hit(text, sharing[0].host)


RULE = BottleneckRule(
    code="shared_cpus",
    title="CPUs that load tool and servers share",
    holds="CPUs that several parts of the experiment may use were 95% busy with their work",
    advice="pin them to CPUs of their own (pin.load, pin.proxy, pin.origin), or use more hosts",
    chart="cpu",
    check=check,
)
