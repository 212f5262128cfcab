"""`dyno agent server …`: the operator of a host adds, lists and removes servers that variants may name."""
