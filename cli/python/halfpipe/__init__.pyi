import builtins
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Literal, Optional, Union

from numpy.typing import ArrayLike, NDArray

__version__: str

Rounding = Literal["rn", "rz", "rm", "rp", "rna", "rne", "rtz", "rdn", "rup", "rmm"]
Mode = Literal["volta", "turing", "ampere", "ada", "hopper", "blackwell", "rn", "rz", "rm", "rp"]

def eval(
    name: str,
    *operands: ArrayLike,
    rm: Optional[Rounding] = None,
    flags: bool = False,
    threads: Optional[int] = None,
    progress: Union[None, bool, Callable[[int, int], object]] = None,
) -> Union[NDArray[Any], tuple[NDArray[Any], ...]]: ...
def dot(
    mode: Mode,
    a: ArrayLike,
    b: ArrayLike,
    c: Optional[ArrayLike] = None,
    *,
    type: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Union[None, bool, Callable[[int, int], object]] = None,
) -> NDArray[Any]: ...
def gemm(
    mode: Mode,
    a: ArrayLike,
    b: ArrayLike,
    c: Optional[ArrayLike] = None,
    *,
    type: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Union[None, bool, Callable[[int, int], object]] = None,
) -> NDArray[Any]: ...
def cast(
    x: ArrayLike,
    to: str,
    *,
    type: Optional[str] = None,
    rounding: Rounding = "rn",
    saturate: bool = False,
    threads: Optional[int] = None,
    progress: Union[None, bool, Callable[[int, int], object]] = None,
) -> NDArray[Any]: ...

class Module:
    name: str
    verilog: str
    manifest: dict[str, Any]
    ports: builtins.list[dict[str, Any]]
    latency: Optional[int]
    files: dict[str, str]
    def write(self, folder: Union[str, PathLike[str]] = ".") -> builtins.list[Path]: ...

class Verdict:
    theorem: str
    latency: int
    lemmas: int
    seconds: float
    report: dict[str, Any]

class Refuted(Exception):
    report: dict[str, Any]
    operands: Optional[builtins.list[str]]

class Undecided(Exception):
    report: dict[str, Any]

def generate(name: str, **options: Any) -> Module: ...
def explain(name: str, **options: Any) -> str: ...
def list(*patterns: str) -> builtins.list[str]: ...
def prove(name: str, **options: Any) -> Union[Verdict, builtins.list[Verdict]]: ...
