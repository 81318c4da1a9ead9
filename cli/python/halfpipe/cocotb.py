"""Driver, monitor, scoreboard and coverage of generated modules for cocotb 2, from the manifest alone.

    import cocotb
    from halfpipe.cocotb import Driver, Monitor, Scoreboard

    @cocotb.test()
    async def results_are_right(dut):
        driver = Driver(dut, "rtl/fma_rn_f16.json")
        scoreboard = Scoreboard(driver.manifest)
        Monitor(dut, driver.manifest, scoreboard)
        await driver.start()
        await driver.run(10_000)
        await driver.drain()
        scoreboard.check()

The driver sends vectors with gaps, stalls and resets. The monitor sees what the module takes and gives. The scoreboard
compares every result with the golden model. They serve units and cores at any latency, streams, the core of RISC-V and
tiles. A manifest of another module raises ValueError.
"""

import random
from collections import Counter

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, First, ReadOnly, Timer, ValueChange

from ._model import Manifest

__all__ = ["Coverage", "Driver", "Manifest", "Monitor", "Scoreboard"]


def _manifest(source):
    return source if isinstance(source, Manifest) else Manifest(source)


class Vectors:
    """Random vectors of a module: half of them any bits, half with elements near the edges of their formats."""

    def __init__(self, manifest, seed=0):
        self.manifest, self.random = manifest, random.Random(seed)

    def draw(self):
        """Returns a vector: a dict of field names and integers."""
        manifest, random = self.manifest, self.random
        vector = {field.name: random.getrandbits(field.width) for field in manifest.inputs}
        widths = {field.name: field.width for field in manifest.inputs}
        for register in manifest.model.choose(vector, random).registers:
            if register.name in ("rounding", "rm"):
                vector[register.field] = random.randrange(5)
            elif random.random() < 0.5:
                bits, width = register.bits * register.count, widths[register.field]
                elements = (self._edge(register) << register.bits * place for place in range(register.count))
                # A wider register has ones above its number most of the time.
                above = -1 << bits if random.random() < 0.8 else random.getrandbits(width) << bits
                vector[register.field] = (sum(elements) | above) & (1 << width) - 1
        return vector

    def _edge(self, register):
        bits, layout = register.bits, Classes.layout(register.element)
        if layout is None:
            return self.random.choice([0, 1, (1 << bits) - 1, 1 << bits - 1, self.random.getrandbits(bits)])
        exponent, fraction = layout
        top = (1 << exponent) - 1
        field = self.random.choice([0, 0, 1, top >> 1, top - 1, top, self.random.randrange(top + 1)])
        digits = self.random.choice([0, 0, 1, (1 << fraction) - 1, self.random.getrandbits(fraction)])
        return self.random.getrandbits(1) << exponent + fraction | field << fraction | digits


class Classes:
    """Classes of numbers: zero, subnormal, normal, infinity and NaN, with their signs."""

    LAYOUTS = {"f16": (5, 10), "h": (5, 10), "bf16": (8, 7), "f32": (8, 23), "s": (8, 23), "e5m2": (5, 2)}

    @classmethod
    def layout(cls, element):
        """Returns the widths of exponent and fraction of a format with infinities; None for any other type."""
        if element in cls.LAYOUTS:
            return cls.LAYOUTS[element]
        name = element[:-1] if element.endswith("i") else element
        exponent, _, fraction = name[1:].partition("m")
        is_custom = name.startswith("e") and exponent.isdigit() and fraction.isdigit()
        has_infinity = element.endswith("i") or element not in ("e4m3", "e2m3", "e3m2", "e2m1")
        return (int(exponent), int(fraction)) if is_custom and has_infinity else None

    @classmethod
    def of(cls, element, bits):
        """Returns the class of an encoding, such as "-subnormal"; None for a type without infinities."""
        layout = cls.layout(element)
        if layout is None:
            return None
        exponent, fraction = layout
        field, digits = bits >> fraction & (1 << exponent) - 1, bits & (1 << fraction) - 1
        if field == (1 << exponent) - 1:
            name = "NaN" if digits else "infinity"
        elif field == 0:
            name = "subnormal" if digits else "zero"
        else:
            name = "normal"
        return name if name == "NaN" else "+-"[bits >> exponent + fraction & 1] + name

    ALL = [sign + name for name in ("zero", "subnormal", "normal", "infinity") for sign in "+-"] + ["NaN"]


