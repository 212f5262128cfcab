"""The order of the pages: that of “Read on” in the README, which a test compares with this one."""

from collections.abc import Iterable

GROUPS: dict[str, tuple[str, ...]] = {
    "Use it": ("guide", "command-line", "recipes", "knobs", "nginx-directives", "load-tools", "advice"),
    "Trust it": (
        "statistics",
        "validity",
        "what-limits",
        "looks",
        "profiles",
        "hosts",
        "coverage",
        "benchmarks",
        "scaling",
        "reliability",
    ),
    "Share it": ("compare", "import", "share", "notebook", "ci"),
    "Run it": (
        "install",
        "install-server",
        "install-fleet",
        "operations",
        "notices",
        "agents",
        "security",
        "limits",
    ),
}


def grouped(names: Iterable[str]) -> dict[str, list[str]]:
    """The names that there are, by group; those that no group has come last, as “More”."""
    there = set(names)
    groups = {title: [name for name in group if name in there] for title, group in GROUPS.items()}
    more = sorted(there.difference(*groups.values()))
    return {title: group for title, group in {**groups, "More": more}.items() if group}


def ordered(names: Iterable[str]) -> list[str]:
    return [name for group in grouped(names).values() for name in group]
