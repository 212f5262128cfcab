"""A machine of its own that systemd boots: the server's units, an agent that was installed by its line."""
