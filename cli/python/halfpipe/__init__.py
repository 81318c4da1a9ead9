"""Half-precision arithmetic of proven hardware, on numpy arrays.

    import halfpipe as hp, numpy as np

    hp.eval("fma.rn.f16", a, b, c)      # every instruction that the command halfpipe lists
    hp.dot("hopper", a, b)              # dot products as tensor cores compute them
    hp.gemm("ampere", A, B)             # matrix products, block by block
    hp.cast(x, "e4m3", saturate=True)   # conversions between any two formats
    hp.generate("fma.rn.f16", latency=3)    # a module: m.verilog, m.manifest, m.write(folder)
    hp.prove("max.f16", latency=1)      # a verdict, or an exception with a counterexample
    hp.explain("fma"), hp.list("fma.*")

Results are those of the hardware that `halfpipe generate` writes. Arrays of unsigned integers hold encodings (bits).
Arrays of float16, float32 and the types of ml_dtypes hold values. `help(halfpipe.eval)` says more about each call.
"""

from ._halfpipe import __version__

_ARRAYS = ["cast", "dot", "eval", "gemm"]
_MODULES = ["Module", "Refuted", "Undecided", "Verdict", "explain", "generate", "list", "prove"]

__all__ = ["__version__", *_ARRAYS, *_MODULES]


def __getattr__(name):
    # The command starts without numpy, so that the calls load it.
    if name in _MODULES:
        from . import _modules

        return getattr(_modules, name)
    if name in _ARRAYS:
        from . import _calls

        return getattr(_calls, name)
    raise AttributeError(f"module 'halfpipe' has no attribute '{name}'")


def __dir__():
    return sorted(set(globals()) | set(__all__))
