"""The language server: a translation between its protocol and what the parts below know."""
