"""Checks --html pages as a user sees them: Chromium opens, points, types and prints."""

import json
import pathlib
import re
import sys

from embedded import check_embedded
from folder import SECTIONS, Folder
from playwright.sync_api import sync_playwright
from visit import Visit, contrast

# The boxes of the image and the links, read at once: scrolling in between would move one of them.
BOXES = """() => {
    const box = element => {
        const {x, y, width, height} = element.getBoundingClientRect()
        return {x, y, width, height}
    }
    return [document.images[0], ...document.querySelectorAll("div > a")].map(box)
}"""
# Scrolls a point of the image to the middle of the window; returns its position then, and the
# number of its link.
HIT = """([x, y]) => {
    const image = document.images[0]
    scrollTo(0, scrollY + image.getBoundingClientRect().y + y - innerHeight / 2)
    const box = image.getBoundingClientRect(), point = [box.x + x, box.y + y]
    const links = [...document.querySelectorAll("div > a")]
    return [...point, links.indexOf(document.elementFromPoint(...point))]
}"""
# The number of the focused link.
FOCUSED = "[...document.querySelectorAll('a')].indexOf(document.activeElement)"

# Whether a heading is at the top of the window.
ARRIVED = """text => [...document.querySelectorAll("h2")].some(heading =>
    heading.textContent == text && Math.abs(heading.getBoundingClientRect().y) < 100)"""

# What a compromised page would attempt.
ATTACK = """() => {
    const add = (parent, kind, values) =>
        document[parent].append(Object.assign(document.createElement(kind), values))
    document.body.setAttribute("style", "margin: 77px")
    add("head", "style", {textContent: "body { margin: 77px }"})
    add("head", "script", {textContent: "window.ran = true"})
    add("body", "img", {src: "https://example.invalid/a.png"})
}"""


def check_hits(browser, folder, html, width, follows):
    """The centre of each tile belongs to its link, which leads to its file."""
    with Visit(browser, html, width) as visit:
        page = visit.page
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        image, *links = page.evaluate(BOXES)
        scale = image["width"] / folder.page["width"]
        for link, tile in zip(links, folder.tiles, strict=True):
            for start, length in [("x", "width"), ("y", "height")]:
                place, size = tile["cell"][start] * scale, tile["cell"][length] * scale
                assert abs(link[start] - image[start] - place) < 0.1, (image, link, tile)
                assert abs(link[length] - size) < 0.1, (image, link, tile)
        for number, tile in enumerate(folder.tiles):
            cell = tile["cell"]
            x, y = (cell["x"] + cell["width"] / 2) * scale, (cell["y"] + cell["height"] / 2) * scale
            x, y, hit = page.evaluate(HIT, [x, y])
            assert hit == number, (hit, number)
            if not follows:
                continue
            page.mouse.click(x, y)
            if "sourceWidth" in tile:
                assert visit.landed() == tile["sourceWidth"], page.url
            else:
                assert page.locator(":target").inner_text().endswith(": not a PNG file")
            # Not page.go_back(), after which a browser scrolls whenever it likes.
            page.goto(html)


def check_keyboard(browser, folder, html):
    """Tab visits the links in order, a ring marks the current one, and Enter follows it."""
    with Visit(browser, html) as visit:
        page, links = visit.page, visit.page.locator("a")
        for number in range(links.count()):
            page.keyboard.press("Tab")
            assert page.evaluate(FOCUSED) == number
            # Screenshots are slow.
            if number % 6 == 0:
                box = links.nth(number).bounding_box()
                clip = {"x": box["x"] - 8, "y": box["y"] - 8}
                clip |= {"width": box["width"] + 16, "height": box["height"] + 16}
                focused = page.screenshot(clip=clip)
                page.evaluate("document.activeElement.blur()")
                assert page.screenshot(clip=clip) != focused
                links.nth(number).focus()
        for number in range(3):
            page.locator("div > a").nth(number).focus()
            page.keyboard.press("Enter")
            assert visit.landed() == folder.tiles[number]["sourceWidth"], page.url
            page.goto(html)


def check_texts(browser, folder, html):
    """Screen readers get names without markup."""
    with Visit(browser, html) as visit:
        texts = visit.page.locator("div > a").all_text_contents()
        for text, tile in zip(texts, folder.tiles, strict=True):
            name = tile["source"].split("/")[-1].replace("\n", " ").replace("\u202e", "\ufffd")
            assert text == (name if "image" in tile else f"{name}, could not be read")
        assert visit.page.locator("script, i").count() == 0
        assert visit.page.title() == "Contact sheet"


