"""Sending to addresses that people entered, without becoming their way into our network."""
