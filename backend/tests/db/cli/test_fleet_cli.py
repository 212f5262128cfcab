"""`dyno hosts`, `dyno queue` and `dyno launch --label` in a terminal."""

import json
from pathlib import Path

from backend.tests.db.agents import DEFINITION, Farm
from backend.tests.db.commands import dyno
from backend.tests.db.orchestration.fleets import advanced, label, launch


def test_labels_are_added_and_taken_away_and_a_launch_asks_for_them(
    farm: Farm, server: str, tmp_path: Path
) -> None:
    for name in ("load", "proxy", "backend"):
        assert dyno("hosts", "label", name, "ssd", "rack=2").stdout == f"{name}: rack=2, ssd\n"
    assert dyno("hosts", "label", "load", "rack=3", "ssd-").stdout == "load: rack=3\n"
    assert "must be a label" in dyno("hosts", "label", "load", "<b>").output
    file = tmp_path / "definition.json"
    file.write_text(json.dumps(DEFINITION))
    said = dyno("launch", str(file), "--label", "rack").stdout
    assert "Any testbed with rack:\n  local: free\n" in said
    refused = dyno("launch", str(file), "--label", "ssd")
    assert refused.exit_code == 1
    assert "no testbed has the label ssd on all its hosts; labels there are: none yet" in refused.output
    assert dyno("launch", str(file), "--label", "rack", "--testbed", "local").exit_code == 2


def test_a_host_is_drained_and_retired(farm: Farm, server: str) -> None:
    assert dyno("hosts", "drain", "proxy").stdout.startswith("proxy is drained; nothing runs there")
    assert "drained, free" in dyno("hosts").stdout
    assert dyno("hosts", "drain", "proxy", "--back").stdout == "proxy is in use again\n"
    assert "proxy is retired" in dyno("hosts", "retire", "proxy").stdout
    assert "There is no host “proxy”; there is: backend, load" in dyno("hosts", "drain", "proxy").output


def test_a_queue_is_shown_and_put_in_another_order(farm: Farm, server: str) -> None:
    assert "local: free, no experiment waits" in dyno("queue").stdout
    label(farm, "ssd")
    made = [launch(farm, "at work"), launch(farm, "first"), launch(farm, "second", "ssd")]
    advanced(farm, *made)
    shown = dyno("queue").stdout
    assert shown.index("at work") < shown.index("first") < shown.index("second (any with ssd)")
    moved = json.loads(dyno("queue", "move", made[2], "first", "--json").stdout)
    assert [one["name"] for one in moved[0]["waiting"]] == ["second", "first"]
    assert "is not queued" in dyno("queue", "move", made[0], "up").output
    assert dyno("queue", "move", made[2], "top").exit_code == 2
