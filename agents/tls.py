"""Connections to servers under test, whatever their certificate and however old their TLS."""

import http.client
import ssl
import warnings


def lenient_context() -> ssl.SSLContext:
    """Verifies nothing and accepts obsolete versions and ciphers too: they may be what is measured."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        context.minimum_version = ssl.TLSVersion.TLSv1
    context.set_ciphers("ALL:@SECLEVEL=0")
    return context


def connection_to(host: str, port: int | None, with_tls: bool, timeout: float) -> http.client.HTTPConnection:
    if with_tls:
        return http.client.HTTPSConnection(host, port, timeout=timeout, context=lenient_context())
    return http.client.HTTPConnection(host, port, timeout=timeout)
