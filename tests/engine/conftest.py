"""How long the search for counterexamples goes on: a little by default, far with UNO_THOROUGH=1."""

import os

from hypothesis import HealthCheck, settings

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile(
    "quick",
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=_SLOW_IS_FINE,
)
settings.register_profile(
    "thorough", max_examples=2_000, stateful_step_count=50, deadline=None, suppress_health_check=_SLOW_IS_FINE
)
settings.load_profile("thorough" if os.environ.get("UNO_THOROUGH") == "1" else "quick")
