"""What grows, one entry each: load tools, metrics, knobs. Pure; the contract and all rooms above read it."""
