"""Why something happened: who waits for what, which way a property fails.  Records first, words at the end."""
