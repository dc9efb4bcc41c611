"""Proofs as they are kept, checked again, and tried against the machine."""
