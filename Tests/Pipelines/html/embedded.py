"""Checks --html --embed pages as a user sees them, by mouse, keyboard and touch."""

from visit import Visit, contrast

# The number of the picture that fills the window; None if there is none.
SHOWN = "document.querySelector('#pictures > :target')?.id ?? null"
# The paths of the visible pairs, in order.
PAIRS = "[...document.querySelectorAll('#pairs h2')].filter(e => e.offsetParent).map(e => e.textContent)"
# Drags across the visible picture.
SWIPE = """by => {
    const view = document.querySelector("#pictures > :target")
    for (const [kind, x] of [["pointerdown", 200], ["pointerup", 200 + by]])
        view.dispatchEvent(new PointerEvent(kind, {pointerType: "touch", clientX: x, bubbles: true}))
}"""


def check_embedded(browser, folder):
    """The pages are alone in their own folder."""
    alone = folder.path / "alone"
    alone.mkdir()
    folder.run("pics --cell 120 -o out/inside.png --html alone/gallery.html --embed", status=1)
    folder.run("now --compare old -o out/inside.png --html alone/pairs.html --embed", status=3)
    check_gallery(browser, folder.address("alone/gallery.html"), len(folder.tiles) - 1)
    check_views_without_script(browser, folder.address("alone/gallery.html"))
    check_chosen_pairs(browser, folder.address("alone/pairs.html"))
    check_shown_pairs(browser, folder.address("alone/pairs.html"))
    for name in ["gallery", "pairs"]:
        check_looks(browser, folder.address(f"alone/{name}.html"))


def check_gallery(browser, html, count):
    """A tile leads to its picture; keys, clicks and swipes lead on to others, and Escape leads
    back to the tile."""
    with Visit(browser, html) as visit:
        page = visit.page
        views = page.locator("#pictures > figure")
        assert views.count() == count, views.count()
        names = views.evaluate_all("views => views.map(view => view.id)")
        page.locator("div > a").nth(0).click()
        assert page.evaluate(SHOWN) == names[0]
        page.wait_for_function("document.querySelector('#pictures > :target img').naturalWidth > 0")
        steps = [("ArrowRight", 1), ("Space", 2), ("Shift+Space", 1), ("ArrowLeft", 0)]
        for key, place in [*steps, ("ArrowLeft", 0), ("End", count - 1), ("Home", 0)]:
            page.keyboard.press(key)
            assert page.evaluate(SHOWN) == names[place], (key, page.url)
        for side, place in [(0.9, 1), (0.9, 2), (0.1, 1)]:
            page.mouse.click(1280 * side, 300)
            assert page.evaluate(SHOWN) == names[place], (side, page.url)
        for by, place in [(-90, 2), (90, 1), (-9, 1)]:
            page.evaluate(SWIPE, by)
            assert page.evaluate(SHOWN) == names[place], (by, page.url)
        page.keyboard.press("z")
        assert page.locator("#pictures > :target input").is_checked()
        page.keyboard.press("z")
        page.keyboard.press("Escape")
        assert page.evaluate(SHOWN) is None
        assert page.evaluate("document.activeElement.hash") == "#" + names[1]


def check_views_without_script(browser, html):
    """Without scripts, links replace the keys."""
    with Visit(browser, html, java_script_enabled=False) as visit:
        page = visit.page
        page.locator("div > a").nth(2).click()
        assert page.locator("#pictures > figure:visible").count() == 1
        before = page.url
        page.locator("#pictures > figure:visible a[rel=next]").click()
        assert page.url != before and page.locator("#pictures > figure:visible").count() == 1
        page.locator("#pictures > figure:visible a[rel=up]").click()
        assert page.locator("#pictures > figure:visible").count() == 0


def check_chosen_pairs(browser, html):
    """Statuses, paths and fractions filter the pairs, and keys step through them."""
    with Visit(browser, html) as visit:
        page = visit.page
        changed = ["<i>.png", "gone.png", "new.png", "wide.png"]
        assert page.evaluate(PAIRS) == changed, page.evaluate(PAIRS)
        page.locator("#show-equal").check()
        assert "same.png" in page.evaluate(PAIRS)
        page.locator("#show-equal").uncheck()
        page.locator("#show-added").uncheck()
        assert page.evaluate(PAIRS) == ["<i>.png", "gone.png", "wide.png"]
        page.locator("#show-added").check()
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("/")
        page.keyboard.type("WID")
        assert page.evaluate(PAIRS) == ["wide.png"]
        assert page.locator("output").inner_text() == "1 of 5"
        page.keyboard.press("ControlOrMeta+A")
        page.keyboard.press("Delete")
        page.keyboard.press("Escape")
        page.keyboard.press("s")
        shares = page.locator("#pairs > :not(.equal)").evaluate_all(
            "pairs => pairs.map(pair => Number(pair.dataset.share))"
        )
        assert shares == sorted(shares, reverse=True) and shares[0] == 1, shares
        page.keyboard.press("s")
        for key, place in [("j", 0), ("j", 1), ("k", 0)]:
            page.keyboard.press(key)
            focused = page.evaluate("document.activeElement.querySelector('h2').textContent")
            assert focused == changed[place], (key, focused)


def check_shown_pairs(browser, html):
    """Pictures are side by side, or stacked and wiped, even without scripts."""
    for script in [True, False]:
        with Visit(browser, html, java_script_enabled=script) as visit:
            page = visit.page
            pair = page.locator("#pairs > .resized")
            before, after = pair.locator(".before img"), pair.locator(".after img")
            boxes = [before.bounding_box(), after.bounding_box()]
            assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"], boxes
            page.locator("#view-wipe").check()
            boxes = [before.bounding_box(), after.bounding_box()]
            assert abs(boxes[0]["x"] - boxes[1]["x"]) < 0.1, boxes
            assert abs(boxes[0]["width"] - 400) < 0.1 and abs(boxes[1]["width"] - 500) < 0.1, boxes
            page.locator("#view-difference").check()
            assert pair.locator("img:visible").count() == 1
            page.locator("#view-flicker").check()
            assert pair.locator("img:visible").count() >= 1
            if not script:
                continue
            for key in ["2", "j"]:
                page.keyboard.press(key) if key == "j" else page.locator("#view-wipe").check()
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("j")
            width = "document.querySelector('article:focus .before').getBoundingClientRect().width"
            page.keyboard.press("k")
            first = page.evaluate(width)
            page.keyboard.press("ArrowRight")
            assert page.evaluate(width) > first
            box = page.locator("article:focus .both").bounding_box()
            page.mouse.move(box["x"] + 100, box["y"] + 20)
            assert abs(page.evaluate(width) - 100) < 1, page.evaluate(width)


def check_looks(browser, html):
    """Texts are legible, light and dark, and a phone needs no horizontal scrolling."""
    for scheme in ["light", "dark"]:
        with Visit(browser, html, 390, 844, color_scheme=scheme) as visit:
            assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
            ground = visit.style("body", "backgroundColor")
            for selector in ["h1", "header p", "figcaption"]:
                assert contrast(visit.style(selector, "color"), ground) >= 4.5, (scheme, selector)
