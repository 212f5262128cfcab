"""How far an agent may be from the dashboard before it is told."""

import pytest

from backend.hosts.versions import upgrade_advice


@pytest.mark.parametrize("version", ["0.4.0", "0.4.9", "0.3.0", "0.5.1"])
def test_one_release_is_tolerated(version: str) -> None:
    assert upgrade_advice("load-1", version, "0.4.0") == ""


@pytest.mark.parametrize(
    ("version", "told"),
    [
        ("0.2.7", "load-1 runs agent 0.2.7, 2 releases behind this dashboard (0.4.0)"),
        ("0.2.7", "one is tolerated: upgrade it"),
        ("0.6.0", "2 releases ahead of this dashboard (0.4.0); one is tolerated: upgrade the dashboard"),
        ("1.0.0", "more than a release ahead"),
        ("<b>new</b>", "a version that is not known here"),
        ("9" * 32, "a version that is not known here"),
        ("", "a version that is not known here"),
    ],
)  # fmt: skip
def test_more_is_told_with_what_to_do(version: str, told: str) -> None:
    assert told in upgrade_advice("load-1", version, "0.4.0")
