"""Settings that say what nginx does anyway."""

from collections.abc import Iterator

from backend.advice.nginx import every
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_directives, knob_of, taken_back

DEFAULTS = {
    "accept_mutex": "off",
    "client_body_timeout": "60s",
    "client_header_timeout": "60s",
    "client_max_body_size": "1m",
    "etag": "on",
    "gzip": "off",
    "gzip_comp_level": "1",
    "keepalive_timeout": "75s",
    "lingering_close": "on",
    "multi_accept": "off",
    "open_file_cache": "off",
    "proxy_buffering": "on",
    "proxy_request_buffering": "on",
    "reset_timedout_connection": "off",
    "send_timeout": "60s",
    "sendfile": "off",
    "server_tokens": "on",
    "ssl_session_tickets": "on",
    "tcp_nodelay": "on",
    "tcp_nopush": "off",
    "use": "epoll",
    "worker_connections": "512",
    "worker_priority": "0",
    "worker_processes": "1",
}


def find(subject: Subject) -> Iterator[Hit]:
    facts = subject.facts.get("proxy")
    is_fork = (
        facts is not None and facts.nginx is not None and facts.nginx.flavour not in ("nginx", "openresty")
    )
    for name in () if is_fork else changed_directives(subject, DEFAULTS):
        values = {" ".join(args) for args, _ in every(subject.tree, name)}
        if not any(every(subject.base_tree, name)) and {_with_unit(name, v) for v in values} == {
            DEFAULTS[name]
        }:
            text = f"{name} {DEFAULTS[name]} is what nginx does without the line: this changes nothing"
            yield Hit(text, knob_of(name), taken_back(subject, (knob_of(name),)))


def _with_unit(name: str, value: str) -> str:
    return f"{value}s" if name.endswith("timeout") and value.isdecimal() else value


RULE = Rule(
    code="same_as_default",
    severity="hint",
    text="Some lines of tuning guides are nginx's defaults, such as `tcp_nodelay on`, `use epoll` and, since "
    "1.11.3, `accept_mutex off`. A variant with nothing else is the baseline once more.",
    example="nginx.tcp_nodelay: not set",
    source="nginx documentation of each directive (Default)",
    find=find,
)
