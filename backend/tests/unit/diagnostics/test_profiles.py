"""From samples to µs of CPU a request, and where a difference between two runs comes from."""

import time

import pytest

from agents.contract.diagnostics import OTHER_STACKS
from backend.diagnostics.profiles.changes import changes
from backend.diagnostics.profiles.costs import MAX_NODES, MAX_STACKS, Diagnostic
from backend.diagnostics.profiles.frames import MAX_NAME_LENGTH, Part, frame_of, frames_of, part_of
from backend.diagnostics.profiles.spending import Spending, spending
from backend.tests.unit.diagnostics.measured import diagnostics, profile

KERNEL = "entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k]"


def spent(*found: Diagnostic) -> Spending:
    told = spending(found)
    assert told is not None
    return told


def test_samples_are_shares_of_the_exact_time_for_each_request() -> None:
    found = spent(Diagnostic(1, 1000.0, profile({"main;a": 30, "main;b": 10}, cpu_s=0.004)))
    assert {f.name: (f.own.mean, f.total.mean) for f in found.functions} == {
        "main": (pytest.approx(0.0), pytest.approx(4.0)),
        "a": (pytest.approx(3.0), pytest.approx(3.0)),
        "b": (pytest.approx(1.0), pytest.approx(1.0)),
    }
    assert found.whole.mean == pytest.approx(4.0)


def test_looks_count_alike_however_many_samples_each_has() -> None:
    few, many = ({"main;a": 1, "main;b": 3}, {"main;a": 3000, "main;b": 1000})
    found = spent(Diagnostic(1, 1000.0, profile(few)), Diagnostic(2, 1000.0, profile(many)))
    assert {n.name: n.cost.mean / found.whole.mean for n in found.nodes} == {
        "all": pytest.approx(1.0),
        "main": pytest.approx(1.0),
        "a": pytest.approx(0.5),
        "b": pytest.approx(0.5),
    }


@pytest.mark.parametrize(("requests", "cpu_s"), [(5e-324, 1.0), (1e9, 5e-324), (0.0, 1.0), (1.0, 0.0)])
def test_less_than_a_request_or_than_any_time_is_no_look(requests: float, cpu_s: float) -> None:
    assert spending([Diagnostic(1, requests, profile({"main": 1}, cpu_s=cpu_s))]) is None


def test_recursion_counts_once() -> None:
    found = spent(Diagnostic(1, 1.0, profile({"main;walk;walk;walk": 4}, cpu_s=1e-6)))
    walk = next(f for f in found.functions if f.name == "walk")
    assert (walk.own.mean, walk.total.mean) == (pytest.approx(1.0), pytest.approx(1.0))
    assert [n.name for n in found.nodes] == ["all", "main", "walk", "walk", "walk"]


def test_an_interval_needs_three_looks() -> None:
    rounds = [Diagnostic(r, 1000.0, profile({"main;a": 30 + r, "main;b": 10})) for r in (1, 2, 3)]
    assert spent(*rounds[:2]).functions[0].own.low is None
    a = spent(*rounds).functions[0].own
    assert a.low is not None
    assert a.low < a.mean


@pytest.mark.parametrize(
    ("stack", "part"),
    [
        (f"main;open;{KERNEL};__x64_sys_openat_[k];do_filp_open_[k]", ("openat", "call")),
        (f"main;{KERNEL};x64_sys_call_[k];__x64_sys_sendfile64_[k]", ("sendfile", "call")),
        ("main;el0_svc_[k];__arm64_sys_write_[k]", ("write", "call")),
        (f"main;{KERNEL};do_writev_[k];tcp_sendmsg_[k]", ("writev", "call")),
        (f"main;{KERNEL};ksys_read.isra.0_[k]", ("read", "call")),
        (f"main;{KERNEL};syscall_exit_to_user_mode_[k]", ("entering and leaving system calls", "kernel")),
        ("main;asm_sysvec_apic_timer_interrupt_[k];irq_exit_rcu_[k]", ("interrupts", "kernel")),
        ("main;memcpy;asm_exc_page_fault_[k];handle_mm_fault_[k]", ("page faults", "kernel")),
        ("main;[unknown]_[k];[unknown]_[k]", ("the kernel (no names)", "kernel")),
        ("main;ret_from_fork_[k];schedule_tail_[k]", ("schedule_tail", "kernel")),
        ("main;SSL_write;[libcrypto.so.3]", ("[libcrypto.so.3]", "file")),
        ("main;SSL_write", ("SSL_write", "function")),
        ("main;0x560e388e6397", ("[unknown]", "file")),
        (f"[kernel]_[k];main;{KERNEL};ksys_write_[k];vfs_write_[k]", ("write", "call")),
        (OTHER_STACKS, (OTHER_STACKS, "file")),
    ],
)
def test_each_stack_counts_for_one_part(stack: str, part: tuple[str, str]) -> None:
    assert part_of(frames_of(stack, {})) == Part(*part)  # pyright: ignore[reportArgumentType]


