"""TLS to servers under test: whoever they are, and however old what they speak."""

import ssl
import warnings


def lenient_context() -> ssl.SSLContext:
    """Verifies nothing and takes obsolete versions and ciphers too: those are there to be measured."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        context.minimum_version = ssl.TLSVersion.TLSv1
    context.set_ciphers("ALL:@SECLEVEL=0")
    return context
