"""Workers that never wait for work limit a server.

A worker is one thread: it cannot use more than one CPU.
"""

from collections.abc import Iterator

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import FULL, Evidence, Part
from backend.diagnostics.bottlenecks.roles import WHAT
from backend.diagnostics.bottlenecks.sentences import busy_range, cpus, others_had_it, share
from backend.presentation.words import plural


def check(evidence: Evidence) -> Iterator[Hit]:
    if (part := evidence.target) is not None:
        yield from of_part(part)


def of_part(part: Part) -> Iterator[Hit]:
    """What is said of any server whose workers are full."""
    label = WHAT[part.role]
    if not part.workers:  # an agent of before, that does not count workers
        if part.cores and min(part.cores) >= FULL and not part.is_contended:
            were = "was" if len(part.cores) == 1 else "were"
            text = f"{cpus(part.cpus)} of {label} {were} {share(min(part.cores))} busy."
            yield Hit(text, part.host, part.role, title=f"{label}’s CPUs")
    elif part.is_full:
        is_single, room = len(part.workers) == 1, len(part.cpus)
        subject = (
            f"The only worker of {label} was"
            if is_single
            else f"All {len(part.workers)} workers of {label} were"
        )
        more = f", of {plural(room, 'CPU')} that it may use" if is_single and room > 1 else ""
        title = f"the only worker of {label}" if is_single else f"{label}’s workers"
        advice = others_had_it(part.workers) or (MORE_WORKERS if len(part.workers) < room else "")
        yield Hit(f"{subject} {busy_range(part.workers)}{more}.", part.host, part.role, title, advice)


MORE_WORKERS = "start more workers (nginx.worker_processes): there are CPUs for them"

RULE = BottleneckRule(
    code="all_workers",
    title="the server’s workers",
    holds="every worker of the server under test was busy 95% of the time",
    advice="give it more CPUs, or less work for each request",
    chart="cpu",
    check=check,
)
