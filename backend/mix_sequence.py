"""The sequence of a mix: the order of its requests, for all runs, rounds and generators. Pure."""

import math
import random
from collections.abc import Sequence
from fractions import Fraction

from agents.contract.mix import MAX_SEQUENCE, MixEntry, Order

_MIN_SHUFFLED = 4096
"""Entries of a shuffled sequence at least: a short one would repeat a pattern that caches can learn."""


def sequence_of(mix: Sequence[MixEntry], order: Order, seed: int) -> list[int]:
    """Indexes of the mix, at most MAX_SEQUENCE, each as often as its weight says."""
    counts = counts_of([entry.weight for entry in mix])
    if order == "shuffled":
        copies = -(-_MIN_SHUFFLED // sum(counts))
        sequence = [index for index, count in enumerate(counts) for _ in range(count * copies)]
        random.Random(seed).shuffle(sequence)
        return sequence
    return [index for index, count in enumerate(counts) for _ in range(count)]


def counts_of(weights: Sequence[float]) -> list[int]:
    """Count of each entry in a sequence: in proportion, or by largest remainder where that is too long.

    An entry with less than one place in the longest sequence may have none.
    """
    exact = [Fraction(weight) for weight in weights]
    unit = math.lcm(*(weight.denominator for weight in exact))
    whole = [weight.numerator * (unit // weight.denominator) for weight in exact]
    divisor = math.gcd(*whole)
    shares = [weight // divisor for weight in whole]
    total = sum(shares)
    if total <= MAX_SEQUENCE:
        return shares
    counts = [share * MAX_SEQUENCE // total for share in shares]
    remainders = [share * MAX_SEQUENCE % total for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda index: (-remainders[index], index))
    for index in by_remainder[: MAX_SEQUENCE - sum(counts)]:
        counts[index] += 1
    return counts
