"""The flow of values through one process: a block, an assignment or a connection.

A process is followed statement by statement. Each variable has a mask of the bits that are written on every path so far,
so the bits that are read before they are written are known. Calls are followed with their arguments. Loops whose
conditions are constant are unrolled, so that an index has its value in each turn.
"""

import re

import pyslang
from pyslang import ast
from pyslang.ast import ExpressionKind, StatementKind, SymbolKind

# The most statements that are followed in one process.
MOST_STEPS = 200_000
# The deepest nesting of calls.
DEEPEST_CALL = 64

COMPARISONS = {
    ast.BinaryOperator.Equality,
    ast.BinaryOperator.Inequality,
    ast.BinaryOperator.CaseEquality,
    ast.BinaryOperator.CaseInequality,
    ast.BinaryOperator.GreaterThan,
    ast.BinaryOperator.GreaterThanEqual,
    ast.BinaryOperator.LessThan,
    ast.BinaryOperator.LessThanEqual,
    ast.BinaryOperator.LogicalAnd,
    ast.BinaryOperator.LogicalOr,
    ast.BinaryOperator.LogicalImplication,
    ast.BinaryOperator.LogicalEquivalence,
}
# System functions of the type of their argument.
QUERIES = {"$bits", "$size", "$left", "$right", "$low", "$high", "$increment", "$dimensions", "$unpacked_dimensions"}
CASES = {ast.BinaryOperator.CaseEquality, ast.BinaryOperator.CaseInequality}
WILDCARDS = {ast.BinaryOperator.WildcardEquality, ast.BinaryOperator.WildcardInequality}
STEPS = {
    ast.UnaryOperator.Preincrement,
    ast.UnaryOperator.Predecrement,
    ast.UnaryOperator.Postincrement,
    ast.UnaryOperator.Postdecrement,
}
UNKNOWN_LITERALS = (ExpressionKind.IntegerLiteral, ExpressionKind.UnbasedUnsizedIntegerLiteral)
# Symbols that have one value while the circuit runs.
CONSTANTS = {SymbolKind.Parameter, SymbolKind.EnumValue, SymbolKind.Genvar, SymbolKind.Specparam}


class Limit(Exception):
    """A process takes too many steps to follow."""


