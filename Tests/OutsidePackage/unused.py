#!/usr/bin/env python3
"""Fails if this package leaves out a public declaration of the library, and lists what is missing.

usage: unused.py SYMBOLS AST SOURCE...

SYMBOLS is a folder with the library's symbol graphs, and AST is what `swiftc -dump-ast -dump-ast-format
json` prints for the sources. A member counts as used if the compiler resolved something to it, so
overloads, and members of other types with the same name, do not count. A type counts as used if it is named.
"""
import json, pathlib, re, sys

graphs = [json.loads(path.read_text()) for path in pathlib.Path(sys.argv[1]).glob("*.symbols.json")]
ast = pathlib.Path(sys.argv[2]).read_text()
code = "\n".join(re.sub("//.*", "", pathlib.Path(path).read_text()) for path in sys.argv[3:])
symbols = [symbol for graph in graphs for symbol in graph["symbols"]]
owners = {link["source"]: link["target"]
          for graph in graphs for link in graph["relationships"] if link["kind"] == "memberOf"}

# The declarations that expressions refer to.
referenced = set(re.findall(r'"decl_usr":"([^"]+)"', ast))
# The cases that patterns match. The mangled name of a type is its identifier with another prefix
# and suffix.
matched = {(f"s:{type}", case) for type, case in re.findall(
    r'"_kind":"pattern_enum_element","type":"\$s([^"]+)D",[^{}]*"element":\{"_kind":"decl_name",'
    r'"base_name":\{"_kind":"base_name","name":"([^"]+)"', ast)}
# Called by the standard library.
skipped = {"hash(into:)", "encode(to:)", "init(from:)"}
types = ("struct", "enum", "class", "protocol", "typealias")


def kind(symbol):
    return symbol["kind"]["identifier"].removeprefix("swift.")


def is_named(path):
    return re.search(r"\b" + r"(<[\w.]+>)?\.".join(path[-2:]) + r"\b", code)


# Types that are named by an alias, such as Sheet.Color.
aliased = {part["preciseIdentifier"]
           for symbol in symbols if kind(symbol) == "typealias" and is_named(symbol["pathComponents"])
           for part in symbol["declarationFragments"] if "preciseIdentifier" in part}


def is_used(symbol):
    path, usr = symbol["pathComponents"], symbol["identifier"]["precise"]
    if kind(symbol) in types:
        return usr in aliased or is_named(path)
    return usr in referenced or (owners.get(usr), path[-1].split("(")[0]) in matched


public = [symbol for symbol in symbols if symbol["pathComponents"][-1] not in skipped]
missing = sorted(f"{'.'.join(symbol['pathComponents'])} ({kind(symbol)})"
                 for symbol in public if not is_used(symbol))
print(f"{len(public) - len(missing)} of {len(public)} public declarations are used")
if len(public) < 400:
    sys.exit("the symbol graphs are incomplete: there are fewer than 400 declarations")
if missing:
    sys.exit("\n".join(["use these in Tests/OutsidePackage/Sources/Outside, as a program would:", *missing]))
