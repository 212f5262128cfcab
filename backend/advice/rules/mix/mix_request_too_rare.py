"""Requests of a mix that are too rare to be sent."""

from collections.abc import Iterator

from agents.contract.mix import MAX_SEQUENCE
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.rules.mix.rest_of_mix import rest_of_mix
from backend.mix_sequence import counts_of


def find(subject: Subject) -> Iterator[Hit]:
    mix = subject.workload.mix
    counts = counts_of([entry.weight for entry in mix]) if mix else []
    rare = [entry.path for entry, times in zip(mix, counts, strict=True) if times == 0]
    if rare:
        requests = "1 request is" if len(rare) == 1 else f"{len(rare):,} requests are"
        yield Hit(
            f"{requests} never sent, the first {rare[0]}: less than one of {MAX_SEQUENCE:,}, "
            "after which the sequence begins again",
            instead=rest_of_mix(entry for entry, times in zip(mix, counts, strict=True) if times),
            workload=True,
        )


RULE = Rule(
    code="mix_request_too_rare",
    severity="warning",
    text=f"A mix is sent as a sequence of at most {MAX_SEQUENCE:,} requests, again and again; weights "
    "are rounded to places in it. Join rare requests, or raise their weight.",
    example="mix: [{path: /a, weight: 65535}, {path: /b}]",
    source="the sequence of a mix",
    find=find,
)
