"""Opens a PDF in Chromium's viewer: view.py PDF SCREENSHOT."""

import pathlib
import sys

from playwright.sync_api import sync_playwright

pdf, screenshot = map(pathlib.Path, sys.argv[1:])
size = {"width": 1400, "height": 1000}
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = browser.new_page(viewport=size)
    frame = pdf.with_suffix(".html")
    frame.write_text(
        f'<body style="margin:0"><embed src="{pdf.name}" type="application/pdf" '
        f'width="{size["width"]}" height="{size["height"]}"></body>')
    page.goto(frame.resolve().as_uri())
    # The viewer does not report when it has drawn a page.
    page.wait_for_timeout(5000)
    page.screenshot(path=screenshot)
    browser.close()
