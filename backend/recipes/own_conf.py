"""The route's part of “Start from my nginx.conf”: refusals as the API words them."""

from backend.definition.issues import DefinitionErrors
from backend.errors import Invalid, ProblemItem
from backend.own_conf.experiment import convert_conf
from backend.own_conf.reading import UnreadableConf
from backend.own_conf.schemas import ConvertedConf, PastedConf


def convert_paste(body: PastedConf) -> ConvertedConf:
    """The answer to a paste; Invalid names the line of what cannot be read."""
    try:
        return convert_conf(body.text, body.server)
    except UnreadableConf as error:
        item = ProblemItem(place=error.file, message=error.reason, line=error.line or None)
        raise Invalid(str(error), [item]) from None
    except DefinitionErrors as error:
        items = [ProblemItem(place=p.place, message=p.message) for p in error.problems]
        raise Invalid(error.problems[0].message, items) from None