class Coverage:
    """Coverage of classes: for each operation, the classes of each operand in any lane, and the pairs of the first two."""

    def __init__(self, manifest):
        self.manifest = _manifest(manifest)
        self.seen = Counter()

    def sample(self, vector):
        """Counts the classes of a vector."""
        function = self.manifest.function(vector)
        if function is None:
            return
        per_lane = {}
        for register in function.registers:
            for lane, bits in enumerate(register.read(vector)):
                found = Classes.of(register.element, bits)
                if found:
                    self.seen[function.mnemonic, register.name, found] += 1
                    per_lane.setdefault(lane, []).append(found)
        for classes in per_lane.values():
            if len(classes) > 1:
                self.seen[function.mnemonic, "a, b", f"{classes[0]}, {classes[1]}"] += 1

    def missing(self):
        """Returns what no vector had: tuples of the instruction, the operand and the class."""
        wanted = []
        for function in self.manifest.model.functions:
            numbers = [register.name for register in function.registers if Classes.layout(register.element)]
            wanted += [(function.mnemonic, name, one) for name in numbers for one in Classes.ALL]
            if len(numbers) > 1:
                pairs = (f"{one}, {other}" for one in Classes.ALL for other in Classes.ALL)
                wanted += [(function.mnemonic, "a, b", pair) for pair in pairs]
        return [point for point in wanted if not self.seen[point]]


