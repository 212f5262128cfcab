"""Variables, rewrites, conditions."""

from agents.catalog.rules.kinds import FLAG, MB, TEXT, VARIABLE, one_of, size
from agents.catalog.rules.rule import (
    HSL,
    HTTP,
    LOCATION,
    SERVER,
    SL,
    SL_IFS,
    Module,
    Slot,
    maybe,
    one_or_more,
)

_rewrite = Module("ngx_http_rewrite_module")

RULES = (
    *_rewrite("break", SL_IFS),
    *_rewrite("return", SL_IFS, Slot(TEXT, 1, 2)),
    *_rewrite("rewrite", SL_IFS, TEXT, TEXT, maybe(one_of("last", "break", "redirect", "permanent"))),
    *_rewrite("set", SL_IFS, VARIABLE, TEXT),
    *_rewrite("rewrite_log uninitialized_variable_warn", HSL | SL_IFS, FLAG),
    *_rewrite("if", SERVER, one_or_more(TEXT), opens="if in server"),
    *_rewrite("if", LOCATION, one_or_more(TEXT), opens="if in location"),
    *Module("ngx_http_map_module")("map", HTTP, TEXT, VARIABLE, opens="values"),
    *Module("ngx_http_map_module")("map_hash_bucket_size map_hash_max_size", HTTP, size(MB)),
    *Module("ngx_http_geo_module")("geo", HTTP, maybe(TEXT), VARIABLE, opens="values"),
    *Module("ngx_http_split_clients_module")("split_clients", HTTP, TEXT, VARIABLE, opens="values"),
    *Module("ngx_http_auth_request_module")("auth_request_set", HSL, VARIABLE, TEXT),
    *Module("ngx_http_referer_module")("valid_referers", SL, one_or_more(TEXT)),
    *Module("ngx_http_referer_module")("referer_hash_bucket_size referer_hash_max_size", SL, size(MB)),
    *Module("ngx_http_secure_link_module")("secure_link secure_link_md5 secure_link_secret", HSL, TEXT),
)
