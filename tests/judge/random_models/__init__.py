"""Small random models that mean something: a few processes that share variables and channels.

`random_model(seed)` writes one; `models()` is the same as a strategy for hypothesis.
"""

from tests.judge.random_models.control import control_model
from tests.judge.random_models.model import models, random_model, write_model

__all__ = ["control_model", "models", "random_model", "write_model"]
