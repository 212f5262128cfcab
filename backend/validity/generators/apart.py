"""Several load tools count as one only while all of them run: their counts cover slightly different times.

wrk looks every 100 ms whether its time is up, so short trials may overlap less.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule

MIN_OVERLAP, MIN_SHORT_OVERLAP = 0.98, 0.95
SHORT_S = 10.0


def check(evidence: Evidence) -> Iterator[Hit]:
    generators = evidence.generators.values()
    is_short = evidence.load.ended_at - evidence.load.started_at < SHORT_S
    limit = MIN_SHORT_OVERLAP if is_short else MIN_OVERLAP
    if evidence.overlap < limit:
        starts = [g.started_at for g in generators]
        text = (
            f"the {len(generators)} generators ran together for {evidence.overlap:.1%} of the load’s time: "
            f"their starts lie {max(starts) - min(starts):.3f} s apart{_clock_words(evidence.clock_error_s)}"
        )
        yield Hit(text, evidence.overlap, limit)


def _clock_words(error_s: float) -> str:
    return f" (clocks ± {error_s * 1000:.1f} ms)" if error_s else ""


RULE = Rule(
    code="generators_apart",
    level="invalid",
    title="Generators together",
    sentence="Several generators run at the same time.",
    limit="at least 98% of the time; 95% below 10 s",
    threshold=MIN_OVERLAP,
    check=check,
)