def test_what_starts_a_program_makes_no_difference() -> None:
    started = frames_of(f"_start;__libc_start_main@@GLIBC_2.34;__libc_start_call_main;main;{KERNEL}", {})
    too_far = frames_of(f"[kernel]_[k];main;{KERNEL}", {})
    assert started == too_far == frames_of(f"main;{KERNEL}", {})
    assert [f.name for f in frames_of("_start", {})] == ["_start"]
    assert frames_of("ret_from_fork_[k];schedule_tail_[k]", {})[0].name == "ret_from_fork"


def test_names_of_hostile_binaries_are_one_short_line() -> None:
    assert frame_of("<script>alert(1)</script>").name == "<script>alert(1)</script>"
    assert frame_of("a\nb\x1b[31m\u202ec\x00").name == "a�b�[31m�c�"
    assert len(frame_of("x" * 10_000).name) == MAX_NAME_LENGTH
    assert frame_of("").name == "[unknown]"


def test_parts_add_up_to_the_whole() -> None:
    found = changes({"proxy": (diagnostics("sendfile off"), diagnostics("tls"))})["proxy"]
    for side in ("a", "b"):
        total = sum(getattr(p.change, side) for p in found.parts)
        assert total == pytest.approx(getattr(found.whole, side), rel=0.08), (
            "but for what is too small to show"
        )


def test_a_path_that_vanished_stays_as_wide_as_it_was() -> None:
    a = [Diagnostic(r, 1000.0, profile({"main;old;x": 60, "main;same": 40})) for r in (1, 2, 3)]
    b = [Diagnostic(r, 1000.0, profile({"main;new": 30, "main;same": 40}, cpu_s=0.7)) for r in (1, 2, 3)]
    found = changes({"proxy": (a, b)})["proxy"]
    width = {n.name: round(n.width) for n in found.nodes}
    assert width == {"all": 1300, "main": 1300, "old": 600, "x": 600, "new": 300, "same": 400}
    assert found.nodes[0].parent == 0
    assert all(n.parent < i for i, n in enumerate(found.nodes) if i)


def test_only_rounds_that_both_sides_have_are_compared() -> None:
    a = [Diagnostic(r, 1000.0, profile({"main": 40})) for r in (1, 2, 3)]
    b = [Diagnostic(r, 1000.0, profile({"main": 40}, cpu_s=2.0)) for r in (2, 3, 4)]
    empty = Diagnostic(5, 1000.0, profile({}))
    found = changes({"proxy": ([*a, empty], [*b, empty]), "load": (a, [])})
    assert found.keys() == {"proxy"}
    assert (found["proxy"].rounds, found["proxy"].whole.change) == (2, pytest.approx(1000.0))
    assert found["proxy"].whole.low is None, "two rounds give no interval"
    assert not any(n.change.clear for n in found["proxy"].nodes)


def test_real_profiles_name_what_was_staged() -> None:
    sendfile = changes({"proxy": (diagnostics("sendfile off"), diagnostics("sendfile on"))})["proxy"]
    clear = {p.name: p.change.change for p in sendfile.parts if p.change.clear}
    assert clear.keys() == {"sendfile", "writev", "pread64"}
    assert clear["sendfile"] > 0 > clear["writev"]
    tls = changes({"proxy": (diagnostics("sendfile off"), diagnostics("tls"))})["proxy"]
    clear = {p.name: p.change.change for p in tls.parts if p.change.clear}
    assert clear["[libcrypto.so.3]"] > 5
    boxes = {n.name for n in tls.nodes if n.change.clear}
    assert {"[libcrypto.so.3]", "ngx_ssl_write"} <= boxes


def test_a_hundred_thousand_deep_stacks_are_read_in_bounded_time() -> None:
    def deep(diagnostic: int) -> dict[str, int]:
        stem = ";".join(f"f{i}" for i in range(120))
        return {f"{stem};g{diagnostic}_{i};h{i % 7}": 1 + i % 3 for i in range(5_000)}

    a, b = ([Diagnostic(r, 1e5, profile(deep(20 * s + r))) for r in range(1, 11)] for s in (0, 1))
    began = time.process_time()
    found = changes({"proxy": (a, b)})["proxy"]
    assert time.process_time() - began < 30, "100,000 stacks of 122 frames"
    assert len(found.nodes) <= MAX_NODES
    other = next(f for f in found.functions if f.name == OTHER_STACKS)
    assert other.total.a > 0, f"all but {MAX_STACKS} are put together"