def check_colors(browser, html):
    """Texts are legible, light and dark, and the ring contrasts with any colour."""
    grounds = set()
    for scheme in ["light", "dark"]:
        with Visit(browser, html, color_scheme=scheme) as visit:
            ground = visit.style("body", "backgroundColor")
            grounds.add(ground)
            for selector in ["h1", "h2", "header p", "header a", "figcaption", "li", "li span"]:
                color = visit.style(selector, "color")
                assert contrast(color, ground) >= 4.5, (scheme, selector, color, ground)
            for _ in range(3):
                visit.page.keyboard.press("Tab")
            (inner, outer) = (
                visit.style("div > a:focus", key) for key in ["outlineColor", "boxShadow"]
            )
            # Every colour then has a contrast of 3 with one of them.
            assert contrast(inner, outer) >= 9, (inner, outer)
    assert len(grounds) == 2


def check_policy(browser, html):
    """The policy is in force: neither styles nor scripts can be injected."""
    context = browser.new_context()
    page, refused = context.new_page(), []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(html)
    page.evaluate(ATTACK)
    assert page.evaluate("[getComputedStyle(document.body).marginTop, window.ran]") == ["0px", None]
    # Messages arrive asynchronously.
    for _ in range(100):
        messages = [text for text in refused if "Content Security Policy" in text]
        if len(messages) >= 4:
            break
        page.wait_for_timeout(100)
    assert len(messages) == 4, refused
    context.close()


def check_many_pages(browser, html, screenshots):
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
        # Loading moves nothing.
        assert page.evaluate("document.documentElement.scrollHeight") == height
        page.get_by_role("link", name="17", exact=True).click()
        page.wait_for_function(ARRIVED, arg="Page 17")
    with Visit(browser, html) as visit:
        printed = visit.page.pdf(format="A4", print_background=True)
        assert len(sheets(visit)) == 20
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 20
    if screenshots:
        (screenshots / "pages.pdf").write_bytes(printed)


def check_sections(browser, folder, html):
    """A list at the top leads to each section; headings are where they are drawn."""
    drawn = {}
    for section in folder.section_pages["sections"]:
        drawn.setdefault(section["heading"].removesuffix(" (continued)"), []).append(section)
    assert set(drawn) == set(SECTIONS), drawn
    with Visit(browser, html) as visit:
        page = visit.page
        links = page.locator("nav li a")
        assert set(SECTIONS) <= set(links.all_text_contents()), links.all_text_contents()
        for heading, parts in drawn.items():
            links.get_by_text(heading, exact=True).click()
            page.wait_for_function(ARRIVED, arg=heading)
            page.evaluate("scrollTo(0, 0)")
            own = [text for text in page.locator("div > h2").all_text_contents() if heading in text]
            assert own == [heading] + [f"{heading} (continued)"] * (len(parts) - 1), own
        assert page.locator("i, script").count() == 0
        first = folder.section_pages["sections"][0]
        image, *_ = page.evaluate(BOXES)
        box = page.locator("div > h2").first.bounding_box()
        scale = image["width"] / folder.section_pages["pages"][0]["width"]
        assert abs(box["y"] - image["y"] - first["area"]["y"] * scale) < 1, (box, first)


def check_matrix(browser, folder):
    """A matrix is a table to screen readers; its links cover the tiles for the pointer as well."""
    manifest = json.loads((folder.path / "matrix.json").read_text())
    tiles = manifest["pages"][0]["tiles"]
    with Visit(browser, folder.address("matrix.html")) as visit:
        page = visit.page
        assert page.get_by_role("table").count() == 1
        for role, key in [("columnheader", "columns"), ("rowheader", "rows")]:
            headers = page.get_by_role(role)
            assert headers.all_text_contents() == [line["heading"] for line in manifest[key]]
            for number, line in enumerate(manifest[key]):
                check_place(page, headers.nth(number).locator("b"), line["headingArea"], manifest)
        # Texts are hidden; only the focus ring shows, as on other sheets.
        assert visit.style("td a", "color") == visit.style("th b", "color") == "rgba(0, 0, 0, 0)"
        # The corner, and the missing combination.
        assert page.locator("td:empty").count() == 2
        links = page.locator("td a")
        for number, tile in enumerate(tiles):
            check_place(page, links.nth(number), tile["cell"], manifest)
            row = links.nth(number).locator("xpath=ancestor::tr/th").text_content()
            assert row == tile["facts"]["row"], (row, tile)
        links.nth(3).click()
        assert visit.landed() == tiles[3]["sourceWidth"]


