"""Control groups as folders: which are made for an agent, and when there are none."""

from pathlib import Path

import pytest

from agents.sandbox.cgroups import make_groups
from agents.sandbox.spec import MAX_TASKS


def group(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder


def test_a_delegated_group_is_divided(tmp_path: Path) -> None:
    own = group(
        tmp_path / "a.service", cgroup__controllers="cpu memory pids", cgroup__procs="", memory__max=""
    )
    made = group(own / "dynoboard-t", memory__max="max", pids__max="max", cgroup__procs="")
    groups = make_groups("t", tmp_path, "0::/a.service\n")
    assert groups.folders == [made]
    assert (own / "cgroup.subtree_control").read_text() == "+memory +pids"
    assert (own / "agent" / "cgroup.procs").exists()
    assert (made / "pids.max").read_text() == str(MAX_TASKS)
    assert int((made / "memory.max").read_text()) > 100_000_000
    groups.take_thread()
    assert sorted(path.name for path in made.iterdir()) == ["cgroup.procs", "memory.max", "pids.max"]
    groups.take(77)
    assert groups.without(77) == ""
    assert groups.without(78) == str(made)


def test_each_controller_of_v1_has_a_group(tmp_path: Path) -> None:
    memory, pids = (group(tmp_path / name / "own") for name in ("memory", "pids"))
    groups = make_groups("t", tmp_path, "8:pids:/own\n4:memory:/own\n1:cpu,cpuacct:/\n0::/\n")
    assert groups.folders == [memory / "dynoboard-t", pids / "dynoboard-t"]
    groups.take_thread()
    assert [(folder / "tasks").read_text() for folder in groups.folders] == ["0", "0"]
    groups.take(77)  # it began there: to move it would make the kernel wait
    assert not any((folder / "cgroup.procs").exists() for folder in groups.folders)


@pytest.mark.parametrize(
    ("controllers", "processes", "why"),
    [("cpu", "", "no controllers memory, pids"), ("memory pids", "1\n2", "Delegate=yes")],
)
def test_there_is_none_where_the_group_is_not_ones_own(
    tmp_path: Path, controllers: str, processes: str, why: str
) -> None:
    group(tmp_path / "a", cgroup__controllers=controllers, cgroup__procs=processes)
    with pytest.raises(OSError, match=why):
        make_groups("t", tmp_path, "0::/a\n")
