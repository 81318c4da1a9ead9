"""The elaborated circuit of a text: modules, values, and the processes that read and write them."""

import re

import pyslang
from flow import CONSTANTS, Flow, Limit, full, text, width
from pyslang import ast, parsing, syntax
from pyslang.ast import ExpressionKind, StatementKind, SymbolKind
from text import LANGUAGES, line_at, words_at

# Kinds of procedures by their keywords.
PROCEDURES = {
    ast.ProceduralBlockKind.Initial: "initial",
    ast.ProceduralBlockKind.Final: "final",
    ast.ProceduralBlockKind.Always: "always",
    ast.ProceduralBlockKind.AlwaysComb: "always_comb",
    ast.ProceduralBlockKind.AlwaysLatch: "always_latch",
    ast.ProceduralBlockKind.AlwaysFF: "always_ff",
}
SELECTIONS = {ExpressionKind.ElementSelect, ExpressionKind.RangeSelect, ExpressionKind.MemberAccess}
NAMES = {ExpressionKind.NamedValue, ExpressionKind.HierarchicalValue}


class Circuit:
    """Facts about an elaborated design."""

    def __init__(self, compilation, sources, buffer):
        self.compilation, self.sources, self.buffer = compilation, sources, buffer
        self.numbers = {}
        self.bodies = {}
        self.locals = {}
        self.uses = {}
        self.facts = {"values": [], "processes": [], "findings": [], "literals": [], "calls": [], "readers": [], "missing": {}}
        self.seen = set()
        # Comparisons with === and !==, and the values that each reads.
        self.cases = []

    def line(self, location):
        return line_at(self.sources, location) if location else 0

    def find(self, location, construct, rule):
        fact = {"line": self.line(location), "construct": construct, "rule": rule}
        if str(fact) not in self.seen:
            self.seen.add(str(fact))
            self.facts["findings"].append(fact)

    def literal(self, leaf, role):
        value = leaf.value
        has_high = value.countZs() > 0
        fact = {"line": self.line(leaf.sourceRange.start), "text": text(leaf), "role": role, "is_high": has_high}
        if str(fact) not in self.seen:
            self.seen.add(str(fact))
            self.facts["literals"].append(fact)

    def assertion(self, node):
        if node.assertionKind.name not in ("Assert", "CoverProperty", "CoverSequence"):
            self.find(node.sourceRange.start, node.assertionKind.name.lower(), "simulation only")

    def integer(self, number):
        return pyslang.ConstantValue(pyslang.SVInt(32, number & 0xFFFFFFFF, True))

    # Values

    def body_of(self, symbol):
        """Returns the instance that a symbol is declared in; None for a package."""
        if symbol is None or symbol.kind == SymbolKind.InstanceBody:
            return symbol
        return None if symbol.parentScope is None else symbol.parentScope.containingInstance

    def check_scope(self, symbol, body, node):
        """Finds a name inside another instance."""
        own = self.body_of(symbol)
        if own is None or body is not None and own == body or own.definition.definitionKind == ast.DefinitionKind.Interface:
            return
        self.find(node.sourceRange.start, text(node), "name inside an instance")

    def value(self, symbol, body, node):
        """Returns the number of a value; None for a constant."""
        if symbol.kind in CONSTANTS or symbol.kind == SymbolKind.Iterator:
            return None
        if symbol.kind == SymbolKind.ModportPort:
            symbol = symbol.internalSymbol
        if symbol not in self.numbers:
            self.numbers[symbol] = len(self.facts["values"])
            self.facts["values"].append(self.describe(symbol))
        if node is not None:
            self.check_scope(symbol, body, node)
            self.uses.setdefault(symbol.name, set()).add(node.sourceRange.start)
        return self.numbers[symbol]

    def describe(self, symbol):
        kind = symbol.type.canonicalType
        if not kind.isFixedSize or kind.isFloating:
            self.find(symbol.location, symbol.name, "type")
        if self.body_of(symbol) is None and not symbol.parentScope.isProceduralContext:
            self.find(symbol.location, symbol.name, "variable outside a module")
        start = None
        is_static = symbol.kind == SymbolKind.Variable and symbol.lifetime == ast.VariableLifetime.Static
        if is_static and symbol.initializer is not None:
            start = "constant" if symbol.initializer.eval(ast.EvalContext(symbol)) else "variable"
        return {
            "name": symbol.hierarchicalPath.split(".", 1)[-1] if "." in symbol.hierarchicalPath else symbol.name,
            "line": self.line(symbol.location),
            "width": width(symbol),
            "is_net": symbol.kind == SymbolKind.Net,
            "is_memory": kind.isUnpackedArray,
            "is_cell": symbol.location.buffer.id != self.buffer,
            "start": start,
        }

    def root(self, node):
        """Returns the symbol at the root of a selection."""
        while node.kind in SELECTIONS:
            node = node.value
        return node.symbol if node.kind in NAMES else None

    def locals_of(self, routine):
        if routine not in self.locals:
            found = []
            routine.visit(lookup_table={SymbolKind.Variable: found.append, SymbolKind.FormalArgument: found.append})
            self.locals[routine] = found
        return self.locals[routine]

    def system_call(self, node, flow):
        name = node.subroutineName
        self.facts["calls"].append({"line": self.line(node.sourceRange.start), "name": name})
        if name in ("$readmemh", "$readmemb"):
            target = node.arguments[1]
            while target.kind in (ExpressionKind.Assignment, ExpressionKind.Conversion):
                target = target.left if target.kind == ExpressionKind.Assignment else target.operand
            span = target.type.fixedRange if target.type.hasFixedRange else None
            ends = [flow.constant(argument) for argument in node.arguments[2:]]
            self.facts["readers"].append(
                {
                    "line": self.line(node.sourceRange.start),
                    "task": name,
                    "is_literal": node.arguments[0].kind == ExpressionKind.StringLiteral,
                    "file": node.arguments[0].value if node.arguments[0].kind == ExpressionKind.StringLiteral else text(node.arguments[0]),
                    "range": [span.left, span.right] if span else [],
                    "width": target.type.arrayElementType.bitWidth if target.type.isArray else 0,
                    "ends": [int(end.value) if end is not None else None for end in ends],
                }
            )
            if self.root(target) is not None:
                flow.write(target, True)

    # Processes

    def process(self, kind, symbol, scope, location, follow, **more):
        flow = Flow(self, symbol, scope)
        try:
            follow(flow)
        except Limit:
            self.find(location, kind, "limit")
        accesses = lambda group: [{"value": number, "bits": ranges(mask), "line": line} for number, (mask, line) in group.items()]
        self.facts["processes"].append(
            {
                "kind": kind,
                "line": self.line(location),
                "reads": accesses(flow.reads),
                "early": accesses(flow.early),
                "inner": accesses(flow.inner_only()),
                "writes": [
                    {"value": number, "bits": ranges(mask), "line": line, "is_blocking": is_blocking}
                    for (number, is_blocking), (mask, line) in flow.writes.items()
                ],
            }
            | more
        )

    def procedure(self, symbol):
        kind = PROCEDURES[symbol.procedureKind]
        body = symbol.body
        events, is_star, has_list = [], False, False
        if kind in ("always", "always_ff") and body.kind == StatementKind.Timed:
            has_list = True
            if body.timing.kind == ast.TimingControlKind.ImplicitEvent:
                is_star = True
            else:
                events = self.events(body.timing, symbol)
            body = body.stmt
        self.process(
            kind,
            symbol,
            self.body_of(symbol),
            symbol.location,
            lambda flow: flow.statement(body),
            events=events,
            is_star=is_star,
            has_list=has_list,
        )

    def events(self, timing, symbol):
        if timing.kind == ast.TimingControlKind.EventList:
            return [event for part in timing.events for event in self.events(part, symbol)]
        if timing.kind != ast.TimingControlKind.SignalEvent:
            self.find(timing.sourceRange.start, text(timing), "delay")
            return []
        context = ast.EvalContext(symbol)
        node = timing.expr
        while node.kind == ExpressionKind.Conversion:
            node = node.operand
        path = ast.ValuePath(node, context) if node.kind in NAMES | SELECTIONS else None
        is_plain = path is not None and path.rootSymbol is not None and path.isFullyStatic
        event = {
            "edge": timing.edge.name,
            "line": self.line(timing.sourceRange.start),
            "text": text(timing),
            "is_plain": is_plain and timing.iffCondition is None,
            "value": None,
            "bits": [],
        }
        if is_plain:
            low, high = path.lspBounds
            event["value"] = self.value(path.rootSymbol, self.body_of(symbol), node)
            event["bits"] = [[low, high]]
        return [event]

    def assign(self, symbol):
        node = symbol.assignment
        if symbol.delay is not None:
            self.find(symbol.delay.sourceRange.start, text(symbol.delay), "delay")
        if symbol.driveStrength != (None, None):
            self.find(symbol.location, "strength of an assignment", "strength")
        self.process("assign", symbol, self.body_of(symbol), symbol.location or node.sourceRange.start, lambda flow: flow.assignment(node))

    def net(self, symbol):
        if symbol.netType.name not in ("wire", "uwire"):
            self.find(symbol.location, symbol.netType.name, "kind of net")
        if symbol.delay is not None:
            self.find(symbol.location, text(symbol.delay), "delay")
        node = symbol.initializer
        if node is None:
            self.value(symbol, None, None)
            return

        def follow(flow):
            flow.expression(node)
            mask, number = full(symbol), self.value(symbol, None, None)
            flow.writes[(number, True)] = (mask, self.line(symbol.location))

        self.process("assign", symbol, self.body_of(symbol), symbol.location, follow)

    def primitive(self, symbol):
        if symbol.primitiveType.kind != SymbolKind.Primitive or symbol.primitiveType.primitiveKind.name == "UserDefined":
            return self.find(symbol.location, symbol.primitiveType.name, "primitive")
        if symbol.delay is not None:
            self.find(symbol.location, text(symbol.delay), "delay")
        if symbol.driveStrength != (None, None):
            self.find(symbol.location, symbol.primitiveType.name, "strength")
        if symbol.primitiveType.name not in ("and", "nand", "or", "nor", "xor", "xnor", "buf", "not"):
            self.find(symbol.location, symbol.primitiveType.name, "gate")

        def follow(flow):
            for node in symbol.portConnections:
                if node.kind == ExpressionKind.Assignment:
                    flow.write(node.left, True)
                else:
                    flow.expression(node)

        self.process("assign", symbol, self.body_of(symbol), symbol.location, follow)

    def top(self, symbol):
        """The ports of the circuit: its inputs have a driver outside, and its outputs a reader."""
        for port in symbol.body.portList:
            if port.kind != SymbolKind.Port:
                self.find(symbol.location, f"port {port.name}", "port")
                continue
            if port.direction not in (ast.ArgumentDirection.In, ast.ArgumentDirection.Out):
                self.find(port.location, port.name, "inout")
                continue

            def follow(flow, port=port):
                line = self.line(port.location)
                for number, mask in self.inner_of(port):
                    if port.direction == ast.ArgumentDirection.In:
                        flow.writes[(number, True)] = (mask, line)
                    else:
                        flow.reads[number] = flow.early[number] = (mask, line)

            self.process("top", symbol.body, symbol.body, port.location, follow)

    def instance(self, symbol):
        if not symbol.isModule:
            return
        if symbol in self.tops:
            self.top(symbol)
            return
        for connection in symbol.portConnections:
            if connection.port.kind == SymbolKind.InterfacePort:
                continue
            self.connection(symbol, connection)

    def connection(self, symbol, connection):
        port, node = connection.port, connection.expression
        if port.kind != SymbolKind.Port:
            return self.find(symbol.location, port.name, "port")
        direction = port.direction
        if direction not in (ast.ArgumentDirection.In, ast.ArgumentDirection.Out):
            if node is not None:
                self.find(symbol.location, f"port {port.name} of {symbol.definition.name}", "inout")
            return
        is_input = direction == ast.ArgumentDirection.In
        if node is None and not is_input:
            return

        def follow(flow):
            inner = self.inner_of(port)
            if is_input:
                if node is not None:
                    flow.expression(node)
                elif port.initializer is None:
                    flow.reads.clear()
                for number, mask in inner:
                    flow.writes[(number, True)] = (mask, self.line(symbol.location))
            else:
                for number, mask in inner:
                    flow.reads[number] = flow.early[number] = (mask, self.line(symbol.location))
                flow.write(node.left if node.kind == ExpressionKind.Assignment else node, True)

        kind = "input" if is_input else "output"
        self.process(kind, symbol, self.body_of(symbol), symbol.location, follow)

    def inner_of(self, port):
        """Returns the values and bits inside a module that a port connects."""
        if port.internalExpr is not None and port.internalExpr.kind not in NAMES:
            context = ast.EvalContext(port)
            found = []
            paths = []
            ast.ValuePath.visitPaths(port.internalExpr, context, paths.append)
            for path in paths:
                low, high = path.lspBounds
                found.append((self.value(path.rootSymbol, None, None), (1 << high + 1) - (1 << low)))
            return found
        symbol = port.internalSymbol
        return [] if symbol is None else [(self.value(symbol, None, None), full(symbol))]

    def unknown(self, symbol):
        new = {"line": self.line(symbol.location), "pins": [], "texts": []}
        missing = self.facts["missing"].setdefault(symbol.definitionName, new)
        missing["pins"] = sorted(set(missing["pins"]) | {name for name in symbol.portNames if name})
        settings = symbol.syntax.parent.parameters
        for setting in settings.parameters if settings else ():
            if setting.kind == syntax.SyntaxKind.NamedParamAssignment and str(setting.expr).strip().startswith('"0x'):
                missing["texts"] = sorted({*missing["texts"], setting.name.valueText})

    def parameter(self, symbol):
        node = symbol.initializer
        while node is not None and node.kind == ExpressionKind.Conversion:
            node = node.operand
        has_type = symbol.declaredType.typeSyntax is not None and str(symbol.declaredType.typeSyntax).strip()
        if node is not None and node.kind == ExpressionKind.UnbasedUnsizedIntegerLiteral and not has_type:
            self.find(node.sourceRange.start, f"{symbol.name} of {text(node)}", "unsized parameter")
        value = symbol.value if symbol.location.buffer.id == self.buffer else None
        if value and value.hasUnknown():
            fact = {"line": self.line(symbol.location), "text": f"{symbol.name}", "role": "parameter", "is_high": False}
            self.facts["literals"].append(fact)

    def variable(self, symbol):
        scope = symbol.parentScope
        if symbol.kind == SymbolKind.Variable and scope is not None and not scope.isProceduralContext:
            if symbol.initializer is not None:
                self.value(symbol, None, None)

    def collisions(self, names):
        """Finds names with an escape that spell the path of another name."""
        spelt = {}
        for symbol in names:
            path = symbol.hierarchicalPath.replace("\\", "").replace(" ", "")
            other = spelt.setdefault(path, symbol)
            if other is not symbol:
                if symbol.name == other.name:
                    # Blocks without names may declare the same name.
                    if symbol.parentScope.isProceduralContext:
                        continue
                    self.find(symbol.location, symbol.name, "declared twice")
                    continue
                named = symbol if "." in symbol.name else other
                self.find(named.location, f"\\{named.name}", "name of another scope")

    def shadows(self, names, blocks):
        """Finds uses of a name above its declaration in a generate block, where an outer scope declares the name, too."""
        paths = {symbol.hierarchicalPath for symbol in names}
        for symbol in names:
            *scopes, name = symbol.hierarchicalPath.split(".")
            block = blocks.get(".".join(scopes))
            if block is None or not any(".".join([*scopes[:depth], name]) in paths for depth in range(1, len(scopes))):
                continue
            for use in sorted(self.uses.get(name, ()), key=lambda use: use.offset):
                if use.buffer == block.start.buffer and block.start.offset < use.offset < symbol.location.offset:
                    self.find(use, name, "name of two scopes")

    def follow(self):
        """Follows the circuit. slang has an instance without a name of each module outside of it."""
        root = self.compilation.getRoot()
        self.tops = list(root.topInstances)
        names = []

        blocks = {}

        def generate(symbol):
            blocks[symbol.hierarchicalPath] = symbol.syntax.sourceRange
            return ast.VisitAction.Skip if symbol.isUninstantiated else None

        def each(handler):
            def visit(symbol):
                names.append(symbol)
                return handler(symbol)

            return visit

        table = {
            SymbolKind.ProceduralBlock: self.procedure,
            SymbolKind.ContinuousAssign: self.assign,
            SymbolKind.Net: each(self.net),
            SymbolKind.Variable: each(self.variable),
            SymbolKind.Parameter: self.parameter,
            SymbolKind.PrimitiveInstance: self.primitive,
            SymbolKind.Instance: lambda symbol: each(self.instance)(symbol) if symbol.name else ast.VisitAction.Skip,
            SymbolKind.UninstantiatedDef: self.unknown,
            SymbolKind.GenerateBlock: generate,
            SymbolKind.NetAlias: lambda symbol: self.find(symbol.location, "alias", "kind of net"),
            SymbolKind.Checker: lambda symbol: self.find(symbol.location, "checker", "simulation only"),
            SymbolKind.SpecifyBlock: lambda symbol: self.find(symbol.location, "specify", "delay"),
            SymbolKind.ClockingBlock: lambda symbol: self.find(symbol.location, "clocking", "simulation only"),
        }
        root.visit(lookup_table=table)
        self.collisions(names)
        self.shadows(names, blocks)
        self.compared_registers()

    def compared_registers(self):
        """Finds comparisons with === and !== that a register reaches: simulators start it with x and compare that."""
        nodes = [(node, reads) for node, reads in self.cases if reads and node.sourceRange.start.buffer.id == self.buffer]
        if not nodes:
            return
        steps = [
            (bool(process.get("events")), {access["value"] for access in process["reads"]}, {access["value"] for access in process["writes"]})
            for process in self.facts["processes"]
        ]
        reached, count = {value for is_clocked, _, writes in steps if is_clocked for value in writes}, 0
        while len(reached) > count:
            count = len(reached)
            for _, reads, writes in steps:
                if reads & reached:
                    reached |= writes
        for node, reads in nodes:
            if reads & reached:
                self.find(node.sourceRange.start, text(node), "register compared")


