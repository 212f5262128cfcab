"""The built-in backend: a second nginx that answers at once, so that it is not the limit."""

from agents.contract.knobs.types import Knob

KNOBS = (
    Knob(
        name="origin.instances",
        role="backend",
        family="origin",
        type="int",
        unit="instances",
        default="1",
        minimum=1,
        maximum=64,
        text="Number of backends on the backend host, each with a port and one worker of its own.",
        see=("upstream.use_upstream", "pin.origin"),
    ),
    Knob(
        name="origin.body_bytes",
        role="backend",
        family="origin",
        type="size",
        unit="B",
        default="11 (hello world)",
        minimum=1,
        maximum=64 * 1024 * 1024,
        text="Size of the answer's body. Up to 2000 bytes come from memory, larger ones from a static page.",
        see=("origin.kind",),
        answers=True,
    ),
    Knob(
        name="origin.kind",
        role="backend",
        family="origin",
        type="choice",
        default="hello",
        choices=("hello", "static"),
        text="What answers: a text in memory (hello) or a file (static), for which sendfile and "
        "open_file_cache mean something.",
        see=("origin.body_bytes", "nginx.sendfile", "nginx.open_file_cache"),
        answers=True,
    ),
)
