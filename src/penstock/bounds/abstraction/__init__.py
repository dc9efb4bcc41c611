"""The model as a net: what can be where, which messages there are, who may move what."""
