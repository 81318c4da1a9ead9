"""Numbers for the tests, all from fixed seeds."""

import numpy as np
import pytest


@pytest.fixture
def random():
    return np.random.default_rng(2026)
