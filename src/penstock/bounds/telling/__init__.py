"""A result for people: sentences, runs to show, a model with other capacities."""