def ranges(mask):
    """Returns the bits of a mask as ranges of first and last bit."""
    found, at = [], 0
    while mask:
        skipped = (mask & -mask).bit_length() - 1
        mask >>= skipped
        length = (~mask & mask + 1).bit_length() - 1
        found.append([at + skipped, at + skipped + length - 1])
        mask >>= length
        at += skipped + length
    return found


def keyword_lines(written):
    """Returns the first line of a Verilog text that is no SystemVerilog, as some tools read every file."""
    sources = pyslang.SourceManager()
    tree = syntax.SyntaxTree.fromBuffer(sources.assignText("source.v", written), sources, pyslang.Bag())
    engine = pyslang.DiagnosticEngine(sources)
    errors = [error for error in tree.diagnostics if error.isError()]
    return [(line_at(sources, error.location), engine.formatMessage(error)) for error in errors[:1]]


def fits(before, bits):
    """True if the digits behind a text are a signed decimal number that needs one bit too many, for its sign."""
    head = re.search(r"(\d[\d_]*)\s*'\s*[sS]\s*[dD]\s*$", before[-80:])
    return head is not None and int(head[1].replace("_", "")) + 1 == bits


def enumeration(kind):
    """Returns the name of an enumeration, with which another module casts numbers to it; None for another type."""
    if not kind.isEnum:
        return None
    while kind.isAlias:
        name = kind.hierarchicalPath.removeprefix("$unit::")
        if "." not in name:
            return name
        kind = kind.targetType.type
    return ""


