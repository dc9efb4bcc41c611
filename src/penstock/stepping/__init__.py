"""A run with a cursor over it: for debuggers, pages and terminals in which somebody moves through a run."""
