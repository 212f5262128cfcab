"""nginx under the agent's own hand: policy, validation, start, proof of what answers, stop."""
