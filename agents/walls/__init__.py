"""The second wall: what nginx under test and load tools are started without, and the proof that it is so."""
