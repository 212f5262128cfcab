"""Facts as this host, and texts of others, give them."""

from pathlib import Path

from agents.observe.addressed import addressed_nics
from agents.observe.facts import read_facts
from agents.observe.hardware import caches, interrupts, isolation, nics, parse_offloads, parse_ring, topology

RING = """Ring parameters for eth0:
Pre-set maximums:
RX:		4096
TX:		4096
Current hardware settings:
RX:		512
RX Mini:	n/a
TX:		256
"""
OFFLOADS = """Features for eth0:
rx-checksumming: on [fixed]
tcp-segmentation-offload: off
	tx-tcp-segmentation: off
hw-tc-offload: off [fixed]
"""


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_facts_of_this_host() -> None:
    facts = read_facts("/no/such/nginx", {"wrk": "4.1.0", "ab": None})
    assert facts.nginx is None
    broken = "nginx: error while loading shared libraries: libpcre2-8.so.0: cannot open shared object file"
    without_nginx = read_facts("nginx", {}, lambda _: f"{broken}\n")
    assert without_nginx.nginx is None
    assert without_nginx.nginx_error.endswith(f"/nginx: {broken}")
    assert facts.tools.get("wrk") == "4.1.0"
    assert "ab" not in facts.tools
    assert facts.cpus >= 1
    assert facts.memory_bytes > 0
    assert facts.machine
    assert facts.namespace
    assert facts.machine != facts.namespace
    assert facts.machine == read_facts("nginx", {}).machine
    sysctl = facts.more["sysctl"]
    assert any(key.startswith("net.") for key in sysctl)
    assert "net.ipv4.tcp_fastopen_key" not in sysctl  # a secret
    assert {"topology", "interrupts", "irqbalance", "nics", "ulimits", "clock_source"} <= facts.more.keys()
    assert facts.more["boot_id"]


def test_sockets_cores_and_threads_are_counted(tmp_path: Path) -> None:
    for cpu, (package, core) in enumerate([(0, 0), (0, 1), (1, 0), (1, 1), (0, 0), (0, 1), (1, 0), (1, 1)]):
        write(tmp_path / f"cpu{cpu}/topology/physical_package_id", f"{package}\n")
        write(tmp_path / f"cpu{cpu}/topology/core_id", f"{core}\n")
    assert topology(tmp_path) == {"sockets": 2, "cores": 4, "threads_per_core": 2}
    assert topology(tmp_path / "none") == {"sockets": 0, "cores": 0, "threads_per_core": 0}


def test_caches_say_who_shares_them(tmp_path: Path) -> None:
    for name, text in {"level": "1", "type": "Data", "size": "48K", "shared_cpu_list": "0,64"}.items():
        write(tmp_path / "index0" / name, text)
    assert caches(tmp_path) == {"L1d": "48K, CPUs 0,64"}


def test_interrupts_by_name_with_their_cpus(tmp_path: Path) -> None:
    for number, name, cpus in ((40, "eth0-rx-0", "0"), (41, "eth0-rx-0", "0-1"), (42, "nvme0q1", "1")):
        write(tmp_path / f"{number}/smp_affinity_list", f"{cpus}\n")
        (tmp_path / f"{number}/{name}").mkdir()
    write(tmp_path / "7/smp_affinity_list", "0\n")  # nobody uses it
    assert interrupts(tmp_path) == {"eth0-rx-0 (40)": "0", "eth0-rx-0 (41)": "0-1", "nvme0q1": "1"}


def test_cards_are_those_that_the_own_traffic_may_take(tmp_path: Path) -> None:
    for name in ("br-1f", "br0", "eth0", "lo", "veth1", "veth2"):
        write(tmp_path / name / "mtu", "1500\n")
    (tmp_path / "eth0/device/driver").mkdir(parents=True)
    (tmp_path / "br0/lower_eth0").symlink_to(tmp_path / "eth0")  # a bridge with a card in it
    (tmp_path / "br-1f/lower_veth1").symlink_to(tmp_path / "veth1")  # one of containers
    assert list(nics(tmp_path, lambda: {"lo"})) == ["br0", "eth0", "lo"]
    # what a trial goes over has an address, whatever it is
    assert list(nics(tmp_path, lambda: {"lo", "br-1f", "veth2"})) == ["br-1f", "br0", "eth0", "lo", "veth2"]


def test_a_speed_that_the_kernel_does_not_know_is_left_empty(tmp_path: Path) -> None:
    for name, speed in (("eth0", "-1"), ("eth1", "10000")):
        write(tmp_path / name / "speed", f"{speed}\n")
        (tmp_path / name / "device/driver").mkdir(parents=True)
    cards = nics(tmp_path, lambda: {"eth0", "eth1"})
    assert [card["speed_mbit"] for card in cards.values()] == ["", "10000"]


def test_a_bridge_has_no_speed_of_its_own(tmp_path: Path) -> None:
    write(tmp_path / "docker0/speed", "10000\n")  # as soon as a container runs
    assert nics(tmp_path, lambda: {"docker0"})["docker0"]["speed_mbit"] == ""


def test_an_address_that_every_card_gives_itself_is_none() -> None:
    own = "fe80000000000000 05 40 20 80 veth7\nfd000000000000000000000000000002 06 40 00 80 fresh0\n"
    assert {"lo", "fresh0"} <= addressed_nics(own)
    assert "veth7" not in addressed_nics(own)


def test_boot_parameters_that_isolate_cpus() -> None:
    assert isolation("quiet isolcpus=1 nohz_full=1-3 rcu_nocbs root=/dev/sda") == {
        "isolcpus": "1",
        "nohz_full": "1-3",
        "rcu_nocbs": "",
    }


def test_rings_and_offloads_as_ethtool_prints_them() -> None:
    assert parse_ring(RING) == {"rx": 512, "tx": 256}
    assert parse_ring("netlink error: Operation not supported\n") == {}
    assert parse_offloads(OFFLOADS) == {"rx-checksumming": "on", "tcp-segmentation-offload": "off"}
