"""Where an experiment's figures come from, and what it was made from."""

from enum import Enum


class Origin(str, Enum):
    MEASURED = "measured"  # by agents of ours
    IMPORTED = "imported"  # from outputs or tables of other sources; it has no testbed


class DerivedHow(str, Enum):
    CLONE = "clone"  # changed before launch
    REPRODUCE = "reproduce"  # the same definition once more
    RETEST = "retest"  # fresh trials of the best and the baseline
