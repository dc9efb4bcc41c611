"""Where work runs: here, in processes of this machine, on a cluster, or wherever a file of jobs is taken."""
