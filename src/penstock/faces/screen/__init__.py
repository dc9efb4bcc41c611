"""The full screen: a run walked through in a terminal, forward, back and off on other ways."""
