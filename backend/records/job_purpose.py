"""What a job is for. The values stand in the database."""

from collections.abc import Mapping
from enum import StrEnum

from agents.catalog.roles import Role


class JobPurpose(StrEnum):
    CHECK = "check"  # `nginx -t` before a launch; belongs to no experiment
    TESTBED_CHECK = "testbed_check"  # hosts of a testbed call each other; belongs to no experiment
    PREPARE_BACKEND = "prepare_backend"
    PREPARE_PROXY = "prepare_proxy"
    APPLY = "apply"
    APPLIED = "applied"  # an apply job whose answer was taken: nothing waits for it any more
    COOL = "cool"
    CEILING = "ceiling"  # the baseline as fast as it answers: rates are shares of that
    WARM = "warm"
    WARM_TRIAL = "warm_trial"
    MEASURE = "measure"
    WATCH = "watch"
    FIRE = "fire"  # load hosts that are all ready begin together
    FINISH = "finish"
    CANCEL = "cancel"
    HAND_BACK = "hand_back"  # a host that was prepared before another one turned out to be held
    RESTORE = "restore"
    FACTS = "facts"


PREPARE: Mapping[Role, JobPurpose] = {
    "backend": JobPurpose.PREPARE_BACKEND,
    "proxy": JobPurpose.PREPARE_PROXY,
}
"""Role → the purpose that prepares it, in order: a proxy has to know its backends' addresses."""
