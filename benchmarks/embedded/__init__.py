"""How much flash and memory generated programs for small machines take, beside the same written by hand."""
