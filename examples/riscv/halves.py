#!/usr/bin/env python3
"""Rewrites `.float16` of an assembly file as `.half`, since LLVM's assembler has no such directive: halves.py < FILE > FILE."""
import re
import struct
import sys


def half_of(text):
    """The bits of a number: decimal, NaN, Inf or GNU's 0h:BITS."""
    if text.startswith("0h:"):
        return int(text[3:], 16)
    return struct.unpack("<H", struct.pack("<e", float(text)))[0]


def rewritten(match):
    return f".half {half_of(match[1].strip()):#06x}"


sys.stdout.write(re.sub(r"\.float16\s+([^;\s]+)", rewritten, sys.stdin.read()))
