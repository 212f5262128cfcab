"""Who may do what in Redis: a user for the control plane, one for each agent."""
