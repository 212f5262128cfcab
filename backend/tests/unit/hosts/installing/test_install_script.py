"""install.sh: what it leaves behind, whatever it meets, and that nothing that it is given runs."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.tests.unit.hosts.installing.machine import SCRIPT, TOKEN, Machine, agent_wheel, machine

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]  # environments are made


@pytest.fixture
def box(tmp_path: Path, environment: Path) -> Iterator[Machine]:
    with machine(tmp_path, environment) as made:
        made.wheels = dict([agent_wheel("1.0")])
        yield made


def is_alive(pid: int) -> bool:
    """One that has ended may stay in the table of processes, without a command line."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return False


def test_the_line_run_again_upgrades_the_agent_and_leaves_one(box: Machine) -> None:
    done = box.install()
    assert (done.returncode, done.stderr) == (0, "")
    assert "This host is in: look at the Hosts page" in done.stdout
    first, (release,) = box.pid(), box.releases()
    assert is_alive(first)

    assert box.install().returncode == 0
    assert box.releases() == [release]
    second = box.pid()
    assert second != first
    assert not is_alive(first)

    box.wheels = dict([agent_wheel("2.0")])
    assert box.install().returncode == 0
    (newer,) = box.releases()
    assert newer != release
    assert os.readlink(box.root / "current").endswith(newer)
    assert not is_alive(second)
    assert is_alive(box.pid())


def test_an_agent_that_is_slow_to_start_has_not_ended(box: Machine) -> None:
    slow = box.home / "bin" / "setsid"
    slow.write_text("#!/bin/sh\nSTART=$1 exec sh -c 'sleep 1; exec \"$START\"'\n")
    slow.chmod(0o755)
    done = box.install()
    assert (done.returncode, done.stderr) == (0, "")


def test_the_token_is_in_no_argument_and_stays_nowhere(box: Machine) -> None:
    assert box.install().returncode == 0
    words = Path(f"/proc/{box.pid()}/cmdline").read_bytes()
    assert TOKEN.encode() not in words
    kept = [path for path in box.home.rglob("*") if path.is_file() and TOKEN.encode() in path.read_bytes()]
    assert kept == []
    assert (box.home / ".dyno" / "agent.env").stat().st_mode & 0o077 == 0


def test_a_package_with_another_digest_leaves_what_was_there(box: Machine) -> None:
    assert box.install().returncode == 0
    (release,), pid = box.releases(), box.pid()
    name, content = agent_wheel("2.0")
    box.wheels, box.sums = {name: content}, {name: "0" * 64}
    done = box.install()
    assert done.returncode == 1
    assert f"{name} does not have the digest that {box.url} names: nothing was installed" in done.stderr
    assert box.releases() == [release]
    assert is_alive(pid)


def test_what_cannot_be_installed_leaves_nothing(box: Machine) -> None:
    box.wheels = {name: content[:400] for name, content in box.wheels.items()}
    done = box.install()
    assert done.returncode == 1
    assert "the packages could not be installed" in done.stderr
    assert not box.root.exists()


def test_it_waits_while_the_dashboard_fetches_the_packages(box: Machine) -> None:
    box.busy = 2
    done = box.install()
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("It is being fetched ...") == 1


def test_a_refusal_is_repeated_in_the_terminal(box: Machine) -> None:
    said = "the control plane refuses this agent, status 403: This enrolment token expired"
    box.wheels = dict([agent_wheel("1.0", said=said)])
    done = box.install()
    assert done.returncode == 1
    assert "This enrolment token expired" in done.stderr


def test_without_python_or_venv_it_says_what_to_install(box: Machine) -> None:
    (few := box.home / "few").mkdir()
    for name in ("sh", "cat", "grep", "rm"):
        (few / name).symlink_to(f"/bin/{name}")
    (few / "id").symlink_to(box.home / "bin" / "id")
    done = box.install(path=str(few))
    assert done.returncode == 1
    assert "Python 3.11 to 3.14 is missing. Install it, then run the line again:\n  " in done.stderr
    (few / "python3").write_text("#!/bin/sh\ncase $* in *ensurepip*) exit 1 ;; esac\n")
    (few / "python3").chmod(0o755)
    done = box.install(path=str(few))
    assert "python3 is here without its module venv" in done.stderr
    assert not (box.home / ".dyno").exists()


