"""What hosts said of each other, in words and with what to do. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.contract.connectivity import Reached, ReachReport
from backend.hosts.testbed_check.schemas import CheckedHost, PairOut

MIN_PORTS = 64
"""Fewer free ports, and experiments of many runs find none."""
MAX_OFFSET_S = 1.0
"""Beyond it times in logs of hosts do not fit together; trials are timed by the dashboard's clock."""
OLD_AGENT = "bad_job"


@dataclass(frozen=True)
class Answer:
    """What is known of one host: its report, or why there is none."""

    name: str
    address: str
    ports: tuple[int, int]
    report: ReachReport | None
    failure: str = ""
    code: str = ""


def checked_host(host: Answer) -> CheckedHost:
    report = host.report
    if report is None:
        return CheckedHost(name=host.name, ok=False, problem=host.failure, help=_help_of(host))
    free = host.ports[1] - host.ports[0] + 1 - report.busy_ports
    problem, help = _of_host(host, report, free)
    return CheckedHost(
        name=host.name,
        ok=not problem,
        free_ports=free,
        clock_offset_ms=_ms(report.clock_offset_s),
        clock_error_ms=_ms(report.clock_error_s),
        problem=problem,
        help=help,
    )


def _help_of(host: Answer) -> str:
    if host.code == OLD_AGENT:
        return f"Its agent does not know this check yet: upgrade the agent of {host.name}."
    return "Look at the log of its agent, and check again."


def _of_host(host: Answer, report: ReachReport, free: int) -> tuple[str, str]:
    first, last = host.ports
    if report.port is None:
        problem = f"No port that the others could call was free on {host.name} (of {first} to {last})."
        return problem, "See what listens there (ss -ltn), or give its agent another --ports."
    if free < MIN_PORTS:
        return (
            f"Only {free} of the ports {first} to {last} are free.",
            "Give its agent a larger --ports range.",
        )
    offset = report.clock_offset_s
    if offset is not None and abs(offset) > MAX_OFFSET_S:
        ahead = "ahead" if offset > 0 else "behind"
        return f"Its clock is {abs(offset):.1f} s {ahead}.", "Let it keep time: timedatectl set-ntp true"
    return "", ""


def pairs(hosts: Mapping[str, Answer], calls: Sequence[tuple[str, str]]) -> list[PairOut]:
    """Outcome of each call. `hosts`: id → answer; `calls`: ids of callers and called."""
    return [_pair(hosts[caller], hosts[target], _call_to(hosts[caller], target)) for caller, target in calls]


def _call_to(caller: Answer, target_id: str) -> Reached | None:
    calls: Sequence[Reached] = caller.report.reached if caller.report else ()
    return next((call for call in calls if call.host == target_id), None)


def _pair(caller: Answer, target: Answer, call: Reached | None) -> PairOut:
    out = PairOut(source=caller.name, target=target.name, ok=False)
    if call is None:
        return out.model_copy(update={"problem": f"{caller.name} did not report."})
    figures = {
        "round_trip_ms": _ms(call.round_trip_s),
        "mbit_per_s": None if call.bytes_per_s is None else call.bytes_per_s * 8 / 1e6,
    }
    if call.outcome == "reached":
        return out.model_copy(update=figures | {"ok": True})
    problem, help = _trouble(caller, target, call)
    return out.model_copy(update=figures | {"problem": problem, "help": help})


def _trouble(caller: Answer, target: Answer, call: Reached) -> tuple[str, str]:
    address, ports = target.address, f"{target.ports[0]} to {target.ports[1]}"
    match call.outcome:
        case "refused":
            if target.report is None or target.report.port is None:
                return f"{address} did not listen.", f"See {target.name} above."
            return (
                f"{address} refuses connections, though {target.name} listens.",
                f"Is {address} really the address of {target.name}? Else start its agent with --address.",
            )
        case "silent":
            return (
                f"{address} does not answer.",
                f"Open TCP ports {ports} on {target.name} for {caller.address}, and look whether {address} "
                "is the right address (--address of its agent).",
            )
        case "forbidden":
            return (
                f"{caller.name} may not send there: {call.detail}.",
                f"Start its agent with --allow-targets that include {address}.",
            )
        case "stranger":
            return (
                f"Something else answers at {address}: {call.detail}.",
                f"Is {address} the address of {target.name} alone? Else start its agent with --address.",
            )
        case _:
            return (
                f"The connection broke under load: {call.detail}.",
                "Look at the cable, the switch and the firewall between them.",
            )


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1000
