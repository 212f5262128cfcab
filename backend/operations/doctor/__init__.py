"""What is wrong with a server, and what to do: looked at from its own machine."""
