"""What a person finds on a page of --html: Chromium opens it, points, types and prints.

Each picture has a width of its own, so that a link is known to land on its file by what Chromium
shows. Where tiles are comes from the manifest.
"""

import functools
import http.server
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import threading
import urllib.parse
import zlib

from playwright.sync_api import sync_playwright

command, work = sys.argv[1], pathlib.Path(sys.argv[2])
screenshots = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
samples = pathlib.Path(__file__).parent / "../../SampleImages"
names = [
    "a b", "<i>\"&' #1?", "100%25", "%2e%2e", "back\\slash", "line\nend", "ü 富 é", ":x", "?", "#", ";&=+@,!$*()[]{}|^~`",
    "<script>alert(1)<", "<!--", "]]>", "\u202egnp", "-x",
]  # fmt: skip
names = [f"{name}.png".encode() for name in names] + [b"latin-\xe4\xff.png"]


def picture(path, width, height, level):
    """Writes a grey picture."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes([level]) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header))
        file.write(chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def run(*arguments, status=0):
    ended = subprocess.run([command, *arguments], capture_output=True, cwd=work)
    assert ended.returncode == status, ended.stderr


def tiles(manifest):
    return [(page, tile) for page in manifest["pages"] for tile in page["tiles"]]


def address(path):
    return "file://" + urllib.parse.quote(bytes(work / path))


class Visit:
    """A page in a window of its own, at which no message may appear."""

    def __init__(self, browser, url, width=1280, height=800, **options):
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.url, self.requests, self.messages = url, [], []
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(url)

    def __enter__(self):
        return self

    def __exit__(self, error, *_):
        if not error:
            assert not self.messages, (self.messages, self.requests)
            # Nothing from elsewhere.
            origin = address("") if self.url.startswith("file:") else self.url[: self.url.index("/", 8)]
            assert all(request.startswith(origin) for request in self.requests), self.requests
        self.context.close()

    def landed(self):
        """The width of the picture that the browser shows, and nothing else."""
        self.page.wait_for_function("document.images.length == 1 && document.images[0].complete")
        return self.page.evaluate("document.contentType == 'image/png' && document.images[0].naturalWidth")


def check_hits(browser, html, manifest, widths, width, follows):
    """The centre of each tile belongs to its link, which lands on its file."""
    with Visit(browser, html, width) as visit:
        page = visit.page
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        image = page.locator("img").bounding_box()
        centres = []
        for number, (sheet, tile) in enumerate(tiles(manifest)):
            scale, cell = image["width"] / sheet["width"], tile["cell"]
            link = page.locator("figure div > a").nth(number).bounding_box()
            for side, start, length in [("x", "x", "width"), ("y", "y", "height")]:
                assert abs(link[side] - image[side] - cell[start] * scale) < 0.1, (link, cell)
                assert abs(link[length] - cell[length] * scale) < 0.1, (link, cell)
            centres.append(
                (image["x"] + (cell["x"] + cell["width"] / 2) * scale, image["y"] + (cell["y"] + cell["height"] / 2) * scale)
            )
        for number, (x, y) in enumerate(centres):
            scrolled = page.evaluate(
                "([x, y]) => { scrollTo(0, y - innerHeight / 2); return scrollY }", [x, y])  # fmt: skip
            hit = "([x, y]) => [...document.querySelectorAll('div > a')].indexOf(document.elementFromPoint(x, y))"
            assert page.evaluate(hit, [x, y - scrolled]) == number
            if not follows:
                continue
            page.mouse.click(x, y - scrolled)
            if number in widths:
                assert visit.landed() == widths[number], page.url
                page.go_back()
            else:
                assert page.evaluate("document.querySelector(':target').innerText").endswith(": not a PNG file")


def check_keyboard(browser, html, manifest, widths):
    """Tab goes through the links in order, a ring shows where it is, and Enter follows."""
    with Visit(browser, html) as visit:
        page = visit.page
        links = page.locator("a").count()
        for number in range(links):
            page.keyboard.press("Tab")
            where = "[...document.querySelectorAll('a')].indexOf(document.activeElement)"
            assert page.evaluate(where) == number
            if number % 6:
                continue
            box = page.locator("a").nth(number).bounding_box()
            clip = {"x": box["x"] - 8, "y": box["y"] - 8, "width": box["width"] + 16, "height": box["height"] + 16}
            focused = page.screenshot(clip=clip)
            page.evaluate("document.activeElement.blur()")
            assert page.screenshot(clip=clip) != focused
            page.locator("a").nth(number).focus()
        first = page.locator("a").evaluate_all("links => links.findIndex(link => link.matches('div > a'))")
        for number in list(widths)[:3]:
            page.locator("a").nth(first + number).focus()
            page.keyboard.press("Enter")
            assert visit.landed() == widths[number], page.url
            page.go_back()


def check_texts(browser, html, manifest):
    """Screen readers are told names, which hold no markup."""
    with Visit(browser, html) as visit:
        read = visit.page.locator("div > a").evaluate_all("links => links.map(link => link.textContent)")
        for text, (_, tile) in zip(read, tiles(manifest)):
            name = tile["source"].split("/")[-1].replace("\n", " ").replace("\u202e", "\ufffd")
            assert text in (name, f"{name}, could not be read"), (text, name)
        assert len(read) == len(tiles(manifest))
        assert visit.page.locator("script, i").count() == 0
        assert visit.page.title() == "Contact sheet"


def luminance(color):
    def linear(value):
        value /= 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(value)) for value in re.findall(r"\d+", color)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def check_colors(browser, html):
    """Texts can be read, light and dark, and one of the ring's colours stands out from any other."""
    grounds = set()
    for scheme in ["light", "dark"]:
        with Visit(browser, html, color_scheme=scheme) as visit:
            page = visit.page
            style = "([selector, key]) => getComputedStyle(document.querySelector(selector))[key]"
            ground = page.evaluate(style, ["body", "backgroundColor"])
            grounds.add(ground)
            for selector in ["h1", "h2", "header p", "header a", "figcaption", "li", "li span"]:
                color = page.evaluate(style, [selector, "color"])
                assert contrast(color, ground) >= 4.5, (scheme, selector, color, ground)
            page.locator("div > a").first.focus()
            page.keyboard.press("Shift+Tab")
            page.keyboard.press("Tab")
            inner = page.evaluate(style, ["div > a:focus", "outlineColor"])
            outer = page.evaluate(style, ["div > a:focus", "boxShadow"])
            # Then each colour has a contrast of 3 with one of them.
            assert contrast(inner, outer) >= 9, (inner, outer)
    assert len(grounds) == 2


