"""The golden models of generated modules: what each kind of module computes for a vector."""

import numpy as np

from . import _halfpipe

MASK = (1 << 64) - 1


class Register:
    """An operand of an instruction in a module: its field, its name, the type and bits of an element, and the elements."""

    def __init__(self, field, name, element, bits, count):
        self.field, self.name, self.element, self.bits, self.count = field, name, element, bits, count

    def read(self, vector):
        """Returns the elements in a vector."""
        word = vector[self.field]
        return [word >> self.bits * place & (1 << self.bits) - 1 for place in range(self.count)]


class Function:
    """An instruction of a module, on integers. `ports` has the field of each operand."""

    def __init__(self, mnemonic, has_flags, ports):
        self.mnemonic = mnemonic
        self.instruction = _halfpipe.Instruction.at_ports(mnemonic, has_flags)
        self.operands, self.results = self.instruction.operands, self.instruction.results
        self.registers = [Register(ports(place, row[0]), *row) for place, row in enumerate(self.operands)]

    def compute(self, operands):
        """Returns the results and the flags of integers, one for each operand."""
        results = [column[0] for column in self.compute_all([[word] for word in operands])]
        has_flags = self.results[-1][1] == "flags"
        return (results[:-1], results[-1]) if has_flags else (results, 0)

    def compute_all(self, columns):
        """Returns a column of integers for each result, from one for each operand."""
        words = []
        for column, (_, _, bits, lanes) in zip(columns, self.operands):
            for low in range(0, max(1, bits * lanes), 64):
                words.append(np.array([value >> low & MASK for value in column], np.uint64))
        found = [np.empty(len(columns[0]), np.uint64) for _ in self.results]
        self.instruction.evaluate(words, found)
        return [column.tolist() for column in found]


class Model:
    """The model of a module. A vector is a dict of input fields and integers, and an answer one of output fields."""

    def reset(self):
        """Forgets what earlier vectors left behind."""

    def answer(self, vector):
        """Returns the answer to a vector that the module takes; None if it gives no answer, and an empty dict if the answer
        may be anything."""
        return self.expected(vector)


class UnitModel(Model):
    """A unit or a core with the contract of docs/module.md, or one of them inside a stream."""

    def __init__(self, manifest):
        roles = {field.role: field.name for field in (*manifest.inputs, *manifest.outputs)}
        self.op, self.tag_in, self.tag_out = roles.get("op"), roles.get("tag in"), roles.get("tag out")
        self.flags = roles.get("flags")
        # `last` and `user` of a stream come out as they went in.
        self.passed = [(roles[f"in {name}"], roles[f"out {name}"]) for name in ("last", "user") if f"in {name}" in roles]
        operands = [field.name for field in manifest.inputs if field.role.startswith("operand ")]
        self.results = [field.name for field in manifest.outputs if field.role.startswith("result ")]
        # A core has the ports a, b, c and a rounding; a conversion's random bits are at c.
        places = {"a": 0, "b": 1, "c": 2, "rbits": 2, "rounding": 3, "rm": 3}

        def port(place, name):
            return operands[places.get(name, 0) if self.op else place]

        mnemonics = [entry["mnemonic"] for entry in manifest.contents.get("operations", [{"mnemonic": manifest.mnemonic}])]
        self.functions = [Function(mnemonic, self.flags is not None, port) for mnemonic in mnemonics]

    def choose(self, vector, random):
        """Sets the operation of a vector, and returns its function."""
        if self.op:
            vector[self.op] = random.randrange(len(self.functions))
        return self.function(vector)

    def function(self, vector):
        """Returns the function of a vector; None for an operation that the core lacks."""
        op = vector[self.op] if self.op else 0
        return self.functions[op] if op < len(self.functions) else None

    def expected(self, vector):
        """Returns the answer to a vector."""
        answer = {out: vector[into] for into, out in self.passed}
        if self.tag_out:
            answer[self.tag_out] = vector[self.tag_in]
        function = self.function(vector)
        if function is None:
            results, flags = [0x7FFF_FFFF], 0
        else:
            results, flags = function.compute([vector[register.field] for register in function.registers])
        if self.op:
            # One port for all results; a second predicate is 16 bits above the first.
            results = [sum(result << 16 * place for place, result in enumerate(results))]
        answer.update(zip(self.results, results))
        if self.flags:
            answer[self.flags] = flags
        return answer


