"""Rules on files that nginx serves."""

from backend.advice.rules.files import (
    file_settings_off,
    no_files_served,
    sendfile_behind_tls,
    tcp_nopush_without_sendfile,
)

RULES = (
    file_settings_off.RULE,
    no_files_served.RULE,
    sendfile_behind_tls.RULE,
    tcp_nopush_without_sendfile.RULE,
)
