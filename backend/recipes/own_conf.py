"""The route's part of “Start from my nginx.conf”: the testbed's nginx, and refusals as the API words them."""

from collections.abc import Iterable, Iterator, Mapping
from time import thread_time

from agents.catalog.roles import Role
from agents.contract.reports import Facts, NginxFacts
from backend.definition.issues import DefinitionErrors
from backend.definition.nginx.needs import needs_of
from backend.definition.semantics import MAX_CHECK_S
from backend.errors import Invalid, ProblemItem
from backend.own_conf.experiment import convert_conf
from backend.own_conf.reading import UnreadableConf
from backend.own_conf.schemas import ConvertedConf, DirectiveFate, PastedConf, UnknownDirective
from backend.planning.nginx_texts import why_unknown


def convert_paste(body: PastedConf, facts: Mapping[Role, Facts]) -> ConvertedConf:
    """The answer to a paste; Invalid names the line of what cannot be read. `facts` are the testbed's."""
    try:
        answer = convert_conf(body.text, body.server)
    except UnreadableConf as error:
        item = ProblemItem(place=error.file, message=error.reason, line=error.line or None)
        raise Invalid(str(error), [item]) from None
    except DefinitionErrors as error:
        raise Invalid(error.errors[0].message, error.errors) from None
    nginx = facts["proxy"].nginx if "proxy" in facts else None
    if nginx is not None:
        answer.lacks = list(_read_lacks(answer.directives, nginx))
    return answer


def _read_lacks(fates: Iterable[DirectiveFate], nginx: NginxFacts) -> Iterator[UnknownDirective]:
    """Directives of the baseline that the nginx does not know; the plan says what time leaves out."""
    ends_at = thread_time() + MAX_CHECK_S
    for fate in fates:
        if thread_time() > ends_at:
            return
        for _, need in needs_of(fate.text) if fate.kind in ("knob", "kept") else ():
            if reason := why_unknown(need, nginx):
                text = f"`{need.subject}` {reason}"
                yield UnknownDirective(file=fate.file, line=fate.line, text=fate.text, reason=text)
