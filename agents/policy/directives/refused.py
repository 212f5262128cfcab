"""Directives that people often write and that are refused, with the reason and what to write instead.

Directives that are neither here nor in the other files are refused as well, by a general sentence.
"""

from enum import StrEnum


class Reason(StrEnum):
    """Reasons for refusing a directive, with what to write instead."""

    OTHER_SERVERS = "it talks to servers outside the testbed; write $backend for the testbed's backends"
    PROGRAMS = "it runs programs inside nginx; leave it out"
    WRITES = "it writes files; leave it out"
    OTHER_FILES = "it loads other files; write what is in the file in its place"
    TYPES = (
        "it loads other files; write `types { text/html html; text/css css; }` with the types that you need"
    )
    AGENTS_OWN = "the agent sets this itself; leave it out"
    CERTIFICATE = "it loads other files; the agent brings a certificate of its own, leave this out"
    NAMES = "it looks names up outside the testbed; write $backend for the testbed's backends"
    STAPLING = "it asks servers outside the testbed; write off or leave it out"
    OTHER_LISTENERS = "it listens at addresses of its own; only http {} can be measured"


REFUSED: dict[str, Reason] = {
    name: reason
    for reason, names in {
        Reason.AGENTS_OWN: "user pid daemon working_directory lock_file master_process env master_env",
        Reason.OTHER_FILES: "include load_module ssl_engine ssl_load dso thread_pool_file geoip_country "
        "geoip_city geoip_org geoip2 xslt_stylesheet xml_entities",
        Reason.CERTIFICATE: "ssl_dhparam ssl_crl ssl_session_ticket_key ssl_password_file ssl_ech_file "
        "proxy_ssl_certificate proxy_ssl_certificate_key proxy_ssl_crl proxy_ssl_password_file quic_host_key",
        Reason.OTHER_LISTENERS: "stream mail rtmp",
        Reason.NAMES: "resolver resolver_timeout",
        Reason.STAPLING: "ssl_stapling_responder ssl_stapling_file ssl_ocsp_responder ssl_ocsp_cache",
        Reason.OTHER_SERVERS: "proxy_connect proxy_bind zone_sync zone_sync_server statsd_server upsync "
        "otel_exporter health_check check",
        Reason.PROGRAMS: "perl perl_modules perl_require perl_set ssi",
        Reason.WRITES: "dav_methods create_full_put_path dav_access proxy_store proxy_store_access "
        "google_perftools_profiles debug_points worker_rlimit_core ssl_key_log keyval_zone state",
    }.items()
    for name in names.split()
}

PREFIXES: dict[str, Reason] = {
    prefix: reason
    for reason, prefixes in {
        Reason.PROGRAMS: "lua_ js_ njs_ perl php python_ mruby_ wasm_ passenger cgi",
        Reason.OTHER_SERVERS: "otel_ opentelemetry opentracing datadog acme_ docker_ dyups modsecurity "
        "auth_jwt srcache_ fastcgi_ uwsgi_ scgi_ grpc_ memcached_ redis",
    }.items()
    for prefix in prefixes.split()
}


def reason_of(name: str, args: list[str]) -> Reason | None:
    """The reason that people are told; None for a directive that nobody thought of."""
    if name == "include" and any("mime.types" in word for word in args):
        return Reason.TYPES
    if name in REFUSED:
        return REFUSED[name]
    if "_by_lua" in name:
        return Reason.PROGRAMS
    if name.endswith("_pass"):
        return Reason.OTHER_SERVERS
    return next((reason for prefix, reason in PREFIXES.items() if name.startswith(prefix)), None)
