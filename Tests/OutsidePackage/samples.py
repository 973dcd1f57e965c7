#!/usr/bin/env python3
"""Writes each Swift example in the README, the guide and the library's comments into a separate file.

usage: samples.py FOLDER

An example is the body of a function, so that it may declare types, throw and await.
"""
import pathlib, re, sys

root = pathlib.Path(__file__).resolve().parents[2]
guides = [root / ".github/guide", root / "Sources/ContactSheet/ContactSheet.docc"]
target = pathlib.Path(sys.argv[1])
target.mkdir(parents=True, exist_ok=True)
for old in target.glob("Sample*.swift"):
    old.unlink()

count = 0
for path in [root / "README.md", *(page for guide in guides for page in sorted(guide.rglob("*.md"))), *sorted((root / "Sources").rglob("*.swift"))]:
    text = path.read_text()
    if path.suffix == ".swift":
        text = "\n".join(re.findall(r"^ *///? ?(.*)$", text, re.MULTILINE))
    for example in re.findall(r"^```swift\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        # Parts of a manifest are tested by Tests/Pipelines/swift-package.sh.
        if re.search(r"\.package\(|\.plugin\(", example):
            continue
        count += 1
        lines = example.splitlines()
        imports = [line for line in lines if line.startswith("import ")]
        body = ["  " + line for line in lines if line not in imports]
        (target / f"Sample{count}.swift").write_text("\n".join([
            f"// {path.relative_to(root)}", *imports, f"func sample{count}() async throws {{", *body, "}", ""]))
print(f"{count} examples")
if count < 6:
    sys.exit("cannot find the examples: there are fewer than 6; correct their marks")
