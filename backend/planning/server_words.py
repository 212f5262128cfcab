"""Sentences on a plan's servers: their cost, what they cannot show, how often they are started anew. Pure."""

from backend.definition.duration import starting_again_seconds
from backend.definition.fresh_servers import per_start, starts_in
from backend.definition.model import Definition
from backend.presentation.figures import short_percent, span
from backend.presentation.words import plural
from backend.statistics.starts import luck_of_one_start


def servers_sentence(
    definition: Definition, runs: int, changes_hosts: bool, between: float | None
) -> str | None:
    """`between`: how much starts differ on this testbed, 0.02 = 2%; None for a search, which keeps one."""
    if definition.ceiling:
        return None
    rounds = per_start(definition)
    if not rounds:
        return _once(between)
    often = "for each round" if rounds == 1 else f"every {rounds} rounds"
    units_note = "" if rounds == 1 else "; intervals count starts, not rounds"
    return (
        f"New servers {often}: {_starts(definition)}, "
        f"{span(starting_again_seconds(definition, runs))} of the time{units_note}.{_settings(changes_hosts)}"
    )


def _starts(definition: Definition) -> str:
    """Describe the number of starts; eliminated runs have fewer."""
    starts_text = plural(starts_in(definition), "start")
    return f"up to {starts_text} of a run" if definition.search else f"{starts_text} of each run"


def _settings(changes_hosts: bool) -> str:
    if not changes_hosts:
        return ""
    return " Where runs change their host, each is started under its own settings, which takes longer."


def _once(between: float | None) -> str:
    sentence = (
        "One start of each server for all rounds: its luck stays in every round, and no interval shows it."
    )
    if between is None:
        return f"{sentence} How much starts differ here is not known yet."
    return (
        f"{sentence} Starts differ by about {short_percent(between)} here, so a change below "
        f"{short_percent(luck_of_one_start(between))} may be luck, however many rounds there are."
    )
