"""The directives that the policy looks at, by what they would do."""

from enum import StrEnum


class Reason(StrEnum):
    """Why a whole directive is refused; the value is the sentence that a refusal gives."""

    OTHER_SERVERS = "it talks to servers outside the testbed"
    PROGRAMS = "it runs programs inside nginx"
    WRITES = "it writes files"
    OTHER_FILES = "it loads other files"
    AGENTS_OWN = "the agent sets this itself"


FORBIDDEN = {
    **dict.fromkeys(
        ("user", "pid", "daemon", "working_directory", "lock_file", "master_process", "env", "master_env"),
        Reason.AGENTS_OWN,
    ),
    **dict.fromkeys(
        ("include", "load_module", "ssl_engine", "thread_pool_file", "ssl_load", "dso"), Reason.OTHER_FILES
    ),
    **dict.fromkeys(
        (
            "stream",
            "mail",
            "rtmp",
            "resolver",
            "proxy_connect",
            "ssl_stapling",
            "ssl_stapling_responder",
            "ssl_ocsp",
            "ssl_ocsp_responder",
            "zone_sync",
            "zone_sync_server",
            "statsd_server",
            "upsync",
            "memc_pass",
        ),
        Reason.OTHER_SERVERS,
    ),
    **dict.fromkeys(
        (
            "dav_methods",
            "create_full_put_path",
            "proxy_store",
            "fastcgi_store",
            "uwsgi_store",
            "scgi_store",
            "google_perftools_profiles",
            "debug_points",
            "worker_rlimit_core",
            "ssl_key_log",
        ),
        Reason.WRITES,
    ),
}

PREFIXES = {
    **dict.fromkeys(
        ("lua_", "js_", "njs_", "perl", "php", "python_", "mruby_", "wasm_", "passenger", "cgi"),
        Reason.PROGRAMS,
    ),
    **dict.fromkeys(
        (
            "otel_",
            "opentelemetry",
            "opentracing",
            "datadog",
            "acme_",
            "docker_",
            "dyups",
            "modsecurity",
            "auth_jwt",
            "srcache_",
        ),
        Reason.OTHER_SERVERS,
    ),
}

PATHS = {
    "root",
    "alias",
    "access_log",
    "error_log",
    "ssl_certificate",
    "ssl_certificate_key",
    "ssl_client_certificate",
    "ssl_trusted_certificate",
    "ssl_crl",
    "ssl_dhparam",
    "ssl_session_ticket_key",
    "ssl_ech_file",
    "quic_host_key",
    "geoip_country",
    "geoip_city",
    "geoip_org",
    "geoip2",
    "xslt_stylesheet",
    "xml_entities",
    "state",
}
"""Directives whose first argument is a path …"""

PATH_ENDINGS = ("_path", "_file", "_certificate", "_certificate_key", "_crl", "_dir", "_directory")
"""… and so are those of all directives with such a name."""

NOT_PATHS = {"proxy_cookie_path", "proxy_ignore_headers"}
NO_FILE = {"off", "stderr", "/dev/null"}

MAPS = {"map", "geo", "types", "split_clients", "charset_map", "match"}
"""Blocks that hold values, not directives; only `include` means something in them."""

TARGETS = {"try_files", "error_page", "index", "rewrite"}
"""Directives that choose a file by a text with variables."""

SAFE_VARIABLES = {"uri", "document_uri", "args", "is_args", "query_string"}

TEXTS = {
    "return",
    "add_header",
    "add_trailer",
    "log_format",
    "sub_filter",
    "proxy_set_header",
    "proxy_set_body",
    "server_name",
    "location",
    "if",
}
"""Directives whose arguments never name a file."""

SSL_COMMANDS = {
    "ciphersuites",
    "cipherstring",
    "curves",
    "groups",
    "options",
    "minprotocol",
    "maxprotocol",
    "protocol",
    "signaturealgorithms",
    "numtickets",
    "recordpadding",
}
"""What `ssl_conf_command` may set: the rest loads files."""

LARGEST = {"worker_processes": 512, "worker_connections": 1_048_576}
