"""nginx: compression of answers. It acts only when the client sends Accept-Encoding: gzip."""

from functools import partial

from agents.catalog.knobs.types import knob, takes
from agents.catalog.rules.kinds import FLAG, MB, MIME, number, one_of, size
from agents.catalog.rules.rule import HSL, HSL_IF, Module, one_or_more

_knob = partial(knob, family="http", module="http_gzip")
_gzip = Module("ngx_http_gzip_module")
_PROXIED = ("off", "expired", "no-cache", "no-store", "private", "no_last_modified", "no_etag", "auth", "any")
KNOBS = (
    _knob(
        "nginx.gzip",
        takes("switch", "off"),
        "on: answers are compressed for clients that ask for it, so add the header Accept-Encoding: "
        "gzip to the workload. Costs CPU, saves bytes.",
        _gzip.rule(HSL_IF, FLAG),
        see=("nginx.gzip_comp_level", "nginx.gzip_min_length", "nginx.gzip_types", "nginx.gzip_proxied"),
    ),
    _knob(
        "nginx.gzip_comp_level",
        takes("int", "1", 1, 9),
        "Effort of compression. Above 5 it costs much CPU for few bytes.",
        _gzip.rule(HSL, number(1, 9)),
        see=("nginx.gzip",),
    ),
    _knob(
        "nginx.gzip_min_length",
        takes("size", "20", 0, 64 * 1024 * 1024),
        "Answers whose Content-Length is smaller are not compressed.",
        _gzip.rule(HSL, size(64 * MB)),
        see=("nginx.gzip", "origin.body_bytes"),
    ),
    _knob(
        "nginx.gzip_types",
        takes("mime_types", "text/html"),
        "Types that are compressed in addition to text/html, or * for all. The built-in backend answers "
        "text/plain.",
        _gzip.rule(HSL, one_or_more(MIME)),
        see=("nginx.gzip",),
    ),
    _knob(
        "nginx.gzip_proxied",
        takes("words", "off", choices=_PROXIED),
        "Which answers are compressed for requests that came through another proxy (with a Via header).",
        _gzip.rule(HSL, one_or_more(one_of(*_PROXIED))),
        see=("nginx.gzip",),
    ),
)
