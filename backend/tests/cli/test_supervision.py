"""What supervisord is told: text and argument lists, without starting anything."""

import configparser
import shlex
import sys
from pathlib import Path

from backend.cli.embedded.layout import Layout
from backend.cli.embedded.programs import APPLICATION, NOT_FOR_AGENTS, application, local_url
from backend.cli.embedded.supervision import configuration, group_name

LAYOUT = Layout(Path("/srv/dyno data"))


def _read() -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(inline_comment_prefixes=(";", "#"))
    programs = application(LAYOUT, "127.0.0.1", 8080)
    parser.read_string(configuration(LAYOUT, programs, Path("/srv/dyno data/run/s.sock")))
    return parser


def test_every_part_is_supervised_and_logs_to_a_file_of_its_own() -> None:
    parser = _read()
    parts = parser[f"group:{group_name(APPLICATION)}"]["programs"].split(",")
    assert parts == ["api", "worker", "beat", "agent-load", "agent-proxy", "agent-backend"]
    for part in parts:
        section = parser[f"program:{part}"]
        assert section["autorestart"] == "true"
        assert section["stdout_logfile"] == f"/srv/dyno data/logs/{part}.log"


def test_each_part_ends_with_supervisord_however_that_ends() -> None:
    for name in ("api", "agent-load"):
        assert shlex.split(_read()[f"program:{name}"]["command"])[:3] == ["setpriv", "--pdeathsig", "TERM"]


def test_a_path_with_a_space_stays_one_word() -> None:
    words = shlex.split(_read()["program:agent-load"]["command"])
    assert words[words.index("--state") + 1] == "/srv/dyno data/agents/load"


def test_agents_do_not_get_the_addresses_of_database_and_broker() -> None:
    argv = next(part.argv for part in application(LAYOUT, "127.0.0.1", 8080) if part.name == "agent-proxy")
    hidden = {argv[place + 1] for place, word in enumerate(argv) if word == "-u"}
    assert argv[: argv.index("env")] == [
        *(sys.executable, "-m", "backend.cli.embedded.agent_tokens"),
        *(str(LAYOUT.root), "proxy"),
    ]
    assert hidden == set(NOT_FOR_AGENTS)


def test_programs_on_this_machine_reach_a_dashboard_that_is_open_to_all() -> None:
    assert local_url("127.0.0.1", 80) == "http://127.0.0.1:80"
    assert local_url("0.0.0.0", 80) == "http://127.0.0.1:80"
    assert local_url("::", 80) == "http://[::1]:80"
