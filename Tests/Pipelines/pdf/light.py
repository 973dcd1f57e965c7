"""Checks a PDF whose pictures are JPEGs against the sheet as a PNG: light.py PDF PNG SCREENSHOT.

Pillow and djpeg decode its JPEGs, which are compared with the areas of the sheet. Chromium draws
the first page on a colour that the viewer does not use, and the result is compared as well. Pillow
itself cannot read PDFs.
"""

import io
import pathlib
import re
import subprocess
import sys

import numpy as np
import pikepdf
from PIL import Image
from playwright.sync_api import sync_playwright

GROUND = (255, 255, 0)


def decibels(one, other):
    error = np.mean((np.asarray(one, float) - np.asarray(other, float)) ** 2)
    return 10 * np.log10(255**2 / max(error, 1e-9))


def check_pictures(pdf, sheet):
    document = pikepdf.open(pdf)
    page = document.pages[0]
    scale = sheet.width / float(page.mediabox[2])
    matrix = None
    found = []
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "cm":
            matrix = [float(operand) for operand in operands]
        if str(operator) != "Do":
            continue
        picture = page.Resources.XObject[str(operands[0])]
        if picture.Filter != "/DCTDecode":
            continue
        data = picture.read_raw_bytes()
        drawn = Image.open(io.BytesIO(data)).convert("RGB")
        other = Image.open(io.BytesIO(subprocess.run(
            ["djpeg", "-dct", "int"], input=data, stdout=subprocess.PIPE, check=True).stdout))
        assert drawn.size == (picture.Width, picture.Height) == other.size
        most = int(np.abs(np.asarray(drawn, int) - np.asarray(other.convert("RGB"), int)).max())
        assert most <= 2, f"Pillow and djpeg differ by {most}"
        left = round(matrix[4] * scale)
        top = sheet.height - round(matrix[5] * scale) - drawn.height
        box = (left, top, left + drawn.width, top + drawn.height)
        assert abs(matrix[0] * scale - drawn.width) < 0.1, "the picture is stretched"
        found.append(decibels(drawn, sheet.crop(box)))
    assert found, "no picture is a JPEG"
    assert min(found) > 30, f"a picture is {min(found):.1f} dB from the sheet"
    print(f"{len(found)} JPEGs, as Pillow and djpeg decode them {min(found):.1f} to {max(found):.1f} dB from the sheet")


def view(pdf, screenshot):
    """The first page as Chromium draws it, with nothing around it."""
    # More pixels than the window shows, so that the page is not enlarged.
    size = {"width": 1200, "height": 1600}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport=size)
        frame = pdf.with_suffix(".html")
        frame.write_text(
            f'<body style="margin:0"><embed src="{pdf.name}#view=Fit&toolbar=0&navpanes=0" '
            f'type="application/pdf" width="{size["width"]}" height="{size["height"]}"></body>')
        page.goto(frame.resolve().as_uri())
        for _ in range(30):  # The viewer does not report when it has drawn a page.
            page.wait_for_timeout(1000)
            page.screenshot(path=screenshot)
            shot = Image.open(screenshot).convert("RGB")
            ground = np.abs(np.asarray(shot, int) - GROUND).max(axis=2) <= 2
            if ground.sum() > 50_000:
                break
        browser.close()
    rows, columns = np.where(ground.any(axis=1))[0], np.where(ground.any(axis=0))[0]
    assert rows.size, "Chromium shows no page"
    return shot.crop((int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1))


pdf, png, screenshot = map(pathlib.Path, sys.argv[1:])
sheet = Image.open(png).convert("RGB")
check_pictures(pdf, sheet)
drawn = view(pdf, screenshot)
# So small that the viewer's fractions of a pixel do not matter.
small = (drawn.width // 5, drawn.height // 5)
near = decibels(*(page.resize(small, Image.Resampling.BOX) for page in (drawn, sheet)))
print(f"Chromium draws the page with {drawn.width} x {drawn.height} pixels; small, it is {near:.1f} dB from the sheet")
assert abs(drawn.width / drawn.height - sheet.width / sheet.height) < 0.01 and near > 30
