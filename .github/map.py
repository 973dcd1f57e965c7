#!/usr/bin/env python3
"""Checks that documents name only what exists: ARCHITECTURE and CONTRIBUTING files, folders and
types, and every document here, as well as the README, pages and headings in links.

It looks at everything between backticks that looks like a path, a Swift or C file, or a type.
"""
import pathlib, re, subprocess, sys

root = pathlib.Path(__file__).resolve().parent.parent
files = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split("\n")
code = "\n".join(
    (root / name).read_text(errors="ignore") for name in files
    if re.search(r"\.(swift|c|h|sh|py)$|^\.ci/", name) and (root / name).is_file())
missing = []
for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"]:
    for quoted in re.findall(r"`([^`\n]+)`", (root / ".github" / document).read_text()):
        for word in re.findall(r"[\w.+/-]+", quoted):
            if re.search(r"\.(swift|c)$", word):
                there = any(f"/{name}".endswith(f"/{word.lstrip('./')}") for name in files)
            elif re.fullmatch(r"[A-Z]\w+(/[\w+]+)+", word):
                there = any(f"/{word}/" in f"/{name}/" for name in files)
            elif re.fullmatch(r"[A-Z]\w*[a-z]\w*", word):
                there = word in code or any(word in name for name in files)
            elif member := re.fullmatch(r"[A-Z]\w+\.(\w+)", word):
                there = re.search(rf"\b{member[1]}\b", code)
            else:
                continue
            if not there:
                missing.append(f"{document} names {word}, which does not exist")


def anchors(page):
    """The anchors that GitHub gives the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ +(.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


for name in files:
    if not re.fullmatch(r"README\.md|\.github/.*\.md", name) or not (root / name).is_file():
        continue
    text = re.sub(r"`[^`\n]*`", "", (root / name).read_text())
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        page = (root / name).parent / path if path else root / name
        if not page.exists() or anchor and anchor not in anchors(page):
            missing.append(f"{name} links to {link}, which does not exist")

for line in missing:
    print(line)
sys.exit(1 if missing else 0)
