"""Penstock for agents: the verbs as tools of the Model Context Protocol.

    calling ─► working (a process for each call) ─► worker ─ telling ─ cutting ─► an answer as data and as text

`tools` describes what can be called, `server` speaks the protocol; all else knows nothing of it.
"""
