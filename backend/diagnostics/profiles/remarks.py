"""What a reader has to know of how profiles were taken, in sentences. Pure."""

import re
from collections import Counter
from collections.abc import Sequence

from agents.contract.diagnostics import Profile

TIMER = (
    "Sampled by a timer (cpu-clock), because this machine has no counter for cycles: what runs with "
    "interrupts off is counted where they are allowed again, such as in finish_task_switch or "
    "_raw_spin_unlock_irqrestore. That is no proof of a lock."
)
NO_KERNEL_NAMES = (
    "Functions of the kernel have no names here. To allow them: give the agent CAP_SYSLOG beside "
    "CAP_PERFMON, or set kernel.kptr_restrict=0 and kernel.perf_event_paranoid=1 on the host."
)
NO_NAMES = (
    "{files} {have} functions without names ({share:.0%} of the samples). To name them: install the debug "
    "symbols (in Debian packages that end with -dbgsym, such as nginx-dbgsym), or use a build that is not "
    "stripped, such as one by dyno agent server add NAME --source. perf finds them by build-id."
)
MIN_NAMELESS = 0.01
"""Of the samples: fewer without a name of a file are not worth a sentence."""
_FILE = re.compile(r"\[([\w.+-]+)\]")
_NO_FILES = {"unknown", "kernel", "vdso", "vsyscall", "anon", "heap", "stack"}
FEW = 200  # samples of a diagnostic


def remarks(profiles: Sequence[Profile]) -> list[str]:
    """Of all profiles that are shown together; empty where there is nothing to know."""
    if not profiles:
        return []
    samples = sum(sum(p.stacks.values()) for p in profiles)
    lost_samples = sum(p.lost for p in profiles)
    texts = [TIMER] if any(p.event == "cpu-clock" for p in profiles) else []
    texts += [] if all(p.kernel_names for p in profiles) else [NO_KERNEL_NAMES]
    texts += _without_names(profiles, samples)
    if lost_samples:
        texts.append(
            f"perf lost {lost_samples:,} samples beside the {samples:,} that it kept.".replace(",", "\u202f")
        )
    if samples < FEW * len(profiles):
        mean_samples = samples / len(profiles)
        texts.append(
            f"Only {mean_samples:.0f} samples in each profile: longer trials would show smaller things."
        )
    return texts


def _without_names(profiles: Sequence[Profile], samples: int) -> list[str]:
    """Name the files whose functions have no names, once for all profiles."""
    nameless: Counter[str] = Counter()
    for profile in profiles:
        for stack, count in profile.stacks.items():
            match = _FILE.fullmatch(stack.rpartition(";")[2])
            nameless[match[1] if match else ""] += count
    files = [
        name
        for name, count in nameless.most_common()
        if name and name not in _NO_FILES and count >= MIN_NAMELESS * samples
    ]
    if not files:
        return []
    share = sum(nameless[name] for name in files) / samples
    have = "has" if len(files) == 1 else "have"
    return [NO_NAMES.format(files=" and ".join(files), have=have, share=share)]
