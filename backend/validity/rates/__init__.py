"""Rules for rates that a server does not carry, and for limits that a search sets."""
