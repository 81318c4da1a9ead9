"""The manifest of a generated module: its ports, its handshake and its golden model."""

import json
from pathlib import Path

from ._golden import RegisterModel, TileModel, UnitModel


class Port:
    """A port of a module: name, width in bits, direction ("in" or "out") and role."""

    def __init__(self, entry):
        self.name, self.width = entry["name"], entry["width"]
        self.direction, self.role = entry["direction"], entry.get("role", "")

    def __repr__(self):
        return f"Port({self.name!r}, {self.width}, {self.role!r})"


class Field:
    """A value of a vector or an answer: its name, its role, and its bits in a port."""

    def __init__(self, name, role, port, low, width):
        self.name, self.role, self.port, self.low, self.width = name, role, port, low, width

    def __repr__(self):
        return f"Field({self.name!r}, {self.width}, {self.role!r})"


#: The roles of ports that a handshake drives or shows. All others hold values.
CONTROL = (
    "clock", "reset", "flush", "enable", "in valid", "in ready", "out valid", "out ready", "busy", "in data", "out data"
)


class Manifest:
    """The manifest of a generated module: its ports by role, its fields, its latency and its golden model.

    `source` is the path of a manifest, or its contents. Raises ValueError for a file that is no manifest, and for a
    module that no model covers.
    """

    def __init__(self, source):
        self.contents = source if isinstance(source, dict) else json.loads(Path(source).read_text(encoding="utf-8"))
        if not isinstance(self.contents, dict):
            raise ValueError(f"{source} is no manifest of halfpipe: it is a {type(self.contents).__name__}")
        contents = self.contents
        missing = [key for key in ("module", "ports") if key not in contents]
        if missing:
            raise ValueError(f"{source} is no manifest of halfpipe: it has no {missing[0]}")
        self.module = contents["module"]
        self.mnemonic = contents.get("mnemonic", "zfh")
        # A core of RISC-V has a latency for each group; this is the longest.
        self.latency = contents.get("latency", max((group["latency"] for group in contents.get("groups", [])), default=0))
        self.ports = [Port(entry) for entry in contents["ports"]]
        self.roles = {port.role: port for port in self.ports}
        self.fields = self._fields()
        inputs = {port.name for port in self.ports if port.direction == "in"}
        self.inputs = [field for field in self.fields if field.port in inputs]
        self.outputs = [field for field in self.fields if field.port not in inputs]
        self.clock, self.reset, self.enable = (self.port(role) for role in ("clock", "reset", "enable"))
        self.in_valid, self.in_ready = self.port("in valid"), self.port("in ready")
        self.out_valid, self.out_ready = self.port("out valid"), self.port("out ready")
        self.flush = self.port("flush")
        # The value of the reset port that resets.
        self.resets = 0 if self.reset and self.reset.name in ("aresetn", "reset_n") else 1
        self.model = self._model()

    def _fields(self):
        own = [Field(port.name, port.role, port.name, 0, port.width) for port in self.ports if port.role not in CONTROL]
        packed = [
            Field(entry["name"], entry["role"], entry["port"], entry["low"], entry["width"])
            for entry in self.contents.get("fields", [])
        ]
        return packed + own

    def _model(self):
        contents = self.contents
        if "in data" in self.roles and "fields" not in contents:
            raise ValueError(
                f"{self.module}: its manifest lacks `fields`, so that an older halfpipe wrote it; generate the stream again"
            )
        if "mnemonics" in contents:
            raise ValueError(
                f"{self.module}: no model covers Vortex' unit, which has no valid bits; `halfpipe verify vortex` runs it"
            )
        if "instructions" in contents:
            return RegisterModel(self)
        if "slots" in contents:
            return TileModel(self)
        has = [any(field.role.startswith(role) for field in self.fields) for role in ("operand ", "result ")]
        if "mnemonic" not in contents or not all(has):
            raise ValueError(
                f"{self.module}: the model covers units, cores and streams, the core of RISC-V and tiles, with the manifests "
                "that `halfpipe generate` writes"
            )
        return UnitModel(self)

    def port(self, role):
        """Returns the port of a role, or None."""
        return self.roles.get(role)

    @property
    def is_combinational(self):
        """True for a module without a clock."""
        return self.clock is None

    @property
    def has_backpressure(self):
        """True if the receiver of results stalls a module by `out ready`: a stream, the core of RISC-V or a tile."""
        return self.out_ready is not None

    @property
    def has_groups(self):
        """True if groups have latencies of their own, so that results come in the order of neither vectors nor tags."""
        return "groups" in self.contents

    def function(self, vector):
        """Returns the function of a vector, a dict of field names and integers; None for an operation that a core lacks."""
        return self.model.function(vector)

    def expected(self, vector):
        """Returns the correct outputs of a vector: a dict of field names and integers."""
        return self.model.answer(vector)
