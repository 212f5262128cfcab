"""Which wheels are for which hosts."""

import pytest

from backend import resources
from backend.hosts.installing.locked import (
    TARGETS,
    Locked,
    Target,
    choose_wheels,
    fits,
    read_lock,
    requirements,
)

PY312 = Target("3.12", "x86_64")
LOCK = """one==1.0 \\
    --hash=sha256:{a} \\
    --hash=sha256:{b}
two-part==2.0 ; python_full_version < '3.11.3' \\
    --hash=sha256:{c}
windows==3 ; sys_platform == 'win32' \\
    --hash=sha256:{a}
""".format(a="a" * 64, b="b" * 64, c="c" * 64)


def test_a_lock_is_read_without_what_linux_does_not_install() -> None:
    assert read_lock(LOCK) == [
        Locked("one", "1.0", "", frozenset({"a" * 64, "b" * 64})),
        Locked("two-part", "2.0", "python_full_version < '3.11.3'", frozenset({"c" * 64})),
    ]


def test_pip_gets_it_without_markers_which_it_would_read_as_those_of_its_own_python() -> None:
    text = requirements(read_lock(LOCK))
    assert "two-part==2.0 \\\n    --hash=sha256:ccc" in text
    assert "python_full_version" not in text


def test_the_lock_of_this_version_is_read_whole() -> None:
    found = read_lock(resources.AGENT_LOCK.read_text())
    assert {"celery", "pydantic-core", "cryptography"} <= {one.name for one in found}
    assert all(one.hashes for one in found)


@pytest.mark.parametrize(
    ("file", "is_for"),
    [
        ("a-1-py3-none-any.whl", True),
        ("a-1-py2.py3-none-any.whl", True),
        ("a-1-py2-none-any.whl", False),
        ("a-1-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl", True),
        ("a-1-cp312-cp312-manylinux2014_aarch64.whl", False),
        ("a-1-cp312-cp312-musllinux_1_2_x86_64.whl", False),
        ("a-1-cp311-cp311-manylinux2014_x86_64.whl", False),
        ("a-1-cp311-abi3-manylinux_2_28_x86_64.whl", True),
        ("a-1-cp313-abi3-manylinux_2_28_x86_64.whl", False),
        ("a-1-cp312-cp312t-manylinux2014_x86_64.whl", False),
        ("a-1-cp312-cp312-win_amd64.whl", False),
        ("a-1.tar.gz", False),
        ("a.whl", False),
    ],
)
def test_a_wheel_is_for_a_host_by_its_name(file: str, is_for: bool) -> None:
    assert fits(file, PY312) is is_for


def test_a_set_is_complete_or_none_at_all() -> None:
    locked = read_lock(LOCK)
    both = ["one-1.0-py3-none-any.whl", "two_part-2.0-py3-none-any.whl", "one-0.9-py3-none-any.whl"]
    assert choose_wheels(both, locked, PY312) == both[:2]
    assert choose_wheels(both[:1], locked, PY312) is None


def test_hosts_are_asked_for_by_names_that_differ() -> None:
    assert PY312.tag == "cp312-x86_64"
    assert len({target.tag for target in TARGETS}) == len(TARGETS)
