"""Where files are if nobody says otherwise."""

PLAN = "tasks.jsonl"
RESULTS = "results"
