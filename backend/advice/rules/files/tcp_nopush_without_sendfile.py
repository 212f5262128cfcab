"""tcp_nopush that never acts."""

from collections.abc import Iterator

from backend.advice.nginx import is_on
from backend.advice.predicates import serves_files
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    if is_on(subject.tree, "tcp_nopush") and not is_on(subject.tree, "sendfile"):
        # sendfile would do nothing either where no file is served
        instead = {"nginx.sendfile": True} if serves_files(subject) else {"nginx.tcp_nopush": False}
        text = "tcp_nopush only acts together with sendfile, which is off"
        yield Hit(text, "nginx.tcp_nopush", Instead(instead))


RULE = Rule(
    code="tcp_nopush_without_sendfile",
    severity="warning",
    text="`tcp_nopush` joins the header and the start of a file in one packet when the file is sent by "
    "`sendfile`; without it nothing changes.",
    example="nginx.sendfile: on",
    source="nginx documentation of tcp_nopush; the guide of settings",
    find=find,
)
