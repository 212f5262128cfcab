"""nginx: HTTPS to the client. Every entry needs tls.on, or your own nginx.conf that listens with ssl."""

from functools import partial

from agents.catalog.knobs.types import knob, takes
from agents.catalog.rules.kinds import FLAG, MB, SHARED_CACHE, TIME, matching, one_of, size, union
from agents.catalog.rules.rule import HS, Module, one_or_more
from agents.catalog.tools import TOOLS, any_of

_knob = partial(knob, family="tls", module="http_ssl")
_WITHOUT_TLS = {name: tool for name, tool in TOOLS.items() if not tool.tls}

_ssl = Module("ngx_http_ssl_module")
CIPHERS = matching("a list of ciphers", r"[A-Za-z0-9!+:@=_., -]{1,4000}")
PROTOCOL = one_of("SSLv2", "SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3")
_BUILTIN = matching("builtin:number", r"builtin(:[1-9][0-9]{0,8})?")
KNOBS = (
    _knob(
        "tls.on",
        takes("switch", "off: plain HTTP"),
        "on: the server under test listens with TLS, with a certificate that its agent makes. The load "
        f"tool uses https; {any_of(_WITHOUT_TLS)} cannot.",
        see=("tls.key", "nginx.ssl_session_cache"),
    ),
    _knob(
        "tls.key",
        takes("choice", "rsa2048", choices=("rsa2048", "rsa4096", "ecdsa256")),
        "Kind of private key: RSA with 2048 or 4096 bits, or ECDSA on P-256. Decides what a full "
        "handshake costs the server.",
        see=("tls.on", "nginx.ssl_session_cache"),
    ),
    _knob(
        "nginx.ssl_protocols",
        takes(
            "words",
            "TLSv1 TLSv1.1 TLSv1.2, from nginx 1.23.4 on also TLSv1.3",
            choices=("SSLv2", "SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"),
            default_until="1.27.3",
            later_default="TLSv1.2 TLSv1.3",
        ),
        "Protocol versions that are offered. 1.3 saves a round trip in the handshake.",
        _ssl.rule(HS, one_or_more(PROTOCOL)),
        see=("nginx.ssl_ciphers",),
    ),
    _knob(
        "nginx.ssl_ciphers",
        takes("ciphers", "HIGH:!aNULL:!MD5"),
        "Ciphers up to TLS 1.2, as OpenSSL writes them. Key exchange by DHE (kEDH) is the expensive one. TLS "
        "1.3 has its own ciphers, which this does not change.",
        _ssl.rule(HS, CIPHERS),
        see=("nginx.ssl_protocols", "nginx.ssl_prefer_server_ciphers"),
    ),
    _knob(
        "nginx.ssl_prefer_server_ciphers",
        takes("switch", "off"),
        "on: the server's order of ciphers decides, not the client's.",
        _ssl.rule(HS, FLAG),
        see=("nginx.ssl_ciphers",),
    ),
    _knob(
        "nginx.ssl_ecdh_curve",
        takes("curves", "auto"),
        "Curves of the key exchange: auto, or names with colons between them, such as X25519:prime256v1.",
        _ssl.rule(HS, matching("curves", r"[A-Za-z0-9:_-]{1,1000}")),
        see=("nginx.ssl_ciphers",),
        since="1.11.0",
    ),
    _knob(
        "nginx.ssl_session_cache",
        takes("session_cache", "none"),
        "Keeps sessions: a returning client skips the full handshake: off, none, builtin, "
        "or shared:NAME:SIZE for all workers (1 MB holds about 4000 sessions).",
        _ssl.rule(HS, one_or_more(union(one_of("off", "none"), _BUILTIN, SHARED_CACHE))),
        see=("nginx.ssl_session_timeout", "nginx.ssl_session_tickets"),
    ),
    _knob(
        "nginx.ssl_session_timeout",
        takes("seconds", "5m", 1, 604_800),
        "How long a session can be resumed.",
        _ssl.rule(HS, TIME),
        see=("nginx.ssl_session_cache",),
    ),
    _knob(
        "nginx.ssl_session_tickets",
        takes("switch", "on"),
        "on: the client keeps the session, encrypted; the server needs no cache for it.",
        _ssl.rule(HS, FLAG),
        see=("nginx.ssl_session_cache",),
        since="1.5.9",
    ),
    _knob(
        "nginx.ssl_buffer_size",
        takes("size", "16k", 512, 1_048_576, "bytes"),
        "Bytes that are gathered before they are encrypted and sent: small ones bring the first byte "
        "sooner, large ones cost less for each byte.",
        _ssl.rule(HS, size(64 * MB)),
        see=("nginx.http2_chunk_size",),
        since="1.5.9",
    ),
    _knob(
        "nginx.ssl_early_data",
        takes("switch", "off"),
        "on: a client that resumes a session of TLS 1.3 may send its request with the first packet. No "
        "load tool here does.",
        _ssl.rule(HS, FLAG),
        see=("nginx.ssl_session_cache", "nginx.ssl_session_tickets"),
        since="1.15.3",
    ),
)
