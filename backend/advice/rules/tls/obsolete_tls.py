"""Ciphers and protocols that are broken, or expensive for the server."""

import re
from collections.abc import Iterator

from backend.advice.nginx import every
from backend.advice.rule import Hit, Instead, Rule, Subject

PROTOCOLS = "TLSv1.2 TLSv1.3"
CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20"
OLD_PROTOCOLS = {"SSLv2", "SSLv3", "TLSv1", "TLSv1.1"}
_DEAR = re.compile(r"^(kEDH|kDHE|EDH|DHE|DH|ADH)(-|$)")
_BROKEN = re.compile(r"(^|-)(RC4|DES|3DES|MD5|EXP|EXPORT|NULL|aNULL|eNULL|LOW)(-|$)|DES-CBC")


def find(subject: Subject) -> Iterator[Hit]:
    for args, _ in every(subject.tree, "ssl_protocols"):
        old = [word for word in args if word in OLD_PROTOCOLS]
        if old:
            text = f"{' and '.join(old)} {'is' if len(old) == 1 else 'are'} obsolete; modern clients refuse"
            new = " ".join(word for word in args if word not in OLD_PROTOCOLS) or PROTOCOLS
            yield Hit(text, "nginx.ssl_protocols", Instead({"nginx.ssl_protocols": new}))
    for args, _ in every(subject.tree, "ssl_ciphers"):
        # A word behind ! or - takes ciphers away; + only moves them.
        words = [word for word in re.split(r"[:, ]+", " ".join(args)) if word and word[0] not in "!-+"]
        instead = Instead({"nginx.ssl_ciphers": _clean(" ".join(args))})
        if dear := _matching(words, _DEAR):
            text = (
                f"{dear}: key exchange by DHE is what makes a handshake expensive for the server; use ECDHE"
            )
            yield Hit(text, "nginx.ssl_ciphers", instead)
        if broken_ciphers := _matching(words, _BROKEN):
            yield Hit(f"{broken_ciphers}: broken; leave it out", "nginx.ssl_ciphers", instead)


def _clean(text: str) -> str:
    """The list without what is dear or broken; a good one where nothing is left."""
    parts = [part for part in re.split(r"[:, ]+", text) if part]
    ciphers = [part for part in parts if part[0] in "!-+" or not _is_bad(part)]
    return ":".join(ciphers) if any(part[0] not in "!-+" for part in ciphers) else CIPHERS


def _is_bad(word: str) -> bool:
    return bool(_matching([word], _DEAR) or _matching([word], _BROKEN))


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