def ports_of(instance):
    ports = []
    for port in instance.body.portList:
        if port.kind != SymbolKind.Port:
            ports.append({"name": port.name, "direction": "interface", "width": 0})
            continue
        direction = {"In": "input", "Out": "output", "InOut": "inout", "Ref": "inout"}[port.direction.name]
        ports.append({"name": port.name, "direction": direction, "width": port.type.bitWidth, "enumeration": enumeration(port.type)})
    return ports


def facts_of_text(written, language, *options):
    """The circuit below the module of `--top NAME` if the text has it, else below all modules that no other instantiates."""
    tops = [name for option, name in zip(options[::2], options[1::2]) if option == "--top"]
    cells = [name for option, name in zip(options[::2], options[1::2]) if option == "--cells"]
    sources = pyslang.SourceManager()
    trees, bag = [], pyslang.Bag()
    for option in (parsing.PreprocessorOptions, parsing.LexerOptions, parsing.ParserOptions):
        made = option()
        made.languageVersion = LANGUAGES[language]
        name = option.__name__
        setattr(bag, name[0].lower() + name[1:], made)
    made = ast.CompilationOptions()
    made.languageVersion = LANGUAGES[language]
    made.flags |= ast.CompilationFlags.IgnoreUnknownModules | ast.CompilationFlags.AllowUseBeforeDeclare
    bag.compilationOptions = made
    buffer = sources.assignText("source.v", written)
    trees.append(syntax.SyntaxTree.fromBuffer(buffer, sources, bag))
    modules = (member for member in trees[0].root.members if member.kind == syntax.SyntaxKind.ModuleDeclaration)
    made.topModules = {module.header.name.valueText for module in modules} & set(tops)
    bag.compilationOptions = made
    keywords = keyword_lines(written) if language == "1364-2005" else []
    for name in cells:
        trees.append(syntax.SyntaxTree.fromBuffer(sources.readSource(name), sources, bag))
    compilation = ast.Compilation(bag)
    for tree in trees:
        compilation.addSyntaxTree(tree)
    root = compilation.getRoot()
    engine = pyslang.DiagnosticEngine(sources)
    definitions = [symbol for symbol in compilation.getDefinitions() if symbol.kind == SymbolKind.Definition]
    unused = [symbol.syntax.sourceRange for symbol in definitions if symbol.instanceCount == 0 and made.topModules]
    diagnostics = []
    for diagnostic in compilation.getAllDiagnostics():
        location = sources.getFullyExpandedLoc(diagnostic.location)
        in_unused = (span.start.buffer == location.buffer and span.start.offset <= location.offset < span.end.offset for span in unused)
        if not diagnostic.isError() and any(in_unused):
            continue
        if "VectorLiteralOverflow" in str(diagnostic.code) and fits(written[: location.offset], diagnostic.args[0]):
            continue
        diagnostics.append(
            {
                "line": line_at(sources, location) if diagnostic.location else None,
                "construct": words_at(sources, location) if diagnostic.location else "",
                "message": engine.formatMessage(diagnostic),
                "code": str(diagnostic.code)[len("DiagCode(") : -1],
                "is_error": diagnostic.isError(),
                "is_own": diagnostic.location.buffer.id == buffer.id.id if diagnostic.location else True,
            }
        )
    modules = [
        {"name": symbol.name, "instances": symbol.instanceCount}
        for symbol in definitions
        if symbol.definitionKind == ast.DefinitionKind.Module
    ]
    result = {"slang": pyslang.__version__, "diagnostics": diagnostics, "modules": modules}
    result["findings"] = [{"line": line, "construct": words, "rule": "keyword"} for line, words in keywords]
    result["tops"] = {instance.name: ports_of(instance) for instance in root.topInstances}
    if any(diagnostic["is_error"] for diagnostic in diagnostics):
        return result
    circuit = Circuit(compilation, sources, buffer.id.id)
    circuit.follow()
    circuit.facts["findings"] += result["findings"]
    return result | circuit.facts
