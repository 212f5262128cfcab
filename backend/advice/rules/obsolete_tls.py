"""Ciphers and protocols that are broken, or expensive for the server."""

import re
from collections.abc import Iterator

from backend.advice.nginx import every
from backend.advice.rule import Hit, Rule, Subject

OLD_PROTOCOLS = {"SSLv2", "SSLv3", "TLSv1", "TLSv1.1"}
_DEAR = re.compile(r"^(kEDH|kDHE|EDH|DHE|DH|ADH)(-|$)")
_BROKEN = re.compile(r"(^|-)(RC4|DES|3DES|MD5|EXP|EXPORT|NULL|aNULL|eNULL|LOW)(-|$)|DES-CBC")


def find(subject: Subject) -> Iterator[Hit]:
    for args, _ in every(subject.tree, "ssl_protocols"):
        old = [word for word in args if word in OLD_PROTOCOLS]
        if old:
            text = f"{' and '.join(old)} {'is' if len(old) == 1 else 'are'} obsolete; modern clients refuse"
            yield Hit(text, knob="nginx.ssl_protocols")
    for args, _ in every(subject.tree, "ssl_ciphers"):
        # A word behind ! or - takes ciphers away; + only moves them.
        chosen = [word for word in re.split(r"[:, ]+", " ".join(args)) if word and word[0] not in "!-+"]
        if dear := _matching(chosen, _DEAR):
            text = (
                f"{dear}: key exchange by DHE is what makes a handshake expensive for the server; use ECDHE"
            )
            yield Hit(text, knob="nginx.ssl_ciphers")
        if broken := _matching(chosen, _BROKEN):
            yield Hit(f"{broken}: broken; leave it out", knob="nginx.ssl_ciphers")


def _matching(words: list[str], pattern: re.Pattern[str]) -> str:
    return ", ".join(word for word in words if any(pattern.search(part) for part in word.split("+")))


RULE = Rule(
    code="obsolete_tls",
    severity="warning",
    text="SSLv3, TLS 1.0 and TLS 1.1 are no longer allowed, RC4, DES and MD5 are broken, and key "
    "exchange by DHE (kEDH) costs the server several times what ECDHE costs.",
    example="nginx.ssl_ciphers: ECDHE+AESGCM:ECDHE+CHACHA20",
    source="RFC 7465, RFC 7568, RFC 8996; the guide of settings (leave kEDH out)",
    find=find,
)
