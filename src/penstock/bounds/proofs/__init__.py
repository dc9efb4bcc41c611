"""Why a channel stays short: weights, guards and structure; and what may fill it if nothing proves that."""
