"""nginx.conf as text: blocks of lines, indented by two spaces."""

from collections.abc import Iterable, Mapping

from agents.catalog.knobs import KNOBS, Value, value_text
from agents.catalog.knobs.types import Context
from agents.contract.jobs import LISTEN

# The paths that nginx was built with may belong to the host's own service.
OWN_PATHS = (
    "client_body_temp_path client_body_temp;",
    "proxy_temp_path proxy_temp;",
    "fastcgi_temp_path fastcgi_temp;",
    "uwsgi_temp_path uwsgi_temp;",
    "scgi_temp_path scgi_temp;",
)
ERROR_LOG = "error_log logs/error.log;"
ACCESS_LOG = "access_log logs/access.log;"
CERTIFICATE = ("ssl_certificate tls/cert.pem;", "ssl_certificate_key tls/key.pem;")


class Verbatim(str):
    """A line that is never indented: it may lie inside a quoted word."""


def block(head: str, lines: Iterable[str]) -> list[str]:
    """`head { … }` over lines; an empty one stays on one line."""
    inner = list(lines)
    if not inner:
        return [f"{head} {{}}"]
    return [f"{head} {{", *map(_indent, inner), "}"]


def _indent(line: str) -> str:
    return line if isinstance(line, Verbatim) or not line else f"  {line}"


def directives(knobs: Mapping[str, Value], context: Context) -> list[str]:
    """`directive value;` for each knob of this context that is set, in the registry's order."""
    return [
        f"{knob.directive} {value_text(knobs[name])};"
        for name, knob in KNOBS.items()
        if knob.context == context and knob.directive and name in knobs
    ]


def listen(*parameters: str) -> str:
    return f"listen {' '.join((LISTEN, *parameters))};"


def sections(*parts: list[str]) -> list[str]:
    """Parts with one empty line between them."""
    lines: list[str] = []
    for part in parts:
        if part:
            lines += ["", *part] if lines else part
    return lines


def config(*parts: list[str]) -> str:
    return "\n".join(sections(*parts)) + "\n"
