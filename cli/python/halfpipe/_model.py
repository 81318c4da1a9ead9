"""The golden model of a generated module, from its manifest."""

import json
import re
from pathlib import Path

import numpy as np

from . import _halfpipe

MASK = (1 << 64) - 1


class Port:
    """A port of a module: name, width in bits, direction ("in" or "out") and role."""

    def __init__(self, entry):
        self.name, self.width = entry["name"], entry["width"]
        self.direction, self.role = entry["direction"], entry.get("role", "")

    def __repr__(self):
        return f"Port({self.name!r}, {self.width}, {self.role!r})"


class Manifest:
    """The manifest of a generated module: its ports by role, its functions, and its latency.

    `source` is the path of a manifest, or its contents. Raises ValueError for a file that is no manifest, and for a
    module that this model does not cover.
    """

    def __init__(self, source):
        self.contents = source if isinstance(source, dict) else json.loads(Path(source).read_text(encoding="utf-8"))
        if not isinstance(self.contents, dict):
            raise ValueError(f"{source} is no manifest of halfpipe: it is a {type(self.contents).__name__}")
        missing = [key for key in ("mnemonic", "module", "latency", "ports") if key not in self.contents]
        if missing:
            raise ValueError(f"{source} is no manifest of halfpipe: it has no {missing[0]}")
        self.mnemonic, self.module = self.contents["mnemonic"], self.contents["module"]
        self.latency = self.contents["latency"]
        self.ports = [Port(entry) for entry in self.contents["ports"]]
        roles = {port.role: port for port in self.ports}
        self.is_stream = "in data" in roles
        self.clock, self.reset, self.enable = (roles.get(role) for role in ("clock", "reset", "enable"))
        self.in_valid, self.in_ready = roles.get("in valid"), roles.get("in ready")
        self.out_valid, self.out_ready = roles.get("out valid"), roles.get("out ready")
        self.op, self.tag_in, self.tag_out = roles.get("op"), roles.get("tag in"), roles.get("tag out")
        self.flags = roles.get("flags")
        self.operands = [port for port in self.ports if re.fullmatch(r"operand \d+", port.role)]
        self.results = [port for port in self.ports if re.fullmatch(r"result \d+", port.role)]
        if not (self.operands and self.results) or self.is_stream:
            raise ValueError(
                f"{self.module}: the model covers units and cores with their own ports; "
                "a stream's unit is written beside it, with a manifest of its own"
            )
        self.functions = [
            Function(entry["mnemonic"], self.flags is not None, self.is_core)
            for entry in self.contents.get("operations", [{"mnemonic": self.mnemonic}])
        ]

    @property
    def is_core(self):
        """True for a core, which takes an operation and a tag."""
        return self.op is not None

    @property
    def inputs(self):
        """The ports of a vector: operation, tag and operands."""
        return [port for port in (self.op, self.tag_in, *self.operands) if port is not None]

    @property
    def outputs(self):
        """The ports of an answer: tag, results and flags."""
        return [port for port in (self.tag_out, *self.results, self.flags) if port is not None]

    def function(self, vector):
        """Returns the function of a vector, a dict of port names and integers; None for an operation that the core lacks."""
        op = vector[self.op.name] if self.op else 0
        return self.functions[op] if op < len(self.functions) else None

    def expected(self, vector):
        """Returns the correct outputs of a vector: a dict of port names and integers."""
        answer = {}
        if self.tag_out:
            answer[self.tag_out.name] = vector[self.tag_in.name]
        function = self.function(vector)
        if function is None:
            results, flags = [0x7FFF_FFFF], 0
        else:
            results, flags = function.compute([vector[port.name] for port in self.operands])
        if self.is_core:
            # One port for all results; a second predicate is 16 bits above the first.
            results = [sum(result << 16 * place for place, result in enumerate(results))]
        answer.update((port.name, result) for port, result in zip(self.results, results))
        if self.flags:
            answer[self.flags.name] = flags
        return answer


class Function:
    """An instruction of a module, on integers."""

    def __init__(self, mnemonic, has_flags, is_core):
        self.mnemonic = mnemonic
        self.instruction = _halfpipe.Instruction.at_ports(mnemonic, has_flags)
        self.registers = self.instruction.operands
        # A core has the ports a, b, c and a rounding; a conversion's random bits are at c.
        places = {"a": 0, "b": 1, "c": 2, "rbits": 2, "rounding": 3, "rm": 3}
        self.places = [places.get(register[0], 0) if is_core else place for place, register in enumerate(self.registers)]

    def compute(self, operands):
        """Returns the results and the flags of an operand for each port."""
        words = []
        for place, (_, _, bits, lanes) in zip(self.places, self.registers):
            value = operands[place]
            count = max(1, -(-bits * lanes // 64))
            words += [np.array([value >> 64 * word & MASK], np.uint64) for word in range(count)]
        found = [np.empty(1, np.uint64) for _ in self.instruction.results]
        self.instruction.evaluate(words, found)
        results = [int(result[0]) for result in found]
        has_flags = self.instruction.results[-1][1] == "flags"
        return (results[:-1], results[-1]) if has_flags else (results, 0)
