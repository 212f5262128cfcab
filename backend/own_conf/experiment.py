"""The baseline of a new experiment from a paste, and all that is said of it. Pure."""

from dataclasses import replace

from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml
from backend.model_fields import copy_fields
from backend.own_conf.conversion import Conversion, convert
from backend.own_conf.differences import differences, render_baseline
from backend.own_conf.fates import FateKind
from backend.own_conf.schemas import ConvertedConf, DirectiveFate, ServerBlock

BASELINE = "my nginx.conf"
_MAX_SHOWN = 300  # characters of a directive


def convert_conf(text: str, server: int | None = None) -> ConvertedConf:
    """The answer to a paste; UnreadableConf, or DefinitionErrors where no definition can hold it."""
    conversion = convert(text, server)
    definition = _definition(conversion)
    return ConvertedConf(
        definition=definition.model_dump(mode="json", exclude_none=True),
        yaml=to_yaml(definition),
        servers=[
            ServerBlock(label=s.label, file=s.node.file, line=s.node.line, serves=s.serves)
            for s in conversion.servers
        ],
        server=conversion.server,
        counts=_counts(conversion),
        directives=_fates(conversion),
        differences=[
            replace(d, text=d.text[:_MAX_SHOWN], context=d.context[:_MAX_SHOWN])
            for d in differences(conversion)
        ],
        conf=render_baseline(conversion),
    )


def _definition(conversion: Conversion) -> Definition:
    """With one candidate to begin with: nothing can be decided without."""
    workers = 2 if conversion.knobs.get("nginx.worker_processes", 1) == 1 else 1
    candidate = {"name": f"workers {workers}", "from": BASELINE, "set": {"nginx.worker_processes": workers}}
    return parse_definition(
        {
            "name": "My nginx.conf",
            "topology": conversion.topology,
            "workloads": [{"name": "keepalive", "connections": 32, "duration_s": 1}],
            "trials": {"min": 8, "max": 40, "until": "decided"},
            "warmup": {"prepared": 1, "trial": 0},
            "servers": {"fresh": "round"},
            "baseline": BASELINE,
            "variants": [{"name": BASELINE, "set": conversion.knobs}, candidate],
        }
    )


def _counts(conversion: Conversion) -> dict[FateKind, int]:
    counts: dict[FateKind, int] = {"knob": 0, "kept": 0, "replaced": 0, "left_out": 0}
    for fate in conversion.ledger.fates.values():
        counts[fate.kind] += fate.count
    return counts


def _fates(conversion: Conversion) -> list[DirectiveFate]:
    """In the order of the paste."""
    nodes = [node for top in conversion.nodes for node in top.walk()]
    return [
        copy_fields(
            DirectiveFate,
            fate,
            file=node.file,
            line=node.line,
            text=node.text[:_MAX_SHOWN],
            became=fate.became[:_MAX_SHOWN],
        )
        for node in nodes
        if (fate := conversion.ledger.fates.get(node))
    ]
