#!/usr/bin/env python3
"""Compares what the programs print with what they must print, and prints a table of their clock cycles.

    check.py stream EXPECTED OUT...               each random stream with SoftFloat's words
    check.py cycles NAME OUT OTHER OTHER_OUT      the same C program on two machines, with their names

Exit status 1: a word differs, or one is missing.
"""
import sys


def lines(path):
    with open(path, encoding="ascii") as file:
        return file.read().splitlines()


def check_stream(expected_path, path):
    expected, found = lines(expected_path), lines(path)
    differences = [i for i, (a, b) in enumerate(zip(expected, found)) if a != b]
    print(f"{path.rsplit('/', 1)[-1]}: {len(expected)} results and flags, {len(differences) or 'none'} of them other than SoftFloat's")
    if differences:
        first = differences[0]
        print(f"first at line {first + 1}: {found[first]}, expected {expected[first]}")
    if len(found) != len(expected):
        print(f"{len(found)} lines, expected {len(expected)}; the last one is {found[-1] if found else 'missing'}")
    return not differences and len(found) == len(expected)


def measured(path):
    """The clock cycles and the results of each kernel."""
    clocks, results = {}, {}
    for line in lines(path):
        kind, *rest = line.split()
        if kind == "clocks":
            clocks[rest[0]] = int(rest[1], 16)
        elif kind == "result":
            results.setdefault(rest[0], []).append(rest[1])
    return clocks, results


def check_cycles(path, other, other_path, name):
    clocks, results = measured(path)
    other_clocks, other_results = measured(other_path)
    is_right = bool(clocks)
    print(f"| kernel | results | clock cycles with {name} | with {other} | times |\n|---|---|---|---|---|")
    for kernel, count in clocks.items():
        is_equal = results[kernel] == other_results.get(kernel)
        is_right &= is_equal
        verdict = f"{len(results[kernel])} equal" if is_equal else "differ"
        other_count = other_clocks[kernel]
        print(f"| {kernel} | {verdict} | {count} | {other_count} | {other_count / count:.1f} |")
    return is_right


kind, first, *others = sys.argv[1:]
is_right = check_cycles(*others, name=first) if kind == "cycles" else all([check_stream(first, path) for path in others])
sys.exit(not is_right)
