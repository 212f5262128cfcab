"""What the parts of a request's way are called, and which knob pins each to CPUs."""

from agents.catalog.roles import Role

PIN: dict[Role, str] = {"load": "pin.load", "proxy": "pin.proxy", "backend": "pin.origin"}
WHAT: dict[Role, str] = {"load": "the load tool", "proxy": "the proxy", "backend": "the backend"}
