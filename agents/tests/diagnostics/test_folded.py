"""What perf prints becomes stacks within the bounds of the contract, whatever it printed."""

from agents.contract.diagnostics import (
    MAX_FRAMES,
    MAX_LOST,
    MAX_STACK_LENGTH,
    MAX_STACKS,
    OTHER_STACKS,
    HostDiagnostic,
    Profile,
)
from agents.diagnostics.folded import bound_stacks, fold

SAMPLE = """\
nginx 22849 cpu-clock:
\tffffffff81e2ee50 sock_write_iter ([kernel.kallsyms])
\t           fde60 __GI___writev@@GLIBC_2.34 (/usr/lib/x86_64-linux-gnu/libc.so.6)
\t           a2b37 [unknown] (/usr/sbin/nginx (deleted))
\t           253ad main (/usr/sbin/nginx)

"""


def of(text: str, most_text: int = 100_000):
    return fold(text.splitlines(keepends=True), most_text)


def test_stacks_begin_outside_and_have_no_addresses() -> None:
    found = of(SAMPLE * 2)
    assert found.stacks == {"main;[nginx];__GI___writev;sock_write_iter_[k]": 2}
    assert (found.event, found.lost_samples, found.kernel_names) == ("cpu-clock", 0, True)


def test_counters_of_the_cpu_are_told_from_a_timer() -> None:
    assert of(SAMPLE.replace("cpu-clock:", "cycles:P: ")).event == "cycles"


def test_a_kernel_that_hides_its_names_is_noticed() -> None:
    found = of(SAMPLE.replace("sock_write_iter", "[unknown]"))
    assert found.stacks == {"main;[nginx];__GI___writev;[kernel]_[k]": 1}
    assert not found.kernel_names


def test_what_breaks_off_or_makes_no_sense_is_passed_over() -> None:
    broken = SAMPLE[: SAMPLE.index("\t           253ad")]
    assert of("\x00\xff garbage\n\tno frame\n\n" + SAMPLE + broken).stacks == of(SAMPLE).stacks
    assert of("").stacks == {}


def test_lost_samples_are_counted() -> None:
    lost = "perf 0 PERF_RECORD_LOST lost 35\n"
    assert of(SAMPLE + lost + lost).lost_samples == 70
    assert of(SAMPLE + lost + lost.replace("35", "1" + 20 * "0")).lost_samples == MAX_LOST


def test_names_stay_names() -> None:
    found = of(SAMPLE.replace("main", 'std::map<int; "a">::operator[](int) <script>alert(1)</script>'))
    (stack,) = found.stacks
    outermost, *rest = stack.split(";")
    assert outermost == 'std::map<int: "a">::operator[](int) <script>alert(1)</script>'
    assert len(rest) == 3


def test_deep_stacks_keep_their_root() -> None:
    frames = [f"\t  {1000 + i:x} f{i} (/bin/x)\n" for i in range(200)]
    (stack,) = of("x 1 cpu-clock:\n" + "".join(frames) + "\n").stacks
    kept = stack.split(";")
    assert kept[0] == "f199"
    assert len(kept) == MAX_FRAMES
    long = [f"\t  {1000 + i:x} {'y' * 5000}{i} (/bin/x)\n" for i in range(200)]
    (stack,) = of("x 1 cpu-clock:\n" + "".join(long) + "\n").stacks
    assert len(stack) <= MAX_STACK_LENGTH


def test_a_hundred_thousand_stacks_become_the_most_frequent_and_one_for_the_rest() -> None:
    often = "x 1 cpu-clock:\n\t  ab often (/bin/x)\n\n"
    samples = (f"x 1 cpu-clock:\n\t  ab f{i} (/bin/x)\n\n" for i in range(100_000))
    lines = (line for sample in (often, *samples, often) for line in sample.splitlines(keepends=True))
    found = fold(lines, 8_000_000)
    assert found.stacks["often"] == 2
    assert sum(found.stacks.values()) == 100_002
    assert len(found.stacks) == MAX_STACKS + 1
    Profile(subject="a", event="cpu-clock", hz=99, stacks=found.stacks, cpu_s=1)


def test_text_has_a_bound_of_its_own() -> None:
    kept = bound_stacks({f"{i:04}" + "f" * 96: 1 for i in range(1000)}, 10_000)
    assert sum(map(len, kept)) <= 10_000
    assert kept[OTHER_STACKS] == 1000 - (len(kept) - 1)
    profile = Profile(subject="a", event="cpu-clock", hz=99, stacks=kept, cpu_s=1)
    assert HostDiagnostic(profiles=[profile]).profiles
