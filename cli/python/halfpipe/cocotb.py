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
compares every result with the golden model, and the cycles of out_valid with the latency of the manifest.
"""

import random
from collections import Counter

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly

from ._model import Manifest

__all__ = ["Coverage", "Driver", "Manifest", "Monitor", "Scoreboard"]


def _manifest(source):
    return source if isinstance(source, Manifest) else Manifest(source)


def _clocked(manifest):
    if manifest.clock is None:
        raise ValueError(f"{manifest.module} has no clock; generate it with a latency of at least 1")
    return manifest


class Vectors:
    """Random vectors of a module: half of them any bits, half with elements near the edges of their formats."""

    def __init__(self, manifest, seed=0):
        self.manifest, self.random = manifest, random.Random(seed)

    def draw(self):
        """Returns a vector: a dict of port names and integers."""
        manifest = self.manifest
        vector = {port.name: self.random.getrandbits(port.width) for port in manifest.inputs}
        if manifest.op:
            vector[manifest.op.name] = self.random.randrange(len(manifest.functions))
        function = manifest.function(vector)
        for place, (name, element, bits, lanes) in zip(function.places, function.registers):
            port = manifest.operands[place]
            if name in ("rounding", "rm"):
                vector[port.name] = self.random.randrange(5)
            elif self.random.random() < 0.5:
                elements = (self._edge(element, bits) << bits * lane for lane in range(lanes))
                vector[port.name] = sum(elements) & ((1 << port.width) - 1)
        return vector

    def _edge(self, element, bits):
        layout = Classes.layout(element)
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
        for place, (name, element, bits, lanes) in zip(function.places, function.registers):
            word = vector[self.manifest.operands[place].name]
            for lane in range(lanes):
                found = Classes.of(element, word >> bits * lane & (1 << bits) - 1)
                if found:
                    self.seen[function.mnemonic, name, found] += 1
                    per_lane.setdefault(lane, []).append(found)
        for classes in per_lane.values():
            if len(classes) > 1:
                self.seen[function.mnemonic, "a, b", f"{classes[0]}, {classes[1]}"] += 1

    def missing(self):
        """Returns what no vector had: tuples of the instruction, the operand and the class."""
        wanted = []
        for function in self.manifest.functions:
            numbers = [name for name, element, _, _ in function.registers if Classes.layout(element)]
            wanted += [(function.mnemonic, name, one) for name in numbers for one in Classes.ALL]
            if len(numbers) > 1:
                pairs = (f"{one}, {other}" for one in Classes.ALL for other in Classes.ALL)
                wanted += [(function.mnemonic, "a, b", pair) for pair in pairs]
        return [point for point in wanted if not self.seen[point]]


class Driver:
    """Drives the inputs of a module, which change at falling edges of the clock.

    gaps      the share of cycles without a vector
    stalls    the share of cycles in which the pipeline stands still
    resets    the share of cycles with a reset
    """

    def __init__(self, dut, manifest, *, seed=0, gaps=0.2, stalls=0.2, resets=0.0, period=10):
        self.dut, self.manifest = dut, _clocked(_manifest(manifest))
        self.random, self.vectors = random.Random(seed), Vectors(self.manifest, seed + 1)
        self.gaps, self.stalls, self.resets, self.period = gaps, stalls, resets, period

    def _set(self, port, value):
        if port is not None:
            getattr(self.dut, port.name).value = value

    async def start(self):
        """Starts the clock and resets the module."""
        manifest = self.manifest
        for port in (manifest.in_valid, *manifest.inputs):
            self._set(port, 0)
        self._set(manifest.enable, 1)
        self._set(manifest.reset, 1)
        Clock(getattr(self.dut, manifest.clock.name), self.period, unit="ns").start()
        await FallingEdge(getattr(self.dut, manifest.clock.name))
        await FallingEdge(getattr(self.dut, manifest.clock.name))
        self._set(manifest.reset, 0)

    async def run(self, vectors):
        """Sends vectors: so many random ones, or dicts of port names and integers. Returns when all are taken or lost in a
        reset."""
        if isinstance(vectors, int):
            vectors = (self.vectors.draw() for _ in range(vectors))
        for vector in vectors:
            while not await self._cycle(vector):
                pass
        self._set(self.manifest.in_valid, 0)

    async def drain(self):
        """Waits until all results have come."""
        for _ in range(self.manifest.latency + 2):
            while not await self._cycle(None):
                pass

    async def _cycle(self, vector):
        """Spends a cycle. Returns True if the module took the vector, or without one if it was enabled."""
        manifest, random = self.manifest, self.random
        offers = vector is not None and random.random() >= self.gaps
        enabled = random.random() >= self.stalls
        resets = random.random() < self.resets
        self._set(manifest.in_valid, int(offers))
        self._set(manifest.enable, int(enabled))
        self._set(manifest.reset, int(resets))
        if offers:
            for port in manifest.inputs:
                self._set(port, vector[port.name])
        await ReadOnly()
        ready = manifest.in_ready is None or int(getattr(self.dut, manifest.in_ready.name).value) == 1
        await FallingEdge(getattr(self.dut, manifest.clock.name))
        return enabled and (vector is None or offers and (ready or resets))


class Monitor:
    """Watches a module, and tells a listener such as a Scoreboard of each cycle."""

    def __init__(self, dut, manifest, *listeners):
        self.dut, self.manifest, self.listeners = dut, _clocked(_manifest(manifest)), listeners
        self.task = cocotb.start_soon(self._watch())

    def _read(self, port):
        value = getattr(self.dut, port.name).value
        return int(value) if value.is_resolvable else None

    async def _watch(self):
        manifest = self.manifest
        while True:
            await FallingEdge(getattr(self.dut, manifest.clock.name))
            # The inputs of the next rising edge are set, and the outputs have settled.
            await ReadOnly()
            if self._read(manifest.reset) != 0:
                self._tell("reset")
                continue
            if self._read(manifest.enable) != 1:
                continue
            answer = None
            if self._read(manifest.out_valid) == 1:
                answer = {port.name: self._read(port) for port in manifest.outputs}
            vector = None
            ready = manifest.in_ready is None or self._read(manifest.in_ready) == 1
            if self._read(manifest.in_valid) == 1 and ready:
                vector = {port.name: self._read(port) for port in manifest.inputs}
            self._tell("cycle", vector, answer)

    def _tell(self, event, *values):
        for listener in self.listeners:
            getattr(listener, event)(*values)


class Scoreboard:
    """Compares results with the golden model, and out_valid with the latency. Counts the classes of operands."""

    def __init__(self, manifest):
        self.manifest = _manifest(manifest)
        self.coverage = Coverage(self.manifest)
        self.pending, self.mismatches, self.compared, self.cycles = [], [], 0, 0

    def reset(self):
        """Forgets the vectors in flight."""
        self.pending.clear()

    def cycle(self, vector, answer):
        """Takes an enabled cycle: the vector that the module takes, and the answer that it gives, or None."""
        self.cycles += 1
        is_due = bool(self.pending) and self.pending[0][0] == self.cycles
        if answer is not None and not is_due:
            self.mismatches.append(f"out_valid is 1 in enabled cycle {self.cycles}, where no result is due")
        elif is_due:
            _, sent = self.pending.pop(0)
            self._compare(sent, answer)
        if vector is not None:
            self.coverage.sample(vector)
            self.pending.append((self.cycles + self.manifest.latency, vector))

    def _compare(self, vector, answer):
        self.compared += 1
        operands = ", ".join(f"{name} {value:#x}" for name, value in vector.items())
        if answer is None:
            self.mismatches.append(f"{operands}: no result after {self.manifest.latency} enabled cycles")
            return
        for name, expected in self.manifest.expected(vector).items():
            found = answer[name]
            if found != expected:
                shown = "unknown" if found is None else f"{found:#x}"
                self.mismatches.append(f"{operands}: {name} is {shown}, the model has {expected:#x}")

    def check(self):
        """Raises AssertionError with the first mismatches, and if no result was compared or some are missing."""
        assert self.compared, f"{self.manifest.module}: no result was compared"
        assert not self.pending, f"{self.manifest.module}: {len(self.pending)} results are missing"
        shown = "\n".join(self.mismatches[:10])
        assert not self.mismatches, f"{self.manifest.module}: {len(self.mismatches)} mismatches\n{shown}"