def test_without_a_token_a_new_host_is_told_where_to_get_one(box: Machine) -> None:
    done = box.install(DYNO_AGENT_TOKEN="")
    assert done.returncode == 1
    assert "an enrolment token is needed" in done.stderr


HOSTILE = [
    "$(touch pwned)",
    "`touch pwned`",
    "x; touch pwned",
    "x' ; touch pwned '",
    'x"$(touch pwned)"',
    "x\ntouch pwned",
    "--x",
    "",
    "a b",
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("option", ["--server", "--ca-sha256", "--roles", "--name", "--address"])
def test_nothing_that_it_is_given_runs(box: Machine, option: str, text: str) -> None:
    given = {"--server": box.url, "--roles": "load"} | {option: text}
    if option == "--server":
        given[option] = f"http://{text}" if text not in ("", "--x") else text
    done = box.install(*(word for pair in given.items() for word in pair))
    assert done.returncode == 1
    assert done.stderr.startswith("install: --")
    assert not (box.home / "pwned").exists()
    assert not (box.home / ".dyno").exists()


@pytest.mark.parametrize("text", [text for text in HOSTILE if text not in ("", "--x")])
def test_a_hostile_token_is_refused_unread(box: Machine, text: str) -> None:
    done = box.install(DYNO_AGENT_TOKEN=text)
    assert done.returncode == 1
    assert done.stderr == "install: DYNO_AGENT_TOKEN has letters that it cannot have\n"
    assert not (box.home / "pwned").exists()


def test_half_of_the_script_does_nothing(box: Machine, tmp_path: Path) -> None:
    """As a shell gets it when the connection breaks."""
    text = Path(SCRIPT).read_text()
    for share in (0.3, 0.6, 0.99):
        done = subprocess.run(
            ["/bin/sh", "-s", "--", "--server", box.url, "--roles", "load"],
            check=False,
            input=text[: int(len(text) * share)],
            env={"HOME": str(box.home), "PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
        )
        assert "Fetching" not in done.stdout
    assert not (box.home / ".dyno").exists()


def test_an_upgrade_needs_no_token_and_keeps_what_was_written_by_hand(box: Machine) -> None:
    assert box.install().returncode == 0
    settings, before = box.home / ".dyno" / "agent.env", box.pid()
    settings.write_text(settings.read_text().replace("--name box", "--name box --ports 21000-21009"))
    kept, (release,) = settings.read_text(), box.releases()
    box.wheels = dict([agent_wheel("2.0")])
    (box.home / ".dyno" / "agent").mkdir()
    (box.home / ".dyno" / "agent" / "credentials.json").touch()
    done = box.install("--upgrade", DYNO_AGENT_TOKEN="")
    assert (done.returncode, done.stderr) == (0, "")
    assert "It is 2.0 now" in done.stdout
    assert settings.read_text() == kept
    assert box.releases() != [release]
    assert not is_alive(before)
    assert "21000-21009" in Path(f"/proc/{box.pid()}/cmdline").read_bytes().decode()

    box.wheels = {name: content[:400] for name, content in [agent_wheel("3.0")]}
    running = box.pid()
    assert box.install("--upgrade", DYNO_AGENT_TOKEN="").returncode == 1
    assert is_alive(running)  # what fails leaves what was there


def test_an_upgrade_where_nothing_was_installed_says_what_to_do(box: Machine) -> None:
    done = box.install("--upgrade", DYNO_AGENT_TOKEN="")
    assert done.returncode == 1
    assert "there is no agent to upgrade" in done.stderr
    assert not box.root.exists()
