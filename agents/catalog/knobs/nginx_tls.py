"""nginx: HTTPS to the client. Every entry needs tls.on, or your own nginx.conf that listens with ssl."""

from functools import partial

from agents.catalog.knobs.types import Knob
from agents.catalog.rules.kinds import FLAG, MB, SHARED_CACHE, TIME, matching, one_of, size, union
from agents.catalog.rules.rule import HS, Module, one_or_more
from agents.catalog.tools import TOOLS, any_of

_knob = partial(Knob, role="proxy", family="tls", module="http_ssl")
_WITHOUT_TLS = {name: tool for name, tool in TOOLS.items() if not tool.tls}

_ssl = Module("ngx_http_ssl_module")
CIPHERS = matching("a list of ciphers", r"[A-Za-z0-9!+:@=_., -]{1,4000}")
PROTOCOL = one_of("SSLv2", "SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3")
_BUILTIN = matching("builtin:number", r"builtin(:[1-9][0-9]{0,8})?")
KNOBS = (
    _knob(
        name="tls.on",
        type="switch",
        default="off: plain HTTP",
        text="on: the server under test listens with TLS, with a certificate that its agent makes. The load "
        f"tool uses https; {any_of(_WITHOUT_TLS)} cannot.",
        see=("tls.key", "nginx.ssl_session_cache"),
    ),
    _knob(
        name="tls.key",
        type="choice",
        default="rsa2048",
        choices=("rsa2048", "rsa4096", "ecdsa256"),
        text="Kind of private key: RSA with 2048 or 4096 bits, or ECDSA on P-256. Decides what a full "
        "handshake costs the server.",
        see=("tls.on", "nginx.ssl_session_cache"),
    ),
    _knob(
        name="nginx.ssl_protocols",
        type="words",
        default="TLSv1 TLSv1.1 TLSv1.2, from nginx 1.23.4 on also TLSv1.3",
        default_until="1.27.3",
        later_default="TLSv1.2 TLSv1.3",
        choices=("SSLv2", "SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"),
        text="Protocol versions that are offered. 1.3 saves a round trip in the handshake.",
        see=("nginx.ssl_ciphers",),
        directive="ssl_protocols",
        context="http",
        rule=_ssl.rule(HS, one_or_more(PROTOCOL)),
    ),
    _knob(
        name="nginx.ssl_ciphers",
        type="ciphers",
        default="HIGH:!aNULL:!MD5",
        text="Ciphers up to TLS 1.2, as OpenSSL writes them. Key exchange by DHE is the expensive one. TLS "
        "1.3 has its own ciphers, which this does not change.",
        see=("nginx.ssl_protocols", "nginx.ssl_prefer_server_ciphers"),
        directive="ssl_ciphers",
        context="http",
        rule=_ssl.rule(HS, CIPHERS),
    ),
    _knob(
        name="nginx.ssl_prefer_server_ciphers",
        type="switch",
        default="off",
        text="on: the server's order of ciphers decides, not the client's.",
        see=("nginx.ssl_ciphers",),
        directive="ssl_prefer_server_ciphers",
        context="http",
        rule=_ssl.rule(HS, FLAG),
    ),
    _knob(
        name="nginx.ssl_ecdh_curve",
        type="curves",
        default="auto",
        text="Curves of the key exchange: auto, or names with colons between them, such as "
        "X25519:prime256v1.",
        see=("nginx.ssl_ciphers",),
        directive="ssl_ecdh_curve",
        context="http",
        since="1.11.0",
        rule=_ssl.rule(HS, matching("curves", r"[A-Za-z0-9:_-]{1,1000}")),
    ),
    _knob(
        name="nginx.ssl_session_cache",
        type="session_cache",
        default="none",
        text="Keeps sessions: a returning client skips the full handshake: off, none, builtin, "
        "or shared:NAME:SIZE for all workers (1 MB holds about 4000 sessions).",
        see=("nginx.ssl_session_timeout", "nginx.ssl_session_tickets"),
        directive="ssl_session_cache",
        context="http",
        rule=_ssl.rule(HS, one_or_more(union(one_of("off", "none"), _BUILTIN, SHARED_CACHE))),
    ),
    _knob(
        name="nginx.ssl_session_timeout",
        type="seconds",
        unit="s",
        default="5m",
        minimum=1,
        maximum=604_800,
        text="How long a session can be resumed.",
        see=("nginx.ssl_session_cache",),
        directive="ssl_session_timeout",
        context="http",
        rule=_ssl.rule(HS, TIME),
    ),
    _knob(
        name="nginx.ssl_session_tickets",
        type="switch",
        default="on",
        text="on: the client keeps the session, encrypted; the server needs no cache for it.",
        see=("nginx.ssl_session_cache",),
        directive="ssl_session_tickets",
        context="http",
        since="1.5.9",
        rule=_ssl.rule(HS, FLAG),
    ),
    _knob(
        name="nginx.ssl_buffer_size",
        type="size",
        unit="bytes",
        default="16k",
        minimum=512,
        maximum=1_048_576,
        text="Bytes that are gathered before they are encrypted and sent: small ones bring the first byte "
        "sooner, large ones cost less for each byte.",
        see=("nginx.http2_chunk_size",),
        directive="ssl_buffer_size",
        context="http",
        since="1.5.9",
        rule=_ssl.rule(HS, size(64 * MB)),
    ),
    _knob(
        name="nginx.ssl_early_data",
        type="switch",
        default="off",
        text="on: a client that resumes a session of TLS 1.3 may send its request with the first packet. No "
        "load tool here does.",
        see=("nginx.ssl_session_cache", "nginx.ssl_session_tickets"),
        directive="ssl_early_data",
        context="http",
        since="1.15.3",
        rule=_ssl.rule(HS, FLAG),
    ),
)
