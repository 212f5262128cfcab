"""Lines that name a variable, zone or cache that is defined nowhere in the outcome. Pure."""

import re
from collections.abc import Iterator, Sequence

from backend.own_conf.writing import Line

_VARIABLE = re.compile(r"\$(?:\{([a-z_]\w*)\}|([a-z_]\w*))", re.IGNORECASE)
_GROUP = re.compile(r"\(\?P?[<'](\w+)[>']")
_PREFIXES = (
    "arg_",
    "http_",
    "cookie_",
    "sent_",
    "upstream_",
    "ssl_",
    "proxy_",
    "realip_",
    "tcpinfo_",
    "date_",
)
_NAMES = """
ancient_browser args backend binary_remote_addr body_bytes_sent bytes_sent connection
connection_requests connection_time connections_active connections_reading connections_waiting
connections_writing content_length content_type document_root document_uri gzip_ratio host hostname
http2 http3 https invalid_referer is_args is_request_port limit_conn_status limit_rate
limit_req_status listen memcached_key modern_browser msec msie nginx_version pid pipe protocol
query_string realpath_root remote_addr remote_port remote_user request request_body
request_body_file request_completion request_filename request_id request_length request_method
request_port request_time request_uri scheme secure_link secure_link_expires server_addr server_name
server_port server_protocol slice_range status time_iso8601 time_local uid_got uid_reset uid_set uri
"""
_BUILT_IN = frozenset(_NAMES.split())
_DEFINES = {"map": -1, "geo": -1, "split_clients": -1, "set": 0, "auth_request_set": 0}
_REGEX = ("~", "~*", "!~", "!~*")


def find_undefined(lines: Sequence[Line]) -> Iterator[tuple[Line, str]]:
    """Each line of the outcome that nginx would refuse, with the reason."""
    every_line = [line for top in lines for line in top.walk()]
    variables = set(_defined_variables(every_line))
    zones = {name for line in every_line for name in _defined_zones(line)}
    for line in every_line:
        if name := next((n for n in _variables(line) if not _is_known(n, variables)), None):
            yield line, f"${name} is defined nowhere in what is left"
        elif name := _missing_zone(line, zones):
            yield line, f"{name} is defined nowhere in what is left"


def _defined_variables(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        if line.name in _DEFINES and line.args:
            yield line.args[_DEFINES[line.name]].removeprefix("$").lower()
        for word in (line.name, *line.args):
            yield from (name.lower() for name in _GROUP.findall(word))


def _variables(line: Line) -> Iterator[str]:
    """Names of the variables that a line uses; a regular expression has none."""
    regex_places = {1} if line.name == "rewrite" else set[int]()
    words = [line.name, *line.args]
    for index, word in enumerate(words):
        is_regex = index in regex_places or word.startswith("~") or (index and words[index - 1] in _REGEX)
        if not is_regex:
            yield from ((a or b).lower() for a, b in _VARIABLE.findall(word))


def _is_known(name: str, variables: set[str]) -> bool:
    return name in variables or name in _BUILT_IN or name.startswith(_PREFIXES)


def _defined_zones(line: Line) -> Iterator[str]:
    options = {name: value for name, _, value in (word.partition("=") for word in line.args)}
    if line.name in ("limit_req_zone", "limit_conn_zone"):
        yield f"zone {options.get('zone', '').partition(':')[0]}"
    elif line.name == "proxy_cache_path":
        yield f"cache {options.get('keys_zone', '').partition(':')[0]}"


def _missing_zone(line: Line, zones: set[str]) -> str | None:
    name = ""
    match line.name, line.args:
        case "limit_req", [*words]:
            name = next((f"zone {w[5:]}" for w in words if w.startswith("zone=")), "")
        case "limit_conn", [zone, *_]:
            name = f"zone {zone}"
        case "proxy_cache", [zone] if zone != "off" and "$" not in zone:
            name = f"cache {zone}"
    return name if name and name not in zones else None
