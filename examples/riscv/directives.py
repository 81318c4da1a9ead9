#!/usr/bin/env python3
"""Rewrites GNU's directives of floating-point numbers that LLVM's assembler lacks: directives.py < FILE > FILE.

`.float16` becomes `.half`, `.float 0f:BITS` becomes `.word`, and `.double 0d:BITS` becomes `.dword`.
"""
import re
import struct
import sys


def half_of(text):
    """The bits of a number: decimal, NaN, Inf or GNU's 0h:BITS."""
    if text.startswith("0h:"):
        return int(text[3:], 16)
    return struct.unpack("<H", struct.pack("<e", float(text)))[0]


text = re.sub(r"\.float16\s+([^;\s]+)", lambda match: f".half {half_of(match[1]):#06x}", sys.stdin.read())
text = re.sub(r"\.float\s+0f:([0-9a-fA-F]+)", r".word 0x\1", text)
sys.stdout.write(re.sub(r"\.double\s+0d:([0-9a-fA-F]+)", r".dword 0x\1", text))
