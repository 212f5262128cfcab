"""Settings of proxying where nothing is passed on."""

from collections.abc import Iterator

from backend.advice.nginx import names_with
from backend.advice.predicates import is_proxied
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_directives, in_words, knob_of, taken_back, verb

OF_RENDERED = {"proxy_temp_path"}


def find(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or is_proxied(subject):
        return
    present = names_with(subject.tree, "proxy_")
    names = changed_directives(subject, sorted(present - OF_RENDERED))
    if names:
        text = f"{in_words(names)} {verb(names, 'does', 'do')} nothing: no proxy_pass passes requests on"
        knobs = [knob_of(name) for name in names]
        yield Hit(text, knobs[0], taken_back(subject, knobs))


RULE = Rule(
    code="proxy_settings_unused",
    severity="warning",
    text="All `proxy_…` directives act on requests that `proxy_pass` sends to a backend.",
    example="topology: proxied",
    source="nginx documentation of ngx_http_proxy_module",
    find=find,
)
