"""A folder of pictures with hostile names, and pages of them.

Each picture has its own width, so the width shown by a browser identifies the file that a link
leads to. The manifest gives the positions of tiles.
"""

import functools
import http.server
import json
import os
import pathlib
import shlex
import struct
import subprocess
import threading
import urllib.parse
import zlib

TEXTS = [
    *[
        "a b",
        "<i>\"&' #1?",
        "100%25",
        "%2e%2e",
        "back\\slash",
        "line\nend",
        "ü 富 é",
        ":x",
        "?",
        "#",
    ],
    *[";&=+@,!$*()[]{}|^~`", "<script>alert(1)<", "<!--", "]]>", "\u202egnp", "-x"],
]
SECTIONS = ["<i>\"&' #1?", "ü 富 é", "100%25", "z"]
NAMES = [f"{text}.png".encode() for text in TEXTS] + [b"latin-\xe4\xff.png"]

# The rows and columns of a matrix with one combination missing.
CELLS = [("<hall>", 8), ("<hall>", 64), ("moon", 8), ("moon", 64), ("moon", 512)]

# Two folders to compare: the widths and greys of their pictures.
PAIRS = {
    "old": {"<i>.png": (400, 9), "wide.png": (400, 9), "same.png": (90, 9), "gone.png": (90, 9)},
    "now": {"<i>.png": (400, 240), "wide.png": (500, 9), "same.png": (90, 9), "new.png": (91, 9)},
}


class Folder:
    def __init__(self, path, command):
        self.path, self.command = pathlib.Path(path), command
        self.add_pictures("pics", NAMES)
        os.makedirs(self.path / "out/site")
        self.run("pics --cell 120 -o out/sheet.png --html out/site/page.html", status=1)
        # A manifest has names that are not UTF-8 twice, as text and as bytes, so they are renamed here.
        self.add_pictures("text", [name.decode(errors="replace").encode() for name in NAMES])
        self.run("text --cell 120 -o out/sheet.png --dry-run --manifest plan.json", status=1)
        manifest = json.loads((self.path / "plan.json").read_text())
        self.page, self.tiles = manifest["pages"][0], manifest["pages"][0]["tiles"]
        assert [tile.get("sourceWidth") for tile in self.tiles].count(None) == 1

        self.add_pictures("many", [b"%d.png" % number for number in range(20)])
        os.remove(self.path / "many/broken.png")
        self.run("many --cell 800x1200 --upscale --per-page 1 -o sheet.png --html many.html")

        for text in SECTIONS:
            self.add_pictures(f"days/{text}", [b"%d.png" % number for number in range(20)])
        by_folder = "days -r --group-by folder --group-break section --columns 4 --cell 200 --upscale"
        self.run(
            f"{by_folder} --per-page 40 -o days.png --html days.html --manifest days.json", status=1
        )
        self.section_pages = json.loads((self.path / "days.json").read_text())

        self.add_pictures("renders", [f"{row}_{column}.png".encode() for row, column in CELLS])
        os.remove(self.path / "renders/broken.png")
        self.run(
            "renders --layout matrix --parse '{r}_{c}' --rows-by '{r}' --columns-by '{c}'"
            " -o matrix.png --html matrix.html --manifest matrix.json"
        )

        for folder, pictures in PAIRS.items():
            os.makedirs(self.path / folder)
            for name, (width, level) in pictures.items():
                (self.path / folder / name).write_bytes(picture(width, 300, level))
        self.run("now --compare old -o compare.png --html compare.html", status=3)

    def add_pictures(self, folder, names):
        """Adds pictures, and a file that is not a picture."""
        os.makedirs(self.path / folder)
        for number, name in enumerate(names):
            with open(bytes(self.path / folder) + b"/" + name, "wb") as file:
                file.write(picture(20 + number, 30, level=10 * number))
        (self.path / folder / "broken.png").write_bytes(b"no picture")

    def run(self, arguments, status=0):
        ended = subprocess.run(
            [self.command, *shlex.split(arguments)], cwd=self.path, capture_output=True, check=False
        )
        assert ended.returncode == status, ended.stderr

    def address(self, name):
        return "file://" + urllib.parse.quote(bytes(self.path / name))

    def serve(self):
        """Serves the folder, and returns its address."""
        handler = functools.partial(Handler, directory=self.path)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}"


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        # Browsers request this icon on their own.
        if self.path == "/favicon.ico":
            self.send_response_only(204)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, *_):
        pass


def picture(width, height, level):
    """A grey PNG."""

    def chunk(kind, data):
        return (
            struct.pack(">I4s", len(data), kind) + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress((b"\0" + bytes([level]) * width) * height))
    return b"\x89PNG\r\n\x1a\n" + header + pixels + chunk(b"IEND", b"")
