"""What several commands have in common: where files are if nobody says otherwise, and where work is done."""

PLAN = "tasks.jsonl"
RESULTS = "results"
CLUSTER = "work on a Dask cluster: the address of a scheduler, `local:N`, `slurm:N`, `pbs:N` or `kubernetes:N`"
