"""Half-precision arithmetic of proven hardware, on numpy arrays.

    import halfpipe as hp, numpy as np

    hp.eval("fma.rn.f16", a, b, c)      # every instruction that the command halfpipe lists
    hp.dot("hopper", a, b)              # dot products as tensor cores compute them
    hp.gemm("ampere", A, B)             # matrix products, block by block
    hp.cast(x, "e4m3", saturate=True)   # conversions between any two formats

Results are those of the hardware that `halfpipe generate` writes. Arrays of unsigned integers hold encodings (bits).
Arrays of float16, float32 and the types of ml_dtypes hold values. `help(halfpipe.eval)` says more about each call.
"""

from ._halfpipe import __version__

__all__ = ["cast", "dot", "eval", "gemm", "__version__"]


def __getattr__(name):
    # The command starts without numpy, so that the calls load it.
    if name.startswith("_") or name not in __all__:
        raise AttributeError(f"module 'halfpipe' has no attribute '{name}'")
    from . import _calls

    return getattr(_calls, name)


def __dir__():
    return sorted(set(globals()) | set(__all__))
