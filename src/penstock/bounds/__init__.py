"""How full each channel can get: an abstraction of the model as a net, and proofs about it."""
