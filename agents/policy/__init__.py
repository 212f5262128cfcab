"""What an nginx config may say, judged alike by the control plane before launch and by each agent."""

from agents.policy.reading import Directive, Refusal, has_directive, walk
from agents.policy.rules import Inside, MayReach, check, may_reach_only, upstreams_in

__all__ = [
    "Directive",
    "Inside",
    "MayReach",
    "Refusal",
    "check",
    "has_directive",
    "may_reach_only",
    "upstreams_in",
    "walk",
]
