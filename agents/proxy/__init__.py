"""nginx as the agent runs it: policy, validation, start, proof of what answers, stop."""
