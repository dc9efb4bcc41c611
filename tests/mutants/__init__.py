"""Faults planted on purpose, one at a time, in the code that soundness rests on: do the judges find them?"""
