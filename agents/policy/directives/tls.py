"""TLS towards clients."""

from agents.catalog.rules.kinds import FLAG, matching, number, one_of
from agents.catalog.rules.names import CERTIFICATE, KEY
from agents.catalog.rules.rule import HS, Kind, Module
from agents.policy.directives.refused import Reason

_COMMANDS = (
    "Ciphersuites",
    "CipherString",
    "ClientSignatureAlgorithms",
    "Curves",
    "Groups",
    "MaxProtocol",
    "MinProtocol",
    "NumTickets",
    "Options",
    "Protocol",
    "RecordPadding",
    "SignatureAlgorithms",
)
_KNOWN = {name.lower() for name in _COMMANDS}
COMMAND = Kind(
    "a command that loads no file: " + ", ".join(_COMMANDS),
    lambda w: (
        None
        if w.lower() in _KNOWN
        else f"“{w[:60]}” may load other files; write one of {', '.join(_COMMANDS)}"
    ),
)
SETTING = matching("its value", r"[A-Za-z0-9!+:@=_.,?* -]{1,2000}")
_NO_STAPLING = Kind("`off`", lambda w: None if w == "off" else Reason.STAPLING)
_ssl = Module("ngx_http_ssl_module")

RULES = (
    *_ssl("ssl ssl_reject_handshake", HS, FLAG),
    *_ssl("ssl_certificate ssl_client_certificate ssl_trusted_certificate", HS, CERTIFICATE),
    *_ssl("ssl_certificate_key", HS, KEY),
    *_ssl("ssl_conf_command", HS, COMMAND, SETTING),
    *_ssl("ssl_stapling ssl_stapling_verify ssl_ocsp", HS, _NO_STAPLING),
    *_ssl("ssl_verify_client", HS, one_of("on", "off", "optional", "optional_no_ca")),
    *_ssl("ssl_verify_depth", HS, number(0, 100)),
)
