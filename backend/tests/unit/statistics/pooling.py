"""One delta over pairs, as tests ask for it."""

from collections.abc import Sequence
from typing import Any

from backend.statistics.assemble import Delta
from backend.statistics.pooled import Pair, pooled_each
from backend.statistics.rules import RULES_VERSION


def pool(pairs: Sequence[Pair], **how: Any) -> Delta:
    """The delta of one group of pairs under the newest rules; arguments as for `pooled_each`."""
    ((delta, _),) = pooled_each([[(pair,) for pair in pairs]], **{"rules": RULES_VERSION, **how})
    return delta
