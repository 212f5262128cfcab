"""Among equals a function is named, or a box coloured, in at most 5% of comparisons: simulated."""

from collections.abc import Mapping

import numpy as np
import pytest

from backend.diagnostics.profiles.changes import changes
from backend.diagnostics.profiles.costs import Diagnostic
from backend.tests.unit.diagnostics.measured import diagnostics, profile

pytestmark = pytest.mark.slow
WORLDS, ROUNDS = 200, 4


def sampled(rng: np.random.Generator, share: Mapping[str, float], round_: int, scatter: float) -> Diagnostic:
    """A look at a program whose stacks cost as `share` says; each scatters from round to round."""
    stacks, weights = list(share), np.array(list(share.values()))
    weights = weights * np.exp(rng.normal(0, scatter, len(weights)))
    counts = rng.multinomial(rng.integers(300, 900), weights / weights.sum())
    taken = {stack: int(n) for stack, n in zip(stacks, counts, strict=True) if n}
    cost = 40e-6 * float(np.exp(rng.normal(0, 0.03)))
    return Diagnostic(round_, 20_000.0, profile(taken, cpu_s=20_000 * cost))


@pytest.mark.exhaustive
def test_among_equals_something_is_named_in_one_of_twenty_comparisons_at_most() -> None:
    rng = np.random.default_rng(14)
    share: dict[str, float] = {}
    for diagnostic in diagnostics("tls"):
        for stack, n in diagnostic.profile.stacks.items():
            share[stack] = share.get(stack, 0.0) + n
    named = coloured = 0
    for _ in range(WORLDS):
        sides = [[sampled(rng, share, r, 0.05) for r in range(1, ROUNDS + 1)] for _ in range(2)]
        found = changes({"proxy": (sides[0], sides[1])})["proxy"]
        named += any(p.change.clear for p in found.parts)
        coloured += any(n.change.clear for n in found.nodes) or any(
            f.own.clear or f.total.clear for f in found.functions
        )
    assert named / WORLDS <= 0.05
    assert coloured / WORLDS <= 0.05
