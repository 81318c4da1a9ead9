from typing import Any, Callable, Literal, Optional, Union

from numpy.typing import ArrayLike, NDArray

__version__: str

Rounding = Literal["rn", "rz", "rm", "rp", "rna", "rne", "rtz", "rdn", "rup", "rmm"]
Mode = Literal["volta", "ampere", "ada", "hopper", "blackwell", "rn", "rz", "rm", "rp"]

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
