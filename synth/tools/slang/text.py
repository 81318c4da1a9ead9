"""The text of a file with its includes, and the facts that a reader of its tokens sees."""

import hashlib
import os
import re

import pyslang
from pyslang import parsing, syntax
from pyslang.parsing import TokenKind, TriviaKind
from pyslang.syntax import SyntaxKind

# The directives that test a macro.
TESTS = {SyntaxKind.IfDefDirective, SyntaxKind.IfNDefDirective, SyntaxKind.ElsIfDirective}
# The tasks that fill a memory from a file.
READERS = {"$readmemh", "$readmemb"}
LANGUAGES = {"1364-2005": pyslang.LanguageVersion.v1364_2005, "1800-2017": pyslang.LanguageVersion.v1800_2017}
# Words in front of the pragmas of a case.
PRAGMA_WORDS = {"synopsys", "synthesis", "rtl_synthesis", "pragma", "cadence", "ambit", "exemplar", "altera", "xilinx"}
TOOLS_OWN_MACROS = [
    *(f"SV_COV_{name}" for name in ("START", "STOP", "RESET", "CHECK", "MODULE", "HIER", "ASSERTION", "FSM_STATE")),
    *(f"SV_COV_{name}" for name in ("STATEMENT", "TOGGLE", "OVERFLOW", "ERROR", "NOCOV", "OK", "PARTIAL")),
    "__slang__",
    "__slang_major__",
    "__slang_minor__",
]
# The directives of the standard, which a macro cannot hold in the same way for all tools.
DIRECTIVES = {
    *("begin_keywords", "celldefine", "default_nettype", "define", "else", "elsif", "end_keywords", "endcelldefine", "endif"),
    *("ifdef", "ifndef", "include", "line", "nounconnected_drive", "pragma", "resetall", "timescale", "unconnected_drive"),
    *("undef", "undefineall", "__FILE__", "__LINE__"),
}
SKIP_WORDS = {"translate_off": "off", "synthesis_off": "off", "translate_on": "on", "synthesis_on": "on"}
# The name of the text that includes the files.
ROOT = "files.v"
CONDITIONALS = {"ifdef", "ifndef", "else", "elsif", "endif"}
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
NO_ASCII = bytes(min(byte, 127) for byte in range(256))


