"""nginx: compression of answers. It acts only when the client sends Accept-Encoding: gzip."""

from functools import partial

from agents.catalog.knobs.types import Knob
from agents.catalog.rules.kinds import FLAG, MB, MIME, number, one_of, size
from agents.catalog.rules.rule import HSL, HSL_IF, Module, one_or_more

_knob = partial(Knob, role="proxy", family="http", context="http", module="http_gzip")
_gzip = Module("ngx_http_gzip_module")
_PROXIED = one_of(
    "off", "expired", "no-cache", "no-store", "private", "no_last_modified", "no_etag", "auth", "any"
)
KNOBS = (
    _knob(
        name="nginx.gzip",
        type="switch",
        default="off",
        text="on: answers are compressed for clients that ask for it, so add the header Accept-Encoding: "
        "gzip to the workload. Costs CPU, saves bytes.",
        see=("nginx.gzip_comp_level", "nginx.gzip_min_length", "nginx.gzip_types", "nginx.gzip_proxied"),
        directive="gzip",
        rule=_gzip.rule(HSL_IF, FLAG),
    ),
    _knob(
        name="nginx.gzip_comp_level",
        type="int",
        default="1",
        minimum=1,
        maximum=9,
        text="Effort of compression. Above 5 it costs much CPU for few bytes.",
        see=("nginx.gzip",),
        directive="gzip_comp_level",
        rule=_gzip.rule(HSL, number(1, 9)),
    ),
    _knob(
        name="nginx.gzip_min_length",
        type="size",
        unit="B",
        default="20",
        minimum=0,
        maximum=64 * 1024 * 1024,
        text="Answers whose Content-Length is smaller are not compressed.",
        see=("nginx.gzip", "origin.body_bytes"),
        directive="gzip_min_length",
        rule=_gzip.rule(HSL, size(64 * MB)),
    ),
    _knob(
        name="nginx.gzip_types",
        type="mime_types",
        default="text/html",
        text="Types that are compressed in addition to text/html, or * for all. The built-in backend answers "
        "text/plain.",
        see=("nginx.gzip",),
        directive="gzip_types",
        rule=_gzip.rule(HSL, one_or_more(MIME)),
    ),
    _knob(
        name="nginx.gzip_proxied",
        type="words",
        default="off",
        choices=(
            "off",
            "expired",
            "no-cache",
            "no-store",
            "private",
            "no_last_modified",
            "no_etag",
            "auth",
            "any",
        ),
        text="Which answers are compressed for requests that came through another proxy (with a Via header).",
        see=("nginx.gzip",),
        directive="gzip_proxied",
        rule=_gzip.rule(HSL, one_or_more(_PROXIED)),
    ),
)
