"""Open models closed: what comes from outside is put into the processes, and only where it matters."""
