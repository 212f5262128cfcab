"""Paths of a mix that the shipped pages do not have."""

from collections.abc import Iterator
from urllib.parse import unquote

from agents.contract.mix import MixEntry
from agents.render.answer import PAGE, is_static
from backend.advice.predicates import answers_itself
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.rules.mix.rest_of_mix import rest_of_mix

_PAGES = ("/", f"/{PAGE}")


def find(subject: Subject) -> Iterator[Hit]:
    if not (answers_itself(subject) and is_static(subject.knobs)) or subject.workload.site:
        return
    mix = subject.workload.mix
    missing_entries = [entry for entry in mix if not _is_there(entry)]
    if missing_entries:
        yield Hit(
            f"{len(missing_entries)} of {len(mix)} requests of the mix, the first {missing_entries[0].path}, "
            f"are answered with 404: the static page of origin.kind is {PAGE} alone",
            instead=rest_of_mix(filter(_is_there, mix)),
            workload=True,
        )


def _is_there(entry: MixEntry) -> bool:
    return unquote(entry.path.partition("?")[0]) in _PAGES


RULE = Rule(
    code="mix_paths_missing",
    severity="warning",
    text="The testbed's static backend has one page. With `origin.kind: hello` every path gets the same "
    "answer, `site` makes a page for each request, and a server of your own has pages of its own.",
    example="origin.kind: hello",
    source="the pages that the agent makes",
    find=find,
)