class Text:
    """Files with their includes, as one text."""

    def __init__(self, here, data, language, options):
        values = lambda wanted: [value for option, value in options if option == wanted]
        self.files, self.here, self.data = values("--file"), here, data
        self.folders, self.defines, self.undefined = values("-I"), values("-D"), values("-U")
        self.root_text = "".join(f'`include "{file}"\n' for file in self.files)
        options = parsing.PreprocessorOptions()
        options.predefines = self.defines
        options.languageVersion = LANGUAGES[language]
        options.additionalIncludePaths = [here, *self.folders]
        options.maxIncludeDepth = 17
        # Macros that slang defines by itself are those of a tool.
        options.undefines = TOOLS_OWN_MACROS + self.undefined
        bag = pyslang.Bag()
        bag.preprocessorOptions = options
        replaced = {}
        while True:
            self.sources = pyslang.SourceManager()
            self.sources.setDisableProximatePaths(True)
            for file, words in replaced.items():
                self.sources.assignText(file, words)
            buffer = self.sources.assignText(ROOT, self.root_text)
            self.root = buffer.id
            self.tree = syntax.SyntaxTree.fromBuffer(buffer, self.sources, bag)
            buffers = {include.buffer.id for include in self.tree.getIncludeDirectives()}
            found = {os.fspath(self.sources.getFullPath(buffer)) for buffer in buffers}
            added = {file: words for file in found - set(replaced) if os.path.isfile(file) and (words := as_ascii(file)) is not None}
            if not added:
                break
            replaced |= added
        self.names = {}
        self.changes = {}
        for include in self.tree.getIncludeDirectives():
            start = include.syntax.sourceRange.start
            end = include.syntax.sourceRange.end
            self.changes[key(start)] = (end.offset - start.offset, include.buffer)
        # The macros whose definition is known: they are defined, or the user leaves them undefined.
        self.defined = {define.split("=")[0] for define in self.defines} | set(self.undefined)
        self.facts = {
            "comments": [],
            "directives": [],
            "tests": [],
            "uses": [],
            "attributes": [],
            "errors": [],
            "memories": [],
            "includes": [],
        }
        self.before = [None, None]
        # The comments around text that some tools skip: their places, lengths, words and facts.
        self.skips = {}

    def members(self, kind, members):
        return [member for member in members if member.kind == kind]

    def module(self, name):
        """Returns the tree of a module, or of the only one if none has this name; None if there are others."""
        modules = self.members(SyntaxKind.ModuleDeclaration, self.tree.root.members)
        named = [module for module in modules if module.header.name.valueText == name]
        return (named or modules)[0] if named or len(modules) == 1 else None

    def declarators(self, module):
        """Returns the parameters of a module by name."""
        ports = module.header.parameters
        if ports:
            declarations = [part for part in ports.declarations if not isinstance(part, parsing.Token)]
        else:
            statements = self.members(SyntaxKind.ParameterDeclarationStatement, module.members)
            declarations = [statement.parameter for statement in statements]
        own = [part for declaration in declarations if declaration.keyword.rawText != "localparam" for part in declaration.declarators]
        return {part.name.valueText: part for part in own if not isinstance(part, parsing.Token)}

    def set_parameters(self, name, settings):
        """Gives parameters of the top module other default values."""
        module = self.module(name)
        for setting in settings:
            parameter, value = setting.split("=", 1)
            fact = {"file": self.files[0], "line": 0, "construct": f"-P {parameter}"}
            if module is None:
                self.facts["errors"].append(fact | {"message": f"the files have no module {name}; name the top module with --top NAME"})
                continue
            known = self.declarators(module)
            fact |= self.place(module.header.name.location)
            if self.sources.isMacroLoc(module.header.name.location):
                self.facts["errors"].append(fact | {"message": "a macro declares the module; write it outside"})
            elif parameter not in known:
                has = f"its parameters are {', '.join(known)}" if known else "it has none"
                message = f"module {module.header.name.valueText} has no parameter {parameter}; {has}"
                self.facts["errors"].append(fact | {"message": message})
            else:
                self.set_default(known[parameter], value)

    def set_default(self, declarator, value):
        is_type = declarator.kind == SyntaxKind.TypeAssignment
        clause = declarator.assignment if is_type else declarator.initializer
        if clause is None:
            self.changes[key(declarator.sourceRange.end)] = (0, f" = {value}".encode())
            return
        span = (clause.type if is_type else clause.expr).sourceRange
        start, end = span.start, span.end
        start = self.sources.getExpansionRange(start).start if self.sources.isMacroLoc(start) else start
        end = self.sources.getExpansionRange(end).end if self.sources.isMacroLoc(end) else end
        self.changes[key(start)] = (end.offset - start.offset, value.encode())

    def place(self, location):
        """Returns the file and line, from 0, of a location."""
        location = self.sources.getFullyExpandedLoc(location)
        buffer = key(location)[0]
        if buffer not in self.names:
            name = self.sources.getFileName(location)
            self.names[buffer] = name if os.path.exists(name) else self.files[0]
        return {"file": self.names[buffer], "line": line_at(self.sources, location)}

    def add(self, group, location, **fact):
        self.facts[group].append(self.place(location) | fact)

    def visit(self, node):
        if isinstance(node, parsing.Token):
            self.token(node)
        elif node.kind == SyntaxKind.AttributeSpec:
            self.add("attributes", node.sourceRange.start, name=node.name.valueText)

    def token(self, token):
        self.trivia(token)
        if token.kind == TokenKind.StringLiteral and "\x7f" in token.rawText:
            message = "it has a letter that is not of ASCII; write its code, such as 8'he9"
            self.add("errors", token.location, construct="text", message=message)
        if token.kind == TokenKind.StringLiteral and self.before[1] and self.before[1].rawText in READERS:
            self.memory(token)
        self.before = [token, self.before[0]]

    def trivia(self, token):
        # Trivia have no places of their own: they stand right before the token.
        offset = token.location.offset - sum(len(trivia.getRawText().encode()) for trivia in token.trivia)
        for trivia in token.trivia:
            raw = trivia.getRawText()
            if trivia.kind in (TriviaKind.LineComment, TriviaKind.BlockComment):
                location = pyslang.SourceLocation(token.location.buffer, max(offset, 0))
                self.add("comments", location, text=raw, is_paired=False)
                self.pragma(raw, location)
                self.skip(raw, location)
            elif trivia.kind == TriviaKind.Directive:
                self.directive(trivia.syntax())
            elif trivia.kind in (TriviaKind.SkippedTokens, TriviaKind.SkippedSyntax):
                for skipped in trivia.getSkippedTokens():
                    self.trivia(skipped)
            offset += len(raw.encode())

    def pragma(self, comment, location):
        """Yosys reads the pragmas of a case in a block comment only, other tools in a line comment, too."""
        words = comment[2:].lower().split()
        pragmas = [word for word in words[1:] if word in ("full_case", "parallel_case")]
        if comment.startswith("//") and words and words[0] in PRAGMA_WORDS and pragmas:
            change = f"/* synopsys {' '.join(pragmas)} */"
            self.changes[key(location)] = (len(comment.encode()), change.encode())

    def skip(self, comment, location):
        words = comment.strip("/*").lower().split()
        if len(words) == 2 and words[0] in PRAGMA_WORDS and words[1] in SKIP_WORDS and not self.sources.isMacroLoc(location):
            found = self.skips.setdefault(location.buffer.id, [])
            found.append((location.offset, len(comment.encode()), SKIP_WORDS[words[1]], self.facts["comments"][-1]))

    def skipped(self):
        """Returns the changes that take the comments around skipped text away, and those that take the text away, too."""
        comments, texts = {}, {}
        for buffer, found in self.skips.items():
            found.sort(key=lambda skip: skip[0])
            starts, ends = found[::2], found[1::2]
            if len(starts) != len(ends) or any(skip[2] != "off" for skip in starts) or any(skip[2] != "on" for skip in ends):
                continue
            for _, _, _, fact in found:
                fact["is_paired"] = True
            comments |= {(buffer, offset): (length, b"") for offset, length, _, _ in found}
            for (start, *_), (end, length, *_) in zip(starts, ends):
                texts |= self.blank(buffer, start, end + length)
        return comments, texts

    def blank(self, buffer, start, end):
        """Returns the changes that take a part of a file away, line by line."""
        whole = next(include.buffer for include in self.tree.getIncludeDirectives() if include.buffer.id.id == buffer)
        changes = {}
        for line in self.bytes(whole.id)[start:end].split(b"\n"):
            changes[(buffer, start)] = (len(line), b"")
            start += len(line) + 1
        return changes

    def directive(self, node):
        first = next(iter(node))
        self.trivia(first)
        name = first.rawText.lstrip("`")
        start = first.location
        is_nested = self.sources.isMacroLoc(start)
        if node.kind == SyntaxKind.MacroUsage:
            self.add("uses", start, name=name, is_defined=name in self.defined)
            for argument in list(node)[1:]:
                if argument is not None and not isinstance(argument, parsing.Token):
                    argument.visit(self.visit)
            return
        if node.kind in TESTS:
            names = condition_names(node.expr)
            for tested in names:
                self.add("tests", start, name=tested, is_defined=tested in self.defined, is_guard=self.is_guard(node, tested))
        if node.kind == SyntaxKind.DefineDirective:
            self.defined.add(node.name.valueText)
            self.body(node)
        elif node.kind == SyntaxKind.IncludeDirective:
            if start.buffer.id == self.root.id:
                return
            file = node.fileName.rawText
            if self.sources.isMacroLoc(node.fileName.location) or file[:1] != '"':
                self.add("errors", start, construct="`include", message="put the name of the file in quotes")
                return
            else:
                fact, _ = self.look_up(file.strip('"'), start, self.folders)
                self.add("includes", start, **fact)
        elif node.kind == SyntaxKind.UndefDirective:
            self.defined.discard(node.name.valueText)
        elif node.kind == SyntaxKind.UndefineAllDirective:
            self.defined.clear()
        elif name in ("celldefine", "endcelldefine") and not is_nested:
            # Yosys' slang takes a module between these for a cell without a circuit.
            self.changes[key(start)] = (len(first.rawText), b"")
        if is_nested and name in CONDITIONALS:
            # The body of its macro has been seen.
            return
        kind = node.netType.rawText if node.kind == SyntaxKind.DefaultNetTypeDirective else ""
        self.add("directives", start, name=name, kind=kind, behind=self.behind(node), is_nested=is_nested)

    def body(self, node):
        """Notes the directives in the body of a macro, without whole conditionals."""
        nested = [token for token in node.body if token.kind == TokenKind.Directive]
        names = [token.rawText.lstrip("`") for token in nested]
        depth, is_whole = 0, True
        for name in names:
            depth += (name in ("ifdef", "ifndef")) - (name == "endif")
            is_whole = is_whole and depth >= (name in ("else", "elsif"))
        for token, name in zip(nested, names):
            if name in DIRECTIVES and not (name in CONDITIONALS and is_whole and depth == 0):
                self.add("directives", token.location, name=name, behind="", is_nested=True)

    def behind(self, node):
        """Returns the text on the same line behind a directive."""
        end = node.sourceRange.end
        if self.sources.isMacroLoc(end):
            return ""
        return self.bytes(end.buffer)[end.offset :].split(b"\n")[0].decode("latin-1").strip()

    def is_guard(self, node, tested):
        """True if the directive behind a test defines the tested macro."""
        if node.kind != SyntaxKind.IfNDefDirective:
            return False
        start = node.expr.sourceRange.end
        if self.sources.isMacroLoc(start):
            return False
        words = self.bytes(start.buffer)[start.offset : start.offset + 256].decode("latin-1").split()
        return words[:2] == ["`define", tested]

    def memory(self, token):
        """Replaces the name of a file that fills a memory by the path of a copy, which depends on its contents only."""
        name = token.valueText
        fact, words = self.look_up(name, token.location)
        if fact["found"] == 1 and not self.sources.isMacroLoc(token.location):
            copy = os.path.join(self.data, hashlib.sha256(words).hexdigest() + ".mem")
            if not os.path.exists(copy):
                with open(f"{copy}.{os.getpid()}", "wb") as file:
                    file.write(words)
                os.replace(f"{copy}.{os.getpid()}", copy)
            fact["copy"] = copy
            self.changes[key(token.location)] = (len(token.rawText), f'"{copy}"'.encode())
        self.add("memories", token.location, **fact)

    def look_up(self, name, location, folders=()):
        """Finds a file that a text names: beside the text, in the current folder, and in the first of some folders that has
        it. Returns its contents, too."""
        beside = os.path.join(os.path.dirname(self.place(location)["file"]), name)
        given = [path for folder in folders if os.path.isfile(path := os.path.join(folder, name))]
        found = [path for path in dict.fromkeys([beside, os.path.join(self.here, name), *given[:1]]) if os.path.isfile(path)]
        texts = []
        for path in found:
            with open(path, "rb") as file:
                texts.append(file.read())
        fact = {"name": name, "path": found[0] if found else beside, "found": len(set(texts)), "copy": ""}
        return fact, texts[0] if texts else b""

    def bytes(self, buffer):
        """Returns the bytes of a file, without slang's end mark."""
        return self.sources.getSourceText(buffer).encode().removesuffix(b"\0")

    def written(self, changes):
        """Returns the text of all files with some changes, and the origin of each line."""
        inside = {buffer: [] for buffer, _ in changes}
        for (buffer, offset), (length, _) in changes.items():
            inside[buffer].append((offset, offset + length))
        is_inside = lambda buffer, offset: any(start <= offset < end for start, end in inside.get(buffer, ()))
        usual = self.changes
        self.changes = {at: change for at, change in usual.items() if not is_inside(*at)} | changes
        # Every tool that reads the text has the macros of the command line.
        parts = [f"`define {define.replace('=', ' ', 1)}\n".encode() for define in self.defines]
        parts += [f"`undef {name}\n".encode() for name in self.undefined]
        lines = [[self.files[0], 0] for _ in parts]
        self.assemble_files(parts, lines)
        self.changes = usual
        return b"".join(parts).decode(), lines

    def assemble_files(self, parts, lines):
        """Appends all files. A file's kind of undeclared nets ends with it."""
        includes = [include.buffer.id for include in self.tree.getIncludeDirectives() if include.syntax.sourceRange.start.buffer.id == self.root.id]
        sets_nets = any(directive["name"] == "default_nettype" for directive in self.facts["directives"])
        for number, (buffer, name) in enumerate(zip(includes, self.files)):
            if number:
                parts.append(b"\n")
                if sets_nets:
                    parts.append(b"`default_nettype wire\n")
                    lines.append([name, 0])
            self.assemble(buffer, name, parts, lines)

    def assemble(self, buffer, name, parts, lines):
        """Appends the bytes of a file, with includes in the place of their directives, and the origin of each line."""
        text = self.bytes(buffer)
        at = 3 if text.startswith(BYTE_ORDER_MARK) else 0
        line = 0
        lines.append([name, 0])

        def copy(until):
            nonlocal line
            for number, part in enumerate(text[at:until].split(b"\n")):
                if number:
                    line += 1
                    parts.append(b"\n")
                    lines.append([name, line])
                parts.append(part)

        own = [(offset, change) for (of, offset), change in self.changes.items() if of == buffer.id]
        for offset, (length, change) in sorted(own, key=lambda entry: entry[0]):
            copy(offset)
            at = offset + length
            if isinstance(change, bytes):
                parts.append(change)
                continue
            parts.append(b"\n")
            start = pyslang.SourceLocation(change.id, 0)
            self.assemble(change.id, self.place(start)["file"], parts, lines)
            parts.append(b"\n")
            lines.append([name, line])
        copy(len(text))


