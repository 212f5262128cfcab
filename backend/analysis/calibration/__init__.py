"""What an experiment of equal runs says about the noise of its testbed."""
