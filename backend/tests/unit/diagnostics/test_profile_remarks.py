"""Remarks on profiles: files without names of their functions are named once, with what to install."""

from backend.diagnostics.profiles.remarks import TIMER, remarks
from backend.tests.unit.diagnostics.measured import diagnostics, profile

NAMED = {"main;ngx_worker;writev": 500, "main;vfs_write_[k]": 480, "main;[vdso]": 20}


def test_files_without_names_are_named_once_with_what_to_install() -> None:
    nameless = NAMED | {"main;[nginx]": 60, "main;[nginx];[libcrypto.so.3]": 40, "main;[libz.so.1]": 1}
    profiles = [profile(nameless)] * 3
    (text,) = [text for text in remarks(profiles) if text != TIMER]
    assert text.startswith("nginx and libcrypto.so.3 have functions without names (9% of the samples).")
    assert "nginx-dbgsym" in text
    assert "dyno agent server add NAME --source" in text


def test_what_is_no_file_has_no_names_to_install() -> None:
    rest = {"main;[unknown]": 90, "main;[kernel]_[k]": 90, "[other stacks]": 90}
    assert remarks([profile(NAMED | rest)]) == [TIMER]


def test_a_stripped_nginx_is_told() -> None:
    texts = remarks([diagnostic.profile for diagnostic in diagnostics("sendfile on")])
    assert any(text.startswith("nginx has functions without names (") for text in texts), texts
