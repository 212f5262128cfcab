"""What was changed on this host and not put back yet: on disk before the change, read first at each start."""
