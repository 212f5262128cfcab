"""Rules on the plan itself: load tool, rounds, context."""
