"""The corpus of nginx texts: harmless ones that must run, hostile ones that must not.

A bundle is a file of texts under heads `=== name | where | note`; what stands before the first is about the
file. `where` is the place of the text, and for hostile ones the line of what is wrong, `http:3`; 1 if unsaid.
`<U+0000>` is that character, `<SITE>` a whole ordinary rest of an nginx.conf.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from agents.contract.jobs import NginxSetup
from agents.policy import Inside, Refusal, check, may_reach_only
from agents.render import own_upstreams, raw_texts, setups

BACKENDS = ["127.0.0.1:81"]
SITE = "events {} http { server { listen 80; location / { proxy_pass http://$backend; } } }"
KNOB: dict[Inside, str] = {
    "main": "nginx.conf",
    "http": "nginx.http_extra",
    "server": "nginx.server_extra",
    "location": "nginx.location_extra",
}


@dataclass(frozen=True)
class Text:
    name: str
    inside: Inside
    line: int
    note: str
    text: str

    @property
    def knobs(self) -> dict[str, str]:
        return {"origin.address": " ".join(BACKENDS), KNOB[self.inside]: self.text}

    def refusals(self) -> list[Refusal]:
        """What the control plane says of the text, before a launch."""
        (text,) = raw_texts(self.knobs, "proxied").values()
        ours = own_upstreams(self.knobs, "proxied")
        beside = ("proxy_pass",) if self.inside == "location" else ()
        return check(text, may_reach_only(BACKENDS), self.inside, ours, beside)[1]

    def setup(self) -> NginxSetup:
        """What the agent gets."""
        return setups(self.knobs, "proxied", BACKENDS)["proxy"]

    def refusals_of_the_agent(self) -> list[Refusal]:
        """Of the rendered nginx.conf with the text inside; no job can carry letters that are none."""
        try:
            conf = self.setup().conf
        except ValidationError as error:
            return [Refusal(0, "", str(error))]
        return check(conf, may_reach_only(BACKENDS))[1]


def texts(kind: str) -> list[Text]:
    """All texts of the bundles `kind`_*.txt."""
    bundles = sorted((Path(__file__).parent / "corpus").glob(f"{kind}_*.txt"))
    return [text for path in bundles for text in _read(path.read_text("utf-8"))]


def _read(bundle: str) -> list[Text]:
    parts = re.split(r"^=== (.+?) \| (\w+)(?::(\d+))? \| (.+)\n", bundle, flags=re.MULTILINE)[1:]
    heads = zip(*(parts[i::5] for i in range(5)), strict=True)
    return [Text(name, inside, int(line or 1), note, _text(body)) for name, inside, line, note, body in heads]  # pyright: ignore[reportArgumentType]


def _text(body: str) -> str:
    text = body.strip("\n").replace("<SITE>", SITE) + "\n"
    return re.sub(r"<U\+([0-9A-F]{4,6})>", lambda code: chr(int(code[1], 16)), text)
