"""What a host is and what it does: facts, samplers, the measured window."""