class RegisterModel(Model):
    """The core of RISC-V: instructions on registers, which hold a narrower number with ones above it."""

    CODES = ("op", "op_mod", "rm", "src_fmt", "dst_fmt", "int_fmt")
    NANS = {"h": 0x7E00, "bf16": 0x7FC0, "s": 0x7FC0_0000}

    def __init__(self, manifest):
        contents = manifest.contents
        self.width, self.tags, self.tag_bits = contents["width"], 0, manifest.port("tag in").width
        self.has_boxes = not any("inx" in extension for extension in contents["isa"])
        self.register_bits = contents["flen" if self.has_boxes else "xlen"]
        self.entries = contents["instructions"]
        self.functions = [
            Function(entry["mnemonic"], True, lambda place, _, ports=entry["operands"]: [*ports, "rm"][place])
            for entry in self.entries
        ]
        self.places = {}
        for place, entry in enumerate(self.entries):
            read = tuple(code for code in self.CODES if code not in entry["ignored"] and entry[code] is not None)
            self.places.setdefault(read, {})[tuple(entry[code] for code in read)] = place

    def choose(self, vector, random):
        """Sets the codes of a vector and its tag, and returns its function."""
        place = random.randrange(len(self.entries))
        entry = self.entries[place]
        for code in self.CODES:
            if code not in entry["ignored"] and entry[code] is not None:
                vector[code] = entry[code]
        # Tags in flight differ.
        self.tags += 1
        vector["tag_in"] = self.tags & (1 << self.tag_bits) - 1
        return self.functions[place]

    def function(self, vector):
        """Returns the function of a vector. Raises ValueError for codes that the manifest lists under no instruction."""
        for read, places in self.places.items():
            place = places.get(tuple(vector[code] for code in read))
            if place is not None:
                return self.functions[place]
        codes = ", ".join(f"{code} {vector[code]}" for code in self.CODES)
        raise ValueError(f"no instruction of the manifest has the codes {codes}; take those of `instructions`")

    def expected(self, vector):
        """Returns the answer to a vector."""
        function = self.function(vector)
        is_move = function.mnemonic.startswith("fmv.")
        operands = [self._operand(register, vector[register.field], is_move) for register in function.registers]
        results, flags = function.compute(operands)
        _, element, bits, _ = function.results[0]
        word = results[0]
        if element in self.NANS and self.has_boxes:
            word |= -1 << bits
        elif (element in self.NANS or function.mnemonic.startswith(("fcvt", "fmv"))) and word >> bits - 1:
            word |= -1 << bits
        return {"result": word & (1 << self.width) - 1, "flags": flags, "tag_out": vector["tag_in"]}

    def _operand(self, register, word, is_move):
        bits = register.bits
        above = (1 << max(0, self.register_bits - bits)) - 1
        is_number = register.element in self.NANS and self.has_boxes and not is_move
        if is_number and word >> bits & above != above:
            return self.NANS[register.element]
        return word & (1 << bits) - 1


class TileModel(Model):
    """A tile of dot products: steps of sums in slots."""

    def __init__(self, manifest):
        contents = manifest.contents
        self.rows, self.columns, self.slots = contents["rows"], contents["columns"], contents["slots"]
        self.unit = Function(manifest.mnemonic, False, lambda place, _: "abc"[place])
        a, b, c = self.unit.registers
        a.count, b.count, c.count = a.count * self.rows, b.count * self.columns, self.rows * self.columns
        self.functions, self.sums = [self.unit], {}

    def reset(self):
        """Forgets the sums of all slots."""
        self.sums.clear()

    def choose(self, vector, random):
        """Sets the slot and the marks of a step, and returns its function."""
        vector["slot"] = random.randrange(self.slots)
        vector["first"], vector["last"] = int(random.random() < 0.3), int(random.random() < 0.5)
        return self.unit

    def function(self, vector):
        """Returns the function of the units."""
        return self.unit

    def answer(self, vector):
        """Returns the answer to a step; None if it is not the last of its sum."""
        slot = vector["slot"]
        if vector["first"]:
            sums = self.unit.registers[2].read(vector)
        else:
            sums = self.sums.get(slot)
        # A sum without a first step may be anything.
        found = None if sums is None else self._add(vector, sums)
        self.sums[slot] = found
        if not vector["last"]:
            return None
        bits = self.unit.registers[2].bits
        answer = {"out_slot": slot}
        if found is not None:
            answer["d"] = sum(word << bits * place for place, word in enumerate(found))
        return answer

    def _add(self, vector, sums):
        lines = []
        for place, count in ((0, self.rows), (1, self.columns)):
            word, width = vector["ab"[place]], self.unit.operands[place][2] * self.unit.operands[place][3]
            lines.append([word >> width * line & (1 << width) - 1 for line in range(count)])
        pairs = [(row, column) for row in lines[0] for column in lines[1]]
        columns = [[row for row, _ in pairs], [column for _, column in pairs], sums]
        return self.unit.compute_all(columns)[0]