class Driver:
    """Drives the inputs of a module, which change at falling edges of the clock.

    gaps      the share of cycles without a vector; 0.2 by default
    stalls    the share of cycles in which the pipeline stands still, or in which the receiver takes no result; 0.2 by
              default
    resets    the share of cycles with a reset or a flush; 0 by default
    period    nanoseconds of a clock cycle; at latency 0, between two vectors

    A module at latency 0 has no clock. ValueError is raised if it gets gaps, stalls or resets.
    """

    def __init__(self, dut, manifest, *, seed=0, gaps=None, stalls=None, resets=None, period=10):
        self.dut, self.manifest = dut, _manifest(manifest)
        shares = {"gaps": gaps, "stalls": stalls, "resets": resets}
        given = [name for name, share in shares.items() if share is not None]
        if self.manifest.is_combinational and given:
            raise ValueError(f"{given[0]} does not apply to {self.manifest.module}, which has no clock; leave it out")
        self.random, self.vectors = random.Random(seed), Vectors(self.manifest, seed + 1)
        self.gaps, self.stalls, self.resets = (0.2 if gaps is None else gaps, 0.2 if stalls is None else stalls, resets or 0)
        self.period, self.is_offering = period, False

    def _set(self, port, value):
        if port is not None:
            getattr(self.dut, port.name).value = value

    def _read(self, port):
        return int(getattr(self.dut, port.name).value)

    def _put(self, vector):
        words = {}
        for field in self.manifest.inputs:
            words[field.port] = words.get(field.port, 0) | vector[field.name] << field.low
        for port, word in words.items():
            getattr(self.dut, port).value = word

    async def start(self):
        """Starts the clock and resets the module."""
        manifest = self.manifest
        self._put({field.name: 0 for field in manifest.inputs})
        if manifest.is_combinational:
            await Timer(self.period, unit="ns")
            return
        for port in (manifest.in_valid, manifest.flush):
            self._set(port, 0)
        for port in (manifest.enable, manifest.out_ready):
            self._set(port, 1)
        self._set(manifest.reset, manifest.resets)
        Clock(getattr(self.dut, manifest.clock.name), self.period, unit="ns").start()
        await FallingEdge(getattr(self.dut, manifest.clock.name))
        await FallingEdge(getattr(self.dut, manifest.clock.name))
        self._set(manifest.reset, 1 - manifest.resets)

    async def run(self, vectors):
        """Sends vectors: so many random ones, or dicts of field names and integers. Returns when all are taken or lost in a
        reset."""
        if isinstance(vectors, int):
            vectors = (self.vectors.draw() for _ in range(vectors))
        for vector in vectors:
            if self.manifest.is_combinational:
                self._put(vector)
                await Timer(self.period, unit="ns")
                continue
            while not await self._cycle(vector):
                pass
        self._set(self.manifest.in_valid, 0)

    async def drain(self):
        """Waits until all results have come."""
        left = 0 if self.manifest.is_combinational else self.manifest.latency + 2
        while left > 0:
            is_idle = await self._cycle(None)
            # Results that wait for their receiver come before the last ones.
            shows = self.manifest.has_backpressure and self._read(self.manifest.out_valid)
            left = self.manifest.latency + 2 if shows else left - is_idle

    async def _cycle(self, vector):
        """Spends a cycle. Returns True if the module took the vector or lost it, or without one if it was enabled."""
        manifest, random = self.manifest, self.random
        # An offer stays until a module with backpressure takes it.
        offers = vector is not None and (self.is_offering or random.random() >= self.gaps)
        enabled = random.random() >= self.stalls
        resets = random.random() < self.resets
        flushes = resets and manifest.flush is not None and random.random() < 0.5
        self._set(manifest.in_valid, int(offers))
        self._set(manifest.enable, int(enabled))
        self._set(manifest.out_ready, int(enabled))
        self._set(manifest.flush, int(flushes))
        self._set(manifest.reset, manifest.resets if resets and not flushes else 1 - manifest.resets)
        if offers:
            self._put(vector)
        await ReadOnly()
        ready = manifest.in_ready is None or self._read(manifest.in_ready) == 1
        await FallingEdge(getattr(self.dut, manifest.clock.name))
        moves = enabled or manifest.has_backpressure
        takes = offers and (ready or resets)
        self.is_offering = manifest.has_backpressure and offers and not takes
        return takes and moves if vector is not None else enabled


class Monitor:
    """Watches a module, and tells a listener such as a Scoreboard of each cycle.

    A listener has `reset()`, and `cycle(vector, answer, taken)`: the vector that the module takes and the answer that it
    shows, each None if there is none, and True if the receiver takes the answer. Stalled cycles of an enable are left out. At
    latency 0, a cycle is a change of an input.
    """

    def __init__(self, dut, manifest, *listeners):
        self.dut, self.manifest, self.listeners = dut, _manifest(manifest), listeners
        self.task = cocotb.start_soon(self._changes() if self.manifest.is_combinational else self._cycles())

    def _read(self, port):
        value = getattr(self.dut, port.name).value
        return int(value) if value.is_resolvable else None

    def _fields(self, fields):
        values = {port.name: self._read(port) for port in self.manifest.ports if port.name in {f.port for f in fields}}
        cut = {}
        for field in fields:
            word = values[field.port]
            cut[field.name] = None if word is None else word >> field.low & (1 << field.width) - 1
        return cut

    async def _changes(self):
        manifest = self.manifest
        while True:
            await First(*(ValueChange(getattr(self.dut, field.port)) for field in manifest.inputs))
            await ReadOnly()
            self._tell("cycle", self._fields(manifest.inputs), self._fields(manifest.outputs), True)

    async def _cycles(self):
        manifest = self.manifest
        while True:
            await FallingEdge(getattr(self.dut, manifest.clock.name))
            # The inputs of the next rising edge are set, and the outputs have settled.
            await ReadOnly()
            is_flushed = manifest.flush is not None and self._read(manifest.flush) != 0
            if is_flushed or self._read(manifest.reset) != 1 - manifest.resets:
                self._tell("reset")
                continue
            if manifest.enable is not None and self._read(manifest.enable) != 1:
                continue
            answer = self._fields(manifest.outputs) if self._read(manifest.out_valid) == 1 else None
            vector = None
            ready = manifest.in_ready is None or self._read(manifest.in_ready) == 1
            if self._read(manifest.in_valid) == 1 and ready:
                vector = self._fields(manifest.inputs)
            takes = manifest.out_ready is None or self._read(manifest.out_ready) == 1
            self._tell("cycle", vector, answer, takes)

    def _tell(self, event, *values):
        for listener in self.listeners:
            getattr(listener, event)(*values)