def as_ascii(path):
    """Returns the text of a file with a delete character for each byte that is not of ASCII; None if it has none.

    Such a byte may stand in a comment. Elsewhere each tool refuses a delete character.
    """
    with open(path, "rb") as file:
        words = file.read().removeprefix(BYTE_ORDER_MARK)
    return None if words.isascii() else words.translate(NO_ASCII).decode()


def key(location):
    return location.buffer.id, location.offset


def condition_names(expression):
    """Returns the macros that a condition of a directive tests."""
    names = []

    def visit(node):
        if isinstance(node, parsing.Token) and node.kind == TokenKind.Identifier:
            names.append(node.valueText)

    expression.visit(visit)
    return names


def line_at(sources, location):
    """Returns the line of a place, from 0."""
    # A directive may number the lines from 0.
    return max(sources.getLineNumber(sources.getFullyExpandedLoc(location)) - 1, 0)


def words_at(sources, location):
    """Returns the first word or sign at a place."""
    behind = sources.getSourceText(location.buffer)[location.offset :]
    word = re.match(r"\s*([`$\\]?\w+|[^\s\0]*)", behind)
    return word.group(1)[:40]


def facts(here, data, language, *options):
    options = list(zip(options[::2], options[1::2]))
    text = Text(here, data, language, options)
    text.tree.root.visit(text.visit)
    engine = pyslang.DiagnosticEngine(text.sources)
    for diagnostic in text.tree.diagnostics:
        if diagnostic.isError():
            words = words_at(text.sources, diagnostic.location)
            text.add("errors", diagnostic.location, construct=words, message=engine.formatMessage(diagnostic))
    settings = [value for option, value in options if option == "-P"]
    if settings and not text.facts["errors"]:
        text.set_parameters(dict(options).get("--top", ""), settings)
    comments, texts = text.skipped()
    written, lines = text.written(texts)
    whole = text.written(comments)[0] if texts else ""
    return text.facts | {"slang": pyslang.__version__, "text": written, "whole": whole, "lines": lines}
