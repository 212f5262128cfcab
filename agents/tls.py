"""TLS to servers under test, whatever their certificate and however old their protocol."""

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
