"""Projects: models with what is expected of them, the store of answers, and where work runs."""
