"""Directives on which file answers a request, and on how files are read."""

from agents.catalog.rules.kinds import CODE, FLAG, MB, WORDS, matching, one_of, size, union
from agents.catalog.rules.names import ERROR_PAGE, FILE, INDEX, LAST_FILE, PAGES_PATH, PLAIN_ADDRESS
from agents.catalog.rules.rule import HSL, HSL_IF, LOCATION, SL, Module, one_or_more

_core = Module("ngx_http_core_module")
_index = Module("ngx_http_autoindex_module")

RULES = (
    *_core("root", HSL_IF, PAGES_PATH),
    *_core("alias", LOCATION, PAGES_PATH),
    *_core("try_files", SL, one_or_more(FILE), LAST_FILE),
    *_core(
        "error_page", HSL_IF, one_or_more(union(CODE, matching("=code", r"=([1-5][0-9]{2})?"))), ERROR_PAGE
    ),
    *Module("ngx_http_index_module")("index", HSL, one_or_more(INDEX)),
    *_index("autoindex autoindex_exact_size autoindex_localtime", HSL, FLAG),
    *_index("autoindex_format", HSL, one_of("html", "xml", "json", "jsonp")),
    *Module("ngx_http_random_index_module")("random_index", LOCATION, FLAG),
    *Module("ngx_http_gzip_static_module")("gzip_static", HSL, one_of("on", "off", "always")),
    *Module("ngx_http_flv_module")("flv", LOCATION),
    *Module("ngx_http_mp4_module")("mp4", LOCATION),
    *Module("ngx_http_mp4_module")("mp4_buffer_size mp4_max_buffer_size", HSL, size(64 * MB)),
    *Module("ngx_http_slice_module")("slice", HSL, size(64 * MB)),
    *Module("ngx_http_addition_module")("add_before_body add_after_body", HSL, PLAIN_ADDRESS),
    *Module("ngx_http_addition_module")("addition_types", HSL, one_or_more(WORDS)),
    *Module("ngx_http_mirror_module")("mirror", HSL, union(one_of("off"), PLAIN_ADDRESS)),
    *Module("ngx_http_mirror_module")("mirror_request_body", HSL, FLAG),
    *Module("ngx_http_auth_request_module")("auth_request", HSL, union(one_of("off"), PLAIN_ADDRESS)),
)
