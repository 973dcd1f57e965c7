#!/usr/bin/env python3
"""Runs the code blocks of pages; guide-commands.sh explains what for.

A block of shell commands is run by bash, which stops at the first command that fails. A block of text right below
it is what the commands print. A block of any language that begins with a comment such as `# Makefile` or
`# lint.sh` is written to that file instead. HTML comments above a block say what is unusual about it:

    <!-- not run: REASON -->
    <!-- exit status 2 -->                   instead of 0, or of 0 or 3 if folders are compared
    <!-- picture: poster.png --dpi 30 -->    this picture beside the page is the block's first sheet with these options
"""
import os, pathlib, re, shlex, shutil, subprocess, sys

from PIL import Image

root, command, work = (pathlib.Path(argument) for argument in sys.argv[1:4])
writes = "--write" in sys.argv
pages = [pathlib.Path(argument).resolve() for argument in sys.argv[4:] if argument != "--write"]
if not pages:
    pages = [root / "README.md", *sorted((root / ".github/guide").rglob("*.md"))]
failures, counts = [], {"run": 0, "checked": 0, "pictures": 0}
BLOCK = re.compile(
    r"((?:^<!-- [^\n]*-->\n\n?)*)^```(\w*)\n(.*?)^```$(?:\n\n?^```text\n(?P<shown>.*?)^```$)?",
    re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"(?:#!.*\n)?# (\w[\w.-]*\.\w+|Makefile|Snakefile)\n")


def run(block, folder, options=()):
    """Runs the block with a contactsheet that gets these options as well."""
    programs = folder.parent / "programs"
    programs.mkdir(exist_ok=True)
    wrapper = programs / "contactsheet"
    wrapper.write_text(f"#!/bin/sh\nexec {shlex.quote(str(command))} \"$@\" {shlex.join(options)}\n")
    wrapper.chmod(0o755)
    environment = dict(
        os.environ, PATH=f"{programs}:{os.environ['PATH']}", XDG_CONFIG_HOME="/dev/null", LC_ALL="C.UTF-8",
        SOURCE_DATE_EPOCH="1750000000")
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    return result.returncode, result.stdout.decode(errors="replace")


def check_picture(place, page, block, name, options, expected):
    folder = work / "picture"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(work / "page/folder", folder / "folder", symlinks=True)
    (folder / "new").mkdir()
    small = ["--quiet", "--page", "1", "--compression", "9", "-o", "../new/sheet.png", *options]
    code, text = run(block, folder / "folder", small)
    made = sorted((folder / "new").glob("*.png"))
    if code not in expected or len(made) != 1:
        failures.append(f"{place}: no picture {name}: {text}")
        return
    target, fresh = page.parent / name, folder / "fresh.png"
    if root / ".github/guide" in target.parents:
        # A palette halves the pictures, and shows their gradients well enough.
        Image.open(made[0]).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(fresh, optimize=True)
    else:
        shutil.copy(made[0], fresh)
    counts["pictures"] += 1
    if writes:
        shutil.copy(fresh, target)
        return
    arguments = ["--no-config", fresh, "--compare", target, "--dry-run"]
    compared = subprocess.run([command, *arguments], cwd=folder, capture_output=True, text=True)
    if compared.returncode != 0:
        failures.append(f"{place}: the command draws another {name}: {compared.stderr.strip()}; write it with --write")


def check(page):
    folder = work / "page/folder"
    shutil.rmtree(work / "page", ignore_errors=True)
    shutil.copytree(work / "folders", folder, symlinks=True)
    text, written = page.read_text(), []
    for match in BLOCK.finditer(text):
        comments, language, block, shown = match.groups()
        place = f"{page.relative_to(root)}:{text.count(chr(10), 0, match.start(3))}"
        if name := NAMED.match(block):
            (folder / name[1]).write_text(block)
            continue
        if language != "sh" or "<!-- not run: " in comments:
            continue
        stated = re.search(r"<!-- exit status (\d+) -->", comments)
        compares = re.search(r"--compare\b|--match\b", block)
        expected = {int(stated[1])} if stated else {0, 3} if compares else {0}
        try:
            status, output = run(block, folder)
        except subprocess.TimeoutExpired:
            failures.append(f"{place}: still running after five minutes")
            continue
        counts["run"] += 1
        if status not in expected:
            end = "".join(output.splitlines(keepends=True)[-12:])
            wanted = " or ".join(map(str, sorted(expected)))
            failures.append(f"{place}: exit status {status} instead of {wanted}:\n{end}")
        if shown is not None:
            counts["checked"] += 1
            if output != shown and writes:
                written.append((match.span("shown"), output))
            elif output != shown:
                failures.append(f"{place}: prints\n{output}instead of\n{shown}")
        if picture := re.search(r"<!-- picture: (\S+\.png)(.*?) -->", comments):
            check_picture(place, page, block, picture[1], shlex.split(picture[2]), expected)
    for (start, end), output in reversed(written):
        text = text[:start] + output + text[end:]
    if written:
        page.write_text(text)


for page in pages:
    check(page)
for failure in failures:
    print(f"FAILED: {failure}", file=sys.stderr)
print(
    f"{counts['run']} blocks of commands on {len(pages)} pages, the output of {counts['checked']} of them and "
    f"{counts['pictures']} pictures {'written' if writes else 'checked'}")
sys.exit(1 if failures or not counts["run"] else 0)
