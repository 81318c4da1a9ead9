"""Converts numbers between the formats of NumPy and ml_dtypes.

A line of standard input has the format of the operands, that of the results, and operands in hexadecimal digits. For each line, a line
of standard output has the results, and `nan` for each operand that is a NaN.
"""

import sys

import ml_dtypes
import numpy

INTEGERS = {1: numpy.uint8, 2: numpy.uint16, 4: numpy.uint32}


def format_of(name):
    """Returns the type of a format: one of ml_dtypes, or else of NumPy."""
    return numpy.dtype(getattr(ml_dtypes, name, name))


# An infinity out of a number that is too large is a result like any other.
numpy.seterr(all="ignore")
for line in sys.stdin:
    operand, result, *words = line.split()
    operand, result = format_of(operand), format_of(result)
    numbers = numpy.array([int(word, 16) for word in words], INTEGERS[operand.itemsize]).view(operand)
    results = numbers.astype(result).view(INTEGERS[result.itemsize])
    print(*("nan" if is_nan else f"{number:x}" for is_nan, number in zip(numpy.isnan(numbers), results)))
