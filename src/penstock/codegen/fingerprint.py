"""What tells one model from another: a trace says with it of which model it is."""

from __future__ import annotations

from hashlib import sha256

from penstock.resolve import Model
from penstock.syntax.preprocessor import COMMAND_LINE

LENGTH = 32


def fingerprint(model: Model) -> str:
    """Of the texts that were read, since steps are told by their places, and of what macros made of them.

    So a definition on the command line counts where it makes a difference to the program.
    """
    files = [file.text for file in model.sources.files if file.name != COMMAND_LINE]
    texts = [*files, *model.syntax.tokens.texts]
    digest = sha256()
    for text in texts:
        data = text.encode("utf-8", errors="surrogateescape")
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:LENGTH]
