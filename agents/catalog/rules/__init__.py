"""Building blocks for rules of nginx directives: kinds of arguments, contexts, budgets. Pure."""
