#!/usr/bin/env python3
"""Checks that documents name only what exists.

In ARCHITECTURE and CONTRIBUTING these are files, folders and types: everything between backticks that
looks like a path, a Swift or C file, or a type. In the README, the guide and every other page here,
they are the targets of relative links, with their anchors, and pictures, which need an alternative
text. Every page of the guide must be reachable from its index, and every picture must be shown.

An example below a comment with the path of a Swift file must be that file, which is compiled and run.
"""
import os, pathlib, re, subprocess, sys

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
    names, seen = set(), {}
    for heading in headings:
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        # The second heading of one text has -1 at its end.
        names.add(f"{anchor}-{seen[anchor]}" if anchor in seen else anchor)
        seen[anchor] = seen.get(anchor, 0) + 1
    return names


pages = [root / name for name in files if re.fullmatch(
    r"README\.md|\.github/.*\.md|Sources/.*\.docc/.*\.md", name) and (root / name).is_file()]
targets = {}
for page in pages:
    name = page.relative_to(root)
    text = page.read_text()
    for path, example in re.findall(r"^<!-- (\S+\.swift) -->\n```swift\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if not (root / path).is_file() or (root / path).read_text() != example:
            missing.append(f"{name} does not show the text of {path}; copy the file into it")
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    # Code may be the text of a link.
    text = re.sub(r"`[^`\n]*`", "code", text)
    links = re.findall(r"(!?)\[([^\[\]]*)\]\(([^()\s]+)\)", re.sub(r"!\[[^\]]*\]\([^)]*\)", "picture", text))
    links += re.findall(r"(!)\[([^\[\]]*)\]\(([^()\s]+)\)", text)
    for tag in re.findall(r"<img [^>]*>", text):
        source, words = (re.search(rf'{key}="([^"]*)"', tag) for key in ["src", "alt"])
        links.append(("!", words[1] if words else "", source[1] if source else ""))
    links += [("", "", address) for address in re.findall(r'(?:href|srcset)="([^"]*)"', text)]
    targets[page] = set()
    for mark, words, link in links:
        if mark and not words.strip():
            missing.append(f"{name} has no alternative text for {link}")
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = pathlib.Path(os.path.normpath(page.parent / path)) if path else page
        targets[page].add(target)
        if not target.exists() or anchor and anchor not in anchors(target):
            missing.append(f"{name} links to {link}, which does not exist")

guide = root / ".github/guide"
reached, waiting = set(), [guide / "README.md"]
while waiting:
    page = waiting.pop()
    if page not in reached:
        reached.add(page)
        waiting += targets.get(page, [])
for page in pages:
    if guide in page.parents and page not in reached:
        missing.append(f"no link from the guide's index leads to {page.relative_to(root)}")
shown = set().union(*targets.values())
for name in files:
    if re.fullmatch(r"\.github/.*\.png", name) and (root / name).exists() and root / name not in shown:
        missing.append(f"no page shows {name}")

for line in missing:
    print(line)
sys.exit(1 if missing else 0)