def check_policy(browser, html):
    """The policy is in force: neither styles nor scripts get in."""
    context = browser.new_context()
    page = context.new_page()
    refused = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(html)
    page.evaluate(
        """() => {
            document.body.setAttribute('style', 'margin: 77px')
            document.head.append(Object.assign(document.createElement('style'), {textContent: 'body{margin:77px}'}))
            document.head.append(Object.assign(document.createElement('script'), {textContent: 'window.ran = true'}))
            document.body.append(Object.assign(new Image(), {src: 'https://example.invalid/a.png'}))
        }"""
    )
    assert page.evaluate("[getComputedStyle(document.body).marginTop, window.ran]") == ["0px", None]
    assert len([text for text in refused if "Content Security Policy" in text]) == 4, refused
    context.close()


def check_many_pages(browser, html):
    """Twenty sheets load as they are scrolled to, and all of them are printed."""
    def sheets(visit):
        return {request for request in visit.requests if re.search(r"/sheet-\d+\.png$", request)}

    with Visit(browser, html) as visit:
        page = visit.page
        page.wait_for_load_state("networkidle")
        assert page.locator("figure").count() == 20
        assert 1 <= len(sheets(visit)) <= 5, sheets(visit)
        height = page.evaluate("document.documentElement.scrollHeight")
        for number in range(20):
            page.locator("img").nth(number).scroll_into_view_if_needed()
            page.wait_for_function("number => document.images[number].complete", arg=number)
        assert len(sheets(visit)) == 20
        # What loads moves nothing.
        assert page.evaluate("document.documentElement.scrollHeight") == height
        page.get_by_role("link", name="17", exact=True).click()
        heading = page.get_by_role("heading", name="Page 17", exact=True)
        assert abs(heading.evaluate("heading => heading.closest('section').getBoundingClientRect().top")) < 1
    with Visit(browser, html) as visit:
        printed = visit.page.pdf(format="A4")
        assert len(sheets(visit)) == 20
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 20
    if screenshots:
        (screenshots / "pages.pdf").write_bytes(printed)


