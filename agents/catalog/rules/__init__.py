"""How the rule of an nginx directive is written: kinds of arguments, contexts, budgets. Pure."""
