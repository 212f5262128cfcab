"""Workers that never wait for work are what bounds a server: more of them, or less work per request, helps.

A worker is one thread: it cannot use more than one CPU, however many its machine has.
"""

from collections.abc import Iterator

from backend.causes.limits.evidence import FULL, Evidence, Part
from backend.causes.limits.limit import Hit, LimitRule
from backend.causes.limits.roles import WHAT
from backend.causes.limits.sentences import busy_range, cpus, others_had_it, share
from backend.words import plural


def check(seen: Evidence) -> Iterator[Hit]:
    if (part := seen.target) is not None:
        yield from of_part(part)


def of_part(part: Part) -> Iterator[Hit]:
    """What is said of any server whose workers are full."""
    what = WHAT[part.role]
    if not part.each:  # an agent of before, that does not count workers
        if part.cores and min(part.cores) >= FULL and not part.contended:
            were = "was" if len(part.cores) == 1 else "were"
            text = f"{cpus(part.cpus)} of {what} {were} {share(min(part.cores))} busy."
            yield Hit(text, part.host, part.role, title=f"{what}’s CPUs")
    elif part.is_full:
        one, room = len(part.each) == 1, len(part.cpus)
        who = f"The only worker of {what} was" if one else f"All {len(part.each)} workers of {what} were"
        more = f", of {plural(room, 'CPU')} that it may use" if one and room > 1 else ""
        title = f"the only worker of {what}" if one else f"{what}’s workers"
        advice = others_had_it(part.each) or (MORE_WORKERS if len(part.each) < room else "")
        yield Hit(f"{who} {busy_range(part.each)}{more}.", part.host, part.role, title, advice)


MORE_WORKERS = "start more workers (nginx.worker_processes): there are CPUs for them"

RULE = LimitRule(
    code="all_workers",
    title="the server’s workers",
    holds="every worker of the server under test was busy 95% of the time",
    advice="give it more CPUs, or less work for each request",
    chart="cpu",
    check=check,
)
