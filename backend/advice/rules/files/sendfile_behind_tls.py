"""sendfile where nginx encrypts what it sends."""

from collections.abc import Iterator

from backend.advice.nginx import is_on
from backend.advice.predicates import has_kernel_tls, serves_files, speaks_tls_only
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_directives, in_words, taken_back, verb

NAMES = ("sendfile", "tcp_nopush", "sendfile_max_chunk")


def find(subject: Subject) -> Iterator[Hit]:
    if not speaks_tls_only(subject) or not serves_files(subject):
        return
    names = changed_directives(subject, NAMES)
    if names and not has_kernel_tls(subject):
        text = (
            f"{in_words(names)} {verb(names, 'does', 'do')} nothing behind TLS: nginx reads the file to "
            "encrypt it, unless the kernel encrypts (ssl_conf_command Options KTLS)"
        )
        knobs = [f"nginx.{name}" for name in names]
        yield Hit(text, knobs[0], taken_back(subject, knobs))
    elif has_kernel_tls(subject) and changed_directives(subject, ("ssl_conf_command",)):
        if not is_on(subject.tree, "sendfile"):
            text = "KTLS lets the kernel send files that it encrypts itself by sendfile, which is off"
            yield Hit(text, "ssl_conf_command")
        if _lacks_module(subject):
            text = (
                "ssl_conf_command does nothing: KTLS needs the kernel's module tls, which the proxy host has "
                "not loaded, and a worker may not load it (modprobe tls)"
            )
            yield Hit(text, "ssl_conf_command")


def _lacks_module(subject: Subject) -> bool:
    facts = subject.facts.get("proxy")
    protocols = (facts.more if facts else {}).get("sysctl", {}).get("net.ipv4.tcp_available_ulp")
    return isinstance(protocols, str) and "tls" not in protocols.split()


RULE = Rule(
    code="sendfile_behind_tls",
    severity="warning",
    text="`sendfile` gives a file to the kernel unread. Behind TLS nginx has to read and encrypt it first, "
    "except with kernel TLS: nginx 1.21.4, OpenSSL 3 built with it, and the kernel's module `tls`.",
    example="ssl_conf_command Options KTLS; with sendfile on;",
    source="nginx documentation of sendfile and ssl_conf_command; nginx's source, ngx_event_openssl.c "
    "(SSL_sendfile); Linux documentation networking/tls; Linux source, net/ipv4/tcp_ulp.c ("
    "loads a module for CAP_NET_ADMIN alone)",
    find=find,
)
