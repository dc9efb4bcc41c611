"""From a text to a model and its automata, once, stage by stage."""