class Scoreboard:
    """Compares results with the golden model, and counts the classes of operands.

    A pipeline's out_valid follows the latency of the manifest. Results with a tag come in any order where groups have latencies
    of their own, and all others in the order of their vectors. A result that waits for its receiver must stay.
    """

    def __init__(self, manifest):
        # The sums of a tile's slots are its own.
        self.manifest = Manifest(_manifest(manifest).contents)
        self.coverage = Coverage(self.manifest)
        self.pending, self.mismatches, self.compared, self.cycles = [], [], 0, 0
        self.waiting = None

    def reset(self):
        """Forgets the vectors in flight."""
        self.pending.clear()
        self.waiting = None
        self.manifest.model.reset()

    def cycle(self, vector, answer, taken=True):
        """Takes a cycle: the vector that the module takes, the answer that it shows, and True if the receiver takes it."""
        self.cycles += 1
        if self.manifest.has_backpressure:
            # A group of latency 0 answers in the same cycle.
            self._send(vector)
            self._receive(answer, taken)
            return
        if self.manifest.is_combinational:
            self._send(vector)
        due = bool(self.pending) and self.pending[0][0] == self.cycles
        if answer is not None and not due:
            self.mismatches.append(f"out_valid is 1 in enabled cycle {self.cycles}, where no result is due")
        elif due:
            self._compare(self.pending.pop(0), answer)
        if not self.manifest.is_combinational:
            self._send(vector)

    def _send(self, vector):
        if vector is None:
            return
        self.coverage.sample(vector)
        expected = self.manifest.expected(vector)
        if expected is not None:
            self.pending.append((self.cycles + self.manifest.latency, vector, expected))

    def _receive(self, answer, taken):
        if self.waiting is not None and answer != self.waiting:
            self.mismatches.append(f"cycle {self.cycles}: the result that waits for its receiver changes or leaves")
        self.waiting = None if taken else answer
        if answer is None or not taken:
            return
        place = 0
        if self.manifest.has_groups:
            tags = [expected["tag_out"] for _, _, expected in self.pending]
            place = tags.index(answer["tag_out"]) if answer["tag_out"] in tags else len(tags)
        if place >= len(self.pending):
            self.mismatches.append(f"cycle {self.cycles}: a result comes, and no vector waits for one")
        else:
            self._compare(self.pending.pop(place), answer)

    def _compare(self, sent, answer):
        _, vector, expected = sent
        self.compared += 1
        operands = ", ".join(f"{name} {value:#x}" for name, value in vector.items())
        if answer is None:
            self.mismatches.append(f"{operands}: no result after {self.manifest.latency} enabled cycles")
            return
        for name, wanted in expected.items():
            found = answer[name]
            if found != wanted:
                shown = "unknown" if found is None else f"{found:#x}"
                self.mismatches.append(f"{operands}: {name} is {shown}, the model has {wanted:#x}")

    def check(self):
        """Raises AssertionError with the first mismatches, and if no result was compared or some are missing."""
        assert self.compared, f"{self.manifest.module}: no result was compared"
        shown = "\n".join(self.mismatches[:10])
        assert not self.mismatches, f"{self.manifest.module}: {len(self.mismatches)} mismatches\n{shown}"
        assert not self.pending, f"{self.manifest.module}: {len(self.pending)} results are missing"
