"""Compression of the pages of a site, which have nothing to compress."""

from collections.abc import Iterator

from backend.advice.nginx import is_on
from backend.advice.predicates import answers_itself
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    if subject.workload.site and answers_itself(subject) and is_on(subject.tree, "gzip"):
        yield Hit(
            "gzip costs CPU and saves no bytes: the pages of site are pseudo-random",
            "nginx.gzip",
            Instead({"nginx.gzip": None}),
        )


RULE = Rule(
    code="gzip_of_site",
    severity="warning",
    text="The pages that `site` makes have the sizes of a log's answers, which were compressed before, and "
    "pseudo-random content. To measure compression, take a backend of your own (`origin.address`).",
    example="origin.address: 10.0.0.9:80",
    source="the pages that the agent makes",
    find=find,
)
