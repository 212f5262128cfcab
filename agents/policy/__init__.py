"""Rules for nginx configs, judged alike by the control plane before launch and by each agent."""

from agents.policy.reading import Directive, Refusal, blocks, read, read_once, walk, without_lines
from agents.policy.rules import Inside, check, may_reach_only, upstreams_in
from agents.policy.targets import MayReach