def check_server(browser, html):
    """The folder works as well on a server."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            # Browsers ask servers for it on their own.
            if self.path == "/favicon.ico":
                self.send_response_only(204)
                self.end_headers()
            else:
                super().do_GET()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=work))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    with Visit(browser, f"{origin}/{html}") as visit:
        assert visit.page.evaluate("document.images[0].naturalWidth") > 0
        visit.page.locator("div > a").first.click()
        assert visit.landed()
    server.shutdown()


def make_screenshots(browser):
    run(str(samples), "-o", "look.png", "--html", "look.html", "--title", "Sample images", "--label", "{name}")
    run(str(samples), "pics", "-o", "dark.png", "--html", "dark.html", "--preset", "web", "--per-page", "24", status=1)
    for name in ["look", "dark"]:
        for width in [1280, 400]:
            for scheme in ["light", "dark"]:
                with Visit(browser, address(f"{name}.html"), width, color_scheme=scheme) as visit:
                    page = visit.page
                    page.locator("img").last.scroll_into_view_if_needed()
                    page.locator("div > a").nth(9).focus()
                    page.keyboard.press("Tab")
                    page.screenshot(path=screenshots / f"{name}-{width}-{scheme}.png", full_page=True)


os.makedirs(work / "pics")
os.makedirs(work / "out/site")
for number, name in enumerate(names):
    picture(bytes(work / "pics") + b"/" + name, 20 + number, 30, 10 * number)
(work / "pics/broken.png").write_bytes(b"no picture")
run("pics", "--cell", "120", "-o", "out/sheet.png", "--html", "out/site/page.html", status=1)
# A manifest cannot hold names that are not UTF-8, so the same tiles have others for it.
os.makedirs(work / "text/pics")
for number, name in enumerate(names):
    picture(bytes(work / "text/pics") + b"/" + name.replace(b"\xe4\xff", "\ufffd\ufffd".encode()), 20 + number, 30, 10 * number)
(work / "text/pics/broken.png").write_bytes(b"no picture")
run("text/pics", "--cell", "120", "-o", "out/sheet.png", "--dry-run", "--manifest", "plan.json", status=1)
manifest = json.loads((work / "plan.json").read_text())
widths = {number: tile["sourceWidth"] for number, (_, tile) in enumerate(tiles(manifest)) if "sourceWidth" in tile}
assert len(widths) == len(names)
os.makedirs(work / "many")
for number in range(20):
    picture(work / f"many/{number}.png", 20, 30, 10 * number)
run("many", "--cell", "800x1200", "--upscale", "--per-page", "1", "-o", "sheet.png", "--html", "many.html")

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    html = address("out/site/page.html")
    check_hits(browser, html, manifest, widths, 1280, follows=True)
    check_hits(browser, html, manifest, widths, 400, follows=False)
    check_keyboard(browser, html, manifest, widths)
    check_texts(browser, html, manifest)
    check_colors(browser, html)
    check_policy(browser, html)
    check_many_pages(browser, address("many.html"))
    check_server(browser, "out/site/page.html")
    if screenshots:
        make_screenshots(browser)
    browser.close()
print(f"Chromium follows all {len(widths)} links, by mouse and keyboard, and has nothing to say")