class Flow:
    """What one process reads and writes."""

    def __init__(self, circuit, symbol, body):
        self.circuit, self.body = circuit, body
        self.context = ast.EvalContext(symbol)
        # The bits of each variable that are written on every path; None behind a jump.
        self.written = {}
        self.known = {}
        self.reads, self.early, self.direct, self.inner, self.writes = {}, {}, {}, {}, {}
        self.calls = []
        self.jumps = []
        self.returns = []
        self.steps = 0

    def line(self, node):
        return self.circuit.line(node.sourceRange.start)

    def found(self, node, construct, rule):
        self.circuit.find(node.sourceRange.start, construct, rule)

    def inner_only(self):
        """Returns the bits that functions read and the process does not read itself."""
        rest = {number: (mask & ~self.direct.get(number, (0, 0))[0], line) for number, (mask, line) in self.inner.items()}
        return {number: access for number, access in rest.items() if access[0]}

    # Values

    def read(self, symbol, low, high, node):
        number = self.circuit.value(symbol, self.body, node)
        if number is None:
            return
        mask = (1 << high + 1) - (1 << low)
        line = self.line(node)
        merge(self.reads, number, mask, line)
        if self.written is not None:
            merge(self.early, number, mask & ~self.written.get(number, 0), line)
        # An event list of a call covers its arguments only.
        if self.calls:
            if symbol not in self.circuit.locals_of(self.calls[-1]) and self.written is not None:
                merge(self.inner, number, mask & ~self.written.get(number, 0), line)
        else:
            merge(self.direct, number, mask, line)

    def write(self, node, is_blocking):
        """Writes to the left side of an assignment."""
        if node.kind == ExpressionKind.Conversion:
            return self.write(node.operand, is_blocking)
        if node.kind == ExpressionKind.Concatenation:
            for part in node.operands:
                self.write(part, is_blocking)
            return
        if node.kind == ExpressionKind.Streaming:
            return self.found(node, "streaming concatenation on the left of an assignment", "unsupported")
        path = ast.ValuePath(node, self.context)
        if path.rootSymbol is None:
            return self.found(node, text(node), "unsupported")
        for root, low, high, part in self.paths(node)[1:]:
            self.read(root, low, high, part)
        self.bounds(node)
        number = self.circuit.value(path.rootSymbol, self.body, node)
        if number is None:
            return
        low, high = path.lspBounds
        mask = (1 << high + 1) - (1 << low)
        merge(self.writes, (number, is_blocking), mask, self.line(node))
        if is_blocking and path.isFullyStatic and self.written is not None:
            self.written[number] = self.written.get(number, 0) | mask

    def bounds(self, node):
        """Finds an index of a written bit that may be outside of its word."""
        while node.kind in (ExpressionKind.ElementSelect, ExpressionKind.RangeSelect, ExpressionKind.MemberAccess):
            self.address(node)
            if node.kind != ExpressionKind.MemberAccess and self.is_outside(node):
                self.found(node, text(node), "index outside")
            node = node.value

    def is_outside(self, select):
        """True if a selection of bits may name one outside of the word."""
        is_range = select.kind == ExpressionKind.RangeSelect
        index = select.left if is_range else select.selector
        is_word = select.value.type.isIntegral
        return is_word and self.constant(index) is None and not self.fits(index, select, is_range)

    def address(self, node):
        """Finds an index that may be outside of a memory: a netlist takes the address modulo a power of two."""
        if node.kind != ExpressionKind.ElementSelect or not node.value.type.hasFixedRange:
            return
        if not node.value.type.isUnpackedArray or self.constant(node.selector) is not None:
            return
        span = node.value.type.fixedRange
        low, high = min(span.left, span.right), max(span.left, span.right)
        most = self.most(node.selector)
        # A memory that begins at 0 goes on with undefined words up to a power of two.
        is_outside = most is None or most >= 1 << high.bit_length()
        if is_outside or low != 0 and (most > high or self.least(node.selector) < low):
            self.found(node, text(node), "address outside")

    def least(self, node):
        """Returns a lower bound on the value of an index that is not negative."""
        if self.constant(node) is not None:
            return self.most(node) or 0
        if node.kind == ExpressionKind.Conversion and node.type.bitWidth >= node.operand.type.bitWidth:
            return self.least(node.operand)
        if node.kind == ExpressionKind.ConditionalOp:
            return min(self.least(node.left), self.least(node.right))
        if node.kind == ExpressionKind.BinaryOp and node.op == ast.BinaryOperator.Add:
            first, second = self.most(node.left), self.most(node.right)
            is_whole = first is not None and second is not None and first + second < 1 << node.type.bitWidth
            return self.least(node.left) + self.least(node.right) if is_whole else 0
        return 0

    def most(self, node):
        """Returns a bound on the value of an index; None for one that may be negative or is not known."""
        value = self.constant(node)
        if value is not None:
            return None if value.hasUnknown() or int(value.value) < 0 else int(value.value)
        if node.kind == ExpressionKind.Conversion and node.type.bitWidth >= node.operand.type.bitWidth:
            return self.most(node.operand)
        if node.kind == ExpressionKind.Concatenation:
            total = 0
            for part in node.operands:
                most = self.most(part)
                if most is None:
                    return None
                total = (total << part.type.bitWidth) + most
            return total
        top = None if node.type.isSigned else (1 << node.type.bitWidth) - 1
        if node.kind == ExpressionKind.BinaryOp and node.op == ast.BinaryOperator.Add:
            first, second = self.most(node.left), self.most(node.right)
            return top if first is None or second is None or top is None or first + second > top else first + second
        if node.kind == ExpressionKind.BinaryOp and node.op == ast.BinaryOperator.Mod:
            divisor = None if self.constant(node.right) is None else self.most(node.right)
            first = self.most(node.left)
            return top if first is None or not divisor else min(first, divisor - 1)
        if node.kind == ExpressionKind.BinaryOp and node.op == ast.BinaryOperator.BinaryAnd:
            bounds = [most for most in (self.most(node.left), self.most(node.right)) if most is not None]
            return min(bounds) if bounds else None
        if node.kind == ExpressionKind.ConditionalOp:
            bounds = [self.most(node.left), self.most(node.right)]
            return None if None in bounds else max(bounds)
        return top

    def fits(self, index, node, is_range):
        """True if each value of an index names bits of the selected word."""
        last = self.most(index)
        if last is None:
            return False
        span = node.value.type.fixedRange
        low, high = min(span.left, span.right), max(span.left, span.right)
        size = node.type.bitWidth // max(node.value.type.bitWidth // (high - low + 1), 1) if is_range else 1
        first = 0
        if is_range and node.selectionKind.name == "IndexedDown":
            first -= size - 1
        elif is_range:
            last += size - 1
        return low <= first and last <= high

    def paths(self, node):
        """Returns the values that an expression reads: symbol, lowest and highest bit, and node."""
        found, queried = [], set()

        def query(call):
            # A question about a type reads no value.
            if call.isSystemCall and call.subroutineName in QUERIES:
                for argument in call.arguments:
                    ast.ValuePath.visitPaths(argument, self.context, lambda path: queried.add(place(path.rootExpr)))

        def visit(path):
            if path.rootSymbol is not None:
                low, high = path.lspBounds
                found.append((path.rootSymbol, low, high, path.rootExpr))

        node.visit(lookup_table={ExpressionKind.Call: query})
        ast.ValuePath.visitPaths(node, self.context, visit)
        return [path for path in found if place(path[3]) not in queried] if queried else found

    def constant(self, node):
        """Returns the value of an expression if it is constant here."""
        if node.constant is not None and not self.known:
            return node.constant
        if any(symbol.kind not in CONSTANTS and symbol not in self.known for symbol, *_ in self.paths(node)):
            return None
        value = node.eval(self.context)
        return value if value else None

    def know(self, symbol, value):
        if symbol in self.known:
            self.context.deleteLocal(symbol)
            del self.known[symbol]
        if value is not None:
            self.known[symbol] = value
            self.context.createLocal(symbol, value)

    def restore(self, known):
        for symbol in set(self.known) | set(known):
            if self.known.get(symbol) is not known.get(symbol):
                self.know(symbol, known.get(symbol))

    # Expressions

    def expression(self, node, role="value"):
        for symbol, low, high, part in self.paths(node):
            self.read(symbol, low, high, part)
        self.literals(node, role)
        calls, nested = [], []
        node.visit(
            lookup_table={
                ExpressionKind.Call: calls.append,
                ExpressionKind.ElementSelect: self.address,
                ExpressionKind.Assignment: nested.append,
                ExpressionKind.UnaryOp: lambda inner: nested.append(inner) if inner.op in STEPS else None,
            }
        )
        for inner in nested:
            if not (inner.kind == ExpressionKind.Assignment and inner.isLValueArg):
                self.found(inner, text(inner), "assignment in an expression")
        for call in calls:
            self.call(call, is_statement=False)
        self.compare_cases(node)

    def compare_cases(self, node):
        """Notes what === and !== read, and finds an index that may be outside in them: simulators compare x."""

        def compare(inner):
            if inner.op not in CASES:
                return
            reads = {self.circuit.value(symbol, self.body, None) for symbol, *_ in self.paths(inner)}
            # An argument of a function stands for what the process reads.
            self.circuit.cases.append((inner, reads - {None} | (set(self.reads) if self.calls else set())))
            selects = []
            inner.visit(lookup_table={kind: selects.append for kind in (ExpressionKind.ElementSelect, ExpressionKind.RangeSelect)})
            if any(self.is_outside(select) for select in selects):
                self.found(inner, text(inner), "undefined compared")

        node.visit(lookup_table={ExpressionKind.BinaryOp: compare})

    def literals(self, node, role):
        """Finds the literals with x or z, and whether a decision depends on them."""
        deciding, wild = set(), set()

        def decide(inner):
            for condition in inner.conditions:
                condition.expr.visit(lookup_table={kind: lambda leaf: deciding.add(place(leaf)) for kind in UNKNOWN_LITERALS})

        def compare(inner):
            if inner.op in WILDCARDS:
                inner.right.visit(lookup_table={kind: lambda leaf: wild.add(place(leaf)) for kind in UNKNOWN_LITERALS})
            if inner.op in COMPARISONS:
                inner.visit(lookup_table={kind: lambda leaf: deciding.add(place(leaf)) for kind in UNKNOWN_LITERALS})

        leaves = []
        node.visit(lookup_table={kind: leaves.append for kind in UNKNOWN_LITERALS})
        leaves = [leaf for leaf in leaves if leaf.value.hasUnknown]
        if not leaves:
            return
        node.visit(lookup_table={ExpressionKind.ConditionalOp: decide, ExpressionKind.BinaryOp: compare})
        for leaf in leaves:
            own = "casex label" if place(leaf) in wild else "condition" if place(leaf) in deciding else role
            self.circuit.literal(leaf, own)

    def assignment(self, node):
        if node.timingControl is not None:
            self.circuit.find(node.timingControl.sourceRange.start, text(node.timingControl), "delay")
        target = node.left
        if node.isCompound:
            for symbol, low, high, part in self.paths(target):
                self.read(symbol, low, high, part)
            self.expression(node.right.right if node.right.kind == ExpressionKind.BinaryOp else node.right)
        else:
            self.expression(node.right)
        self.literals(target, "index")
        while target.kind == ExpressionKind.Conversion:
            target = target.operand
        value = None
        is_plain = target.kind == ExpressionKind.NamedValue and not node.isNonBlocking
        if is_plain and target.type.isIntegral:
            if node.isCompound:
                if target.symbol in self.known and node.eval(self.context):
                    value = self.context.findLocal(target.symbol)
            else:
                value = self.constant(node.right)
        self.write(node.left, not node.isNonBlocking)
        if target.kind == ExpressionKind.NamedValue:
            self.know(target.symbol, value)
        else:
            for symbol, *_ in self.paths(target):
                if symbol in self.known and (root := self.circuit.root(target)) is not None and root == symbol:
                    self.know(symbol, None)

    def step(self, node):
        """An increment or decrement."""
        for symbol, low, high, part in self.paths(node.operand):
            self.read(symbol, low, high, part)
        self.write(node.operand, True)
        root = self.circuit.root(node.operand)
        if root in self.known:
            self.know(root, self.context.findLocal(root) if node.eval(self.context) else None)

    def call(self, node, is_statement):
        if node.isSystemCall:
            self.circuit.system_call(node, self)
            if is_statement:
                for argument in node.arguments:
                    for symbol, low, high, part in self.paths(argument):
                        self.circuit.value(symbol, self.body, part)
            return
        routine = node.subroutine
        if len(self.calls) >= DEEPEST_CALL:
            raise Limit
        self.circuit.check_scope(routine, self.body, node)
        outputs = []
        values = {}
        for formal, actual in zip(routine.arguments, node.arguments):
            if formal.direction == ast.ArgumentDirection.In:
                if is_statement:
                    self.expression(actual)
                values[formal] = self.constant(actual)
            elif formal.direction in (ast.ArgumentDirection.Out, ast.ArgumentDirection.InOut):
                left = actual.left if actual.kind == ExpressionKind.Assignment else actual
                if not is_statement:
                    self.found(node, routine.name, "function with outputs")
                if formal.direction == ast.ArgumentDirection.InOut:
                    self.expression(left)
                outputs.append((formal, left))
            else:
                self.found(node, routine.name, "reference argument")
        known = dict(self.known)
        for symbol in self.circuit.locals_of(routine):
            number = self.circuit.value(symbol, None, None)
            if self.written is not None:
                self.written.pop(number, None)
            self.know(symbol, None)
        for formal in routine.arguments:
            if formal.direction != ast.ArgumentDirection.Out and self.written is not None:
                self.written[self.circuit.value(formal, None, None)] = full(formal)
            if values.get(formal) is not None:
                self.know(formal, values[formal])
        outer = self.returns, self.jumps, self.body
        self.returns, self.jumps, self.body = [], [], self.circuit.body_of(routine)
        self.calls.append(routine)
        self.statement(routine.body)
        self.written = join(self.returns + [self.written])
        result = routine.returnValVar
        if result is not None and result.type.isIntegral:
            number = self.circuit.value(result, None, None)
            if self.written is not None and full(result) & ~self.written.get(number, 0):
                self.circuit.find(routine.location, f"function {routine.name}", "value not assigned")
        for formal, _ in outputs:
            self.read(formal, 0, width(formal) - 1, node)
        self.calls.pop()
        self.returns, self.jumps, self.body = outer
        self.restore({symbol: value for symbol, value in known.items() if self.known.get(symbol) is value})
        for _, actual in outputs:
            self.write(actual, True)

    # Statements

    def statement(self, node):
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Limit
        follow = FOLLOW.get(node.kind)
        if follow is None:
            self.found(node, keyword(node), "statement")
        else:
            follow(self, node)

    def block(self, node):
        if node.blockKind != ast.StatementBlockKind.Sequential:
            self.found(node, "fork", "statement")
        self.statement(node.body)

    def expression_statement(self, node):
        inner = node.expr
        while inner.kind == ExpressionKind.Conversion:
            inner = inner.operand
        if inner.kind == ExpressionKind.Assignment:
            self.assignment(inner)
        elif inner.kind == ExpressionKind.Call:
            self.call(inner, is_statement=True)
        elif inner.kind == ExpressionKind.UnaryOp and inner.op in STEPS:
            self.step(inner)
        else:
            self.expression(inner)

    def declaration(self, node):
        symbol = node.symbol
        number = self.circuit.value(symbol, self.body, node)
        if symbol.initializer is not None and symbol.lifetime == ast.VariableLifetime.Automatic:
            self.expression(symbol.initializer)
            self.know(symbol, self.constant(symbol.initializer) if symbol.type.isIntegral else None)
            if self.written is not None:
                self.written[number] = full(symbol)
        elif symbol.lifetime == ast.VariableLifetime.Automatic and self.written is not None:
            self.written.pop(number, None)

    def branches(self, bodies):
        """Follows alternatives, each a function or None for none, and joins them."""
        before, known, ends = self.written, dict(self.known), []
        changed = set()
        for body in bodies:
            self.written = None if before is None else dict(before)
            if body is not None:
                body()
            ends.append(self.written)
            changed |= {symbol for symbol in set(known) | set(self.known) if self.known.get(symbol) is not known.get(symbol)}
            self.restore(known)
        self.written = join(ends)
        for symbol in changed:
            self.know(symbol, None)

    def conditional(self, node):
        values = []
        for condition in node.conditions:
            if condition.pattern is not None:
                self.found(node, "pattern", "statement")
            self.expression(condition.expr, "condition")
            values.append(self.constant(condition.expr))
        if all(value is not None for value in values):
            taken = node.ifTrue if all(value.isTrue() for value in values) else node.ifFalse
            if taken is not None:
                self.statement(taken)
            return
        other = None if node.ifFalse is None else lambda: self.statement(node.ifFalse)
        self.branches([lambda: self.statement(node.ifTrue), other])

    def case(self, node):
        kind = node.condition
        self.expression(node.expr, "condition")
        labels = []
        for item in node.items:
            for label in item.expressions:
                self.expression(label, {"WildcardJustZ": "casez label", "WildcardXOrZ": "casex label", "Inside": "casex label"}.get(kind.name, "label"))
                labels.append(label)
        bodies = [lambda item=item: self.statement(item.stmt) for item in node.items]
        if node.defaultCase is not None:
            bodies.append(lambda: self.statement(node.defaultCase))
        elif not self.covers(node, labels):
            bodies.append(None)
        self.branches(bodies)

    def covers(self, node, labels):
        """True if the labels have every value of the selector."""
        bits = node.expr.type.bitWidth
        if bits > 16:
            return False
        values = set()
        for label in labels:
            value = self.constant(label)
            if value is None or not hasattr(value.value, "hasUnknown"):
                return False
            if value.value.hasUnknown:
                if node.condition.name == "Normal":
                    continue
                digits = digits_of(value.value)
                values |= {number for number in range(1 << bits) if matches(number, digits, bits)}
            else:
                values.add(int(value.value) & (1 << bits) - 1)
        return len(values) == 1 << bits

    def loop(self, node, condition, body, first=None, step=None, most=None):
        """Follows a loop turn by turn while its condition is constant, and else any number of turns."""
        if first is not None:
            first()
        jumps, self.jumps = self.jumps, []
        turns = 0
        while True:
            value = True if condition is None else self.constant(condition)
            if condition is not None:
                self.expression(condition, "condition")
            if most is not None:
                value = turns < most
            if value is None:
                self.branches([lambda: (self.statement(body), step and step()), None])
                break
            if not (value if isinstance(value, bool) else value.isTrue()) or self.written is None:
                break
            self.statement(body)
            ends = [state for kind, state in self.jumps if kind == "continue"]
            self.jumps = [jump for jump in self.jumps if jump[0] != "continue"]
            self.written = join(ends + [self.written])
            if step is not None and self.written is not None:
                step()
            turns += 1
        self.written = join([state for _, state in self.jumps] + [self.written])
        self.jumps = jumps

    def for_loop(self, node):
        def first():
            for symbol in node.loopVars:
                if symbol.initializer is not None:
                    self.expression(symbol.initializer)
                    self.know(symbol, self.constant(symbol.initializer))
                if self.written is not None:
                    self.written[self.circuit.value(symbol, self.body, node)] = full(symbol)
            for part in node.initializers:
                self.clause(part)

        def step():
            for part in node.steps:
                self.clause(part)

        self.loop(node, node.stopExpr, node.body, first, step)

    def clause(self, node):
        if node.kind == ExpressionKind.Assignment:
            self.assignment(node)
        elif node.kind == ExpressionKind.UnaryOp and node.op in STEPS:
            self.step(node)
        else:
            self.expression(node)

    def repeat(self, node):
        self.expression(node.count, "condition")
        count = self.constant(node.count)
        if count is None:
            return self.found(node, "repeat", "loop without a constant bound")
        self.loop(node, None, node.body, most=int(count.value))

    def foreach(self, node):
        dims = [dim for dim in node.loopDims if dim.loopVar is not None and dim.range is not None]

        def turn(level):
            if level == len(dims):
                self.statement(node.body)
                return
            span = dims[level].range
            for index in range(min(span.left, span.right), max(span.left, span.right) + 1):
                self.know(dims[level].loopVar, self.circuit.integer(index))
                turn(level + 1)
            self.know(dims[level].loopVar, None)

        turn(0)

    def timed(self, node):
        kinds = (ast.TimingControlKind.SignalEvent, ast.TimingControlKind.EventList, ast.TimingControlKind.ImplicitEvent)
        is_event = node.timing.kind in kinds
        self.circuit.find(node.sourceRange.start, text(node.timing), "event" if is_event else "delay")

    def jump(self, kind):
        self.jumps.append((kind, self.written))
        self.written = None

    def leave(self, node):
        result = self.calls[-1].returnValVar if self.calls else None
        if node.expr is not None:
            self.expression(node.expr)
            if self.written is not None and result is not None:
                self.written[self.circuit.value(result, None, None)] = full(result)
        self.returns.append(self.written)
        self.written = None


