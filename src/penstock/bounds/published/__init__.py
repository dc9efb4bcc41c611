"""The published refinement (2005): which cycles of a counterexample can be repeated, and what else that takes."""
