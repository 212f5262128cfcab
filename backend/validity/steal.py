"""CPU time that the hypervisor gives to other guests is missing, and the host cannot see who gets it."""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule

SHARE = 0.02


def check(evidence: Evidence) -> Iterator[Hit]:
    for machine in evidence.machines:
        if machine.steal >= SHARE:
            text = f"the hypervisor took {machine.steal:.1%} of the CPU from {machine.name}"
            yield Hit(text, machine.steal)


RULE = Rule(
    code="steal",
    level="suspect",
    title="CPU taken by the hypervisor",
    sentence="The hypervisor gives the machine all of its CPU time.",
    limit="below 2%",
    threshold=SHARE,
    check=check,
)