def check_pairs(browser, folder):
    """The pictures of a pair are stacked, and the upper one is wiped by the corner of its box."""
    with Visit(browser, folder.address("compare.html")) as visit:
        page = visit.page
        assert page.locator("article h3").all_text_contents() == ["now/<i>.png", "now/wide.png"]
        # The texts of empty cells, in the table.
        notes = [text for text in page.locator("td").all_text_contents() if text]
        assert "removed" in notes and "added" in notes, notes
        sizes = "element => [...element.querySelectorAll('img')].map(image => image.naturalWidth)"
        for article, widths in zip(page.locator("article").all(), [[400, 400], [500, 400]]):
            article.scroll_into_view_if_needed()
            page.wait_for_function("() => [...document.images].every(image => image.complete)")
            assert article.evaluate(sizes) == widths, article.evaluate(sizes)
            below, above = article.locator("img").all()
            # Both pictures are at the same place, so that each pixel is over its counterpart.
            box, upper = below.bounding_box(), above.bounding_box()
            assert abs(box["x"] - upper["x"]) < 0.1 and abs(box["y"] - upper["y"]) < 0.1
            assert abs(box["width"] - widths[0]) < 0.1, (box, widths)
            assert abs(upper["width"] - widths[1]) < 0.1, (upper, widths)
        # Large enough to be dragged: the handle is the lower right corner.
        handle = page.locator(".wipe > span").first
        assert visit.style(".wipe > span", "resize") == "horizontal"
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] - 5, box["y"] + box["height"] - 4
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y, steps=5)
        page.mouse.up()
        assert abs(handle.bounding_box()["width"] - box["width"] - 40) < 2, handle.bounding_box()
        links = page.locator("article a")
        assert links.all_text_contents() == ["before", "after"] * 2
        links.first.click()
        assert visit.landed() == 400


def check_place(page, element, area, manifest):
    """An element covers the area that the manifest gives."""
    (image, box) = page.locator("img").bounding_box(), element.bounding_box()
    scale = image["width"] / manifest["pages"][0]["width"]
    for key in ["x", "y"]:
        assert abs(box[key] - image[key] - area[key] * scale) < 0.1, (box, image, area)
    for key in ["width", "height"]:
        assert abs(box[key] - area[key] * scale) < 0.1, (box, image, area)


def check_server(browser, html):
    """The folder also works on a server."""
    with Visit(browser, html) as visit:
        assert visit.page.evaluate("document.images[0].naturalWidth") > 0
        visit.page.locator("div > a").first.click()
        assert visit.landed()


def make_screenshots(browser, folder, screenshots):
    (folder.path / "samples").symlink_to(pathlib.Path(__file__).parents[3] / "SampleImages")
    folder.run("samples/ -o labels.png --html labels.html --title 'Sample images' --label '{name}'")
    folder.run("samples/ pics -o web.png --html web.html --preset web --per-page 24", status=1)
    for name in ["labels", "web"]:
        for width in [1280, 400]:
            for scheme in ["light", "dark"]:
                url = folder.address(f"{name}.html")
                with Visit(browser, url, width, color_scheme=scheme) as visit:
                    visit.page.locator("img").last.scroll_into_view_if_needed()
                    visit.page.locator("div > a").nth(9).focus()
                    visit.page.keyboard.press("Tab")
                    path = screenshots / f"{name}-{width}-{scheme}.png"
                    visit.page.screenshot(path=path, full_page=True)


folder = Folder(sys.argv[2], sys.argv[1])
screenshots = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
if screenshots:
    screenshots.mkdir(parents=True, exist_ok=True)
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    html = folder.address("out/site/page.html")
    check_hits(browser, folder, html, 1280, follows=True)
    check_hits(browser, folder, html, 400, follows=False)
    check_keyboard(browser, folder, html)
    check_texts(browser, folder, html)
    check_colors(browser, html)
    check_policy(browser, html)
    check_many_pages(browser, folder.address("many.html"), screenshots)
    check_sections(browser, folder, folder.address("days.html"))
    check_matrix(browser, folder)
    check_pairs(browser, folder)
    check_embedded(browser, folder)
    check_server(browser, folder.serve() + "/out/site/page.html")
    if screenshots:
        make_screenshots(browser, folder, screenshots)
    browser.close()
count = len(folder.tiles) - 1
print(f"Chromium follows {count} links, by mouse and keyboard, without a message")
