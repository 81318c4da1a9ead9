"""Comparison of the texts that tools may read: with and without the macros that some tools define, and with and without
the text that some tools skip. Texts are alike if they differ in nothing but checks and printing, and modules that are not
in the circuit."""

from itertools import combinations

import pyslang
from pyslang import parsing, syntax
from pyslang.syntax import SyntaxKind
from text import LANGUAGES, TOOLS_OWN_MACROS

# The most macros whose combinations are tried.
MOST_MACROS = 4
# The name of the text that some tools skip, in the place of a macro's.
SKIPPED = "translate_off"
PRINTING = {
    *("$display", "$write", "$monitor", "$strobe", "$finish", "$stop", "$error", "$fatal", "$warning", "$info"),
    *("$dumpfile", "$dumpvars", "$dumpon", "$dumpoff"),
}


def kinds(names):
    return {getattr(SyntaxKind, name) for name in names.split()}


CHECKS = kinds(
    "ImmediateAssertStatement ImmediateCoverStatement AssertPropertyStatement CoverPropertyStatement CoverSequenceStatement "
    "PropertyDeclaration SequenceDeclaration EmptyStatement EmptyMember ElabSystemTask"
)
# Nodes with a list of parts.
LISTS = kinds(
    "CompilationUnit ModuleDeclaration PackageDeclaration InterfaceDeclaration SequentialBlockStatement FunctionDeclaration "
    "TaskDeclaration GenerateRegion GenerateBlock"
)
# Nodes whose parts are compared one by one; of others, the words are.
CONTAINERS = kinds(
    "CompilationUnit ModuleDeclaration PackageDeclaration InterfaceDeclaration SequentialBlockStatement "
    "ConditionalStatement ElseClause ForLoopStatement LoopStatement CaseStatement StandardCaseItem DefaultCaseItem "
    "TimingControlStatement FunctionDeclaration TaskDeclaration GenerateRegion GenerateBlock IfGenerate LoopGenerate "
    "CaseGenerate InitialBlock FinalBlock AlwaysBlock AlwaysCombBlock AlwaysFFBlock ConcurrentAssertionMember "
    "ImmediateAssertionMember"
)
# Containers that do nothing if nothing in them does.
HARMLESS = kinds(
    "SequentialBlockStatement ConditionalStatement ElseClause TimingControlStatement GenerateRegion GenerateBlock IfGenerate "
    "LoopGenerate InitialBlock FinalBlock AlwaysBlock AlwaysFFBlock ConcurrentAssertionMember ImmediateAssertionMember"
)
# The conditions of statements, and names.
CONDITIONS = {"ConditionalPredicate", "NamedBlockClause", "NamedLabel", "ImplicitEventControl", "EventControl"} | {
    "EventControlWithExpression",
    "DelayControl",
}
ASSIGNMENTS = {"=", "++", "--"}


def words(node):
    """Returns the words of a tree in their order."""
    found = []

    def visit(part):
        if isinstance(part, parsing.Token):
            found.append(part.rawText)

    node.visit(visit)
    return found


def is_printing(node):
    if node.kind != SyntaxKind.ExpressionStatement:
        return False
    first = words(node.expr)
    return bool(first) and first[0] in PRINTING and not ASSIGNMENTS & set(first)


class Reading:
    """A text as a tool reads it with some macros."""

    def __init__(self, written, language, macros):
        options = parsing.PreprocessorOptions()
        options.languageVersion = LANGUAGES[language]
        options.predefines = [f"{name}=1" for name in macros]
        # Macros that slang defines by itself are those of a tool.
        options.undefines = [name for name in TOOLS_OWN_MACROS if name not in macros]
        bag = pyslang.Bag()
        bag.preprocessorOptions = options
        sources = pyslang.SourceManager()
        self.tree = syntax.SyntaxTree.fromBuffer(sources.assignText("source.v", written), sources, bag)
        self.has_error = any(diagnostic.isError() for diagnostic in self.tree.diagnostics)

    def parts(self, top):
        """Returns the words of all that the circuit below a module may depend on."""
        modules, others = {}, []
        for member in self.tree.root.members:
            if member.kind == SyntaxKind.ModuleDeclaration:
                modules.setdefault(member.header.name.valueText, []).append(member)
            else:
                others.append(member)
        # A text outside of modules may bind one.
        bound = [word for member in others for word in words(member) if word in modules]
        used, new = set(), [top, *bound] if top in modules else list(modules)
        while new:
            name = new.pop()
            if name in used:
                continue
            used.add(name)
            for module in modules[name]:
                new += [word for word in set(words(module)) if word in modules]
        kept = [module for name in sorted(used) for module in modules[name]]
        return [compared(member) for member in others + kept]


def is_condition(node, part, its_words):
    """True if a part only decides if another part acts, or names it."""
    if ASSIGNMENTS & set(its_words):
        return False
    if node.kind == SyntaxKind.IfGenerate:
        return part.sourceRange.start == node.condition.sourceRange.start
    return part.kind.name in CONDITIONS


def compared(node):
    """Returns the words of a tree without checks and printing; None if nothing remains."""
    if node.kind in CHECKS or is_printing(node):
        return None
    if node.kind not in CONTAINERS:
        return words(node)
    found, acts = [], node.kind not in HARMLESS
    for part in node:
        if part is None:
            continue
        if isinstance(part, parsing.Token):
            found.append(part.rawText)
            continue
        of_part = compared(part)
        if of_part is None:
            found += [] if node.kind in LISTS else [";"]
            continue
        found += of_part
        acts = acts or bool(of_part) and not is_condition(node, part, of_part)
    return found if acts else None


def differing(file, language, *options):
    """Returns the macros that make a difference, and the name of skipped text if that does."""
    options = list(zip(options[::2], options[1::2]))
    macros = [value for option, value in options if option == "-D"]
    top = dict(options).get("--top", "")
    texts = {}
    for name, path in [("", file)] + [(SKIPPED, value) for option, value in options if option == "--whole"]:
        with open(path, encoding="ascii") as opened:
            texts[name] = opened.read()
    names = macros + [SKIPPED] * (len(texts) > 1)
    if len(macros) > MOST_MACROS:
        return names

    def parts(chosen):
        own = [name for name in chosen if name != SKIPPED]
        reading = Reading(texts[SKIPPED if SKIPPED in chosen else ""], language, own)
        return None if reading.has_error else reading.parts(top)

    usual = parts(())
    if usual is None:
        return names
    single = [name for name in names if parts((name,)) != usual]
    if single:
        return single
    several = (chosen for count in range(2, len(names) + 1) for chosen in combinations(names, count))
    return names if any(parts(chosen) != usual for chosen in several) else []
