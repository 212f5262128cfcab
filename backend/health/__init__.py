"""Whether Dynoboard works: what is wrong, in words and with what to do about it."""