FOLLOW = {
    StatementKind.Empty: lambda flow, node: None,
    StatementKind.List: lambda flow, node: [flow.statement(part) for part in node.list],
    StatementKind.Block: Flow.block,
    StatementKind.ExpressionStatement: Flow.expression_statement,
    StatementKind.VariableDeclaration: Flow.declaration,
    StatementKind.Conditional: Flow.conditional,
    StatementKind.Case: Flow.case,
    StatementKind.ForLoop: Flow.for_loop,
    StatementKind.WhileLoop: lambda flow, node: flow.loop(node, node.cond, node.body),
    StatementKind.RepeatLoop: Flow.repeat,
    StatementKind.ForeachLoop: Flow.foreach,
    StatementKind.Break: lambda flow, node: flow.jump("break"),
    StatementKind.Continue: lambda flow, node: flow.jump("continue"),
    StatementKind.Return: Flow.leave,
    StatementKind.Timed: Flow.timed,
    # Assertions are no part of the circuit.
    StatementKind.ImmediateAssertion: lambda flow, node: flow.circuit.assertion(node),
}


def place(node):
    return (node.sourceRange.start.buffer.id, node.sourceRange.start.offset)


def merge(into, number, mask, line):
    """Adds bits of a value, with the first line that has some."""
    if mask:
        old = into.get(number)
        into[number] = (mask, line) if old is None else (old[0] | mask, old[1])


def join(states):
    """Returns the bits that are written in each of some states that are reached."""
    states = [state for state in states if state is not None]
    if not states:
        return None
    first, *rest = states
    joined = {}
    for number, mask in first.items():
        for state in rest:
            mask &= state.get(number, 0)
        if mask:
            joined[number] = mask
    return joined


def digits_of(value):
    """Returns the binary digits of a number, with x and z."""
    return value.toString(pyslang.LiteralBase.Binary, False)


def matches(number, digits, bits):
    digits = digits.rjust(bits, "0")[-bits:]
    return all(digit in "xz?XZ" or digit == wanted for digit, wanted in zip(digits, format(number, f"0{bits}b")))


def width(symbol):
    return symbol.type.selectableWidth or symbol.type.bitWidth


def full(symbol):
    return (1 << width(symbol)) - 1


def text(node):
    """Returns the source of a node, shortened, without comments."""
    words = str(node.syntax) if node.syntax is not None else ""
    words = " ".join(re.sub(r"//[^\n]*|/\*.*?\*/", " ", words, flags=re.DOTALL).split())
    return words if len(words) <= 40 else words[:37] + "..."


def keyword(node):
    return text(node).split("(")[0].split()[0] if text(node) else node.kind.name
