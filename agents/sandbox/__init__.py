"""The sandbox of nginx under test and of load tools, and the proof that it holds."""
