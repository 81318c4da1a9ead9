"""Numbers for the tests, all from fixed seeds, and the options of compilers."""

import os

import numpy as np
import pytest

# Benches run for a second, and their compilation takes longer.
os.environ.setdefault("MAKEFLAGS", "-j2 OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0")


@pytest.fixture
def random():
    return np.random.default_rng(2026)
