#!/usr/bin/env python3
"""Prints what a board's bitstream takes and reaches: report.py TITLE MHZ FOLDER. Exit status 1 where it misses its clock."""
import json
import sys

title, wanted, folder = sys.argv[1:]
with open(f"{folder}/timing.json", encoding="utf-8") as file:
    (clock,) = json.load(file)["fmax"].values()
with open(f"{folder}/cells.json", encoding="utf-8") as file:
    cells = json.load(file)["design"]["num_cells_by_type"]
names = {
    "LUT4": "LUT4", "SB_LUT4": "LUT4", "CCU2C": "carries of two bits", "SB_CARRY": "carries", "TRELLIS_FF": "flip-flops",
    "DP16KD": "memory blocks", "SB_RAM40_4K": "memory blocks", "MULT18X18D": "multipliers",
}
counts = {}
for cell, count in cells.items():
    name = "flip-flops" if cell.startswith("SB_DFF") else names.get(cell)
    if name:
        counts[name] = counts.get(name, 0) + count
listed = ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda item: -item[1]))
print(f"{title}: {clock['achieved']:.1f} MHz, of {wanted} that the board has; {listed}")
sys.exit(clock["achieved"] < float(wanted))
