#!/usr/bin/env python3
"""Makes the pictures that the guide's page about matrices compares: FOLDER/plots, a sweep of two parameters;
FOLDER/renders, our own pictures with the noise of few samples; FOLDER/out, pages as three browsers might show them. Needs
Pillow.

usage: .github/compared.py FOLDER"""
import math
import pathlib
import random
import sys

from PIL import Image, ImageDraw, ImageFont

samples = pathlib.Path(__file__).parents[1] / "SampleImages"
folder = pathlib.Path(sys.argv[1])


def plot(damping, frequency):
    """A damped oscillation, drawn at twice the size and then reduced."""
    width, height, margin = 400, 300, 20
    picture = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(picture)
    for step in range(1, 4):
        y = margin + step * (height - 2 * margin) / 4
        draw.line([(margin, y), (width - margin, y)], fill="#e4e4e7", width=2)
    points = []
    for x in range(width - 2 * margin):
        t = x / 36
        y = math.exp(-damping * t) * math.cos(frequency * t)
        points.append((margin + x, height / 2 - y * (height / 2 - margin)))
    draw.line(points, fill="#1d4ed8", width=5, joint="curve")
    draw.line([(margin, margin), (margin, height - margin), (width - margin, height - margin)], fill="#18181b", width=2)
    return picture.resize((width // 2, height // 2), Image.LANCZOS)


def render(name, spp):
    """A picture with the noise that remains after this number of samples per pixel."""
    picture = Image.open(samples / f"{name}.png").convert("RGB")
    picture.thumbnail((180, 180), Image.LANCZOS)
    rng = random.Random(f"{name} {spp}")
    sigma = 150 / math.sqrt(spp)
    pixels = bytes(
        max(0, min(255, round(value + rng.gauss(0, sigma)))) for value in picture.tobytes())
    return Image.frombytes("RGB", picture.size, pixels)


def page(kind, browser):
    """A page in a browser's colours; letters have a different width in each."""
    width, height = 320, {"index": 220, "article": 300, "login": 180, "search": 240}[kind]
    scale, ink, bar = {"chrome": (1, "#1d4ed8", 22), "firefox": (1.06, "#0060df", 26), "safari": (0.97, "#0066cc", 20)}[browser]
    picture = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(picture)
    draw.rectangle([0, 0, width, bar], fill="#27272a")
    font = ImageFont.load_default(round(9 * scale))
    draw.text((10, bar / 2 - 6), "example.org", fill="white", font=font)
    draw.text((16, bar + 12), kind.capitalize(), fill="#18181b", font=ImageFont.load_default(round(17 * scale)))
    rng = random.Random(kind)
    y = bar + 42
    if kind == "login":
        for label in ["Name", "Password"]:
            draw.rounded_rectangle([16, y, 16 + 200, y + 24], 5, outline="#a1a1aa")
            draw.text((24, y + 6), label, fill="#71717a", font=font)
            y += 34
        draw.rounded_rectangle([16, y, 16 + 80 * scale, y + 24], 5, fill=ink)
        draw.text((28, y + 6), "Sign in", fill="white", font=font)
        return picture
    while y < height - 24:
        x = 16
        while x < width - 60:
            length = rng.randint(14, 46) * scale
            draw.rectangle([x, y, min(x + length, width - 16), y + 6], fill=ink if rng.random() < 0.08 else "#52525b")
            x += length + 6 * scale
        y += 14
    if kind == "index":
        draw.rounded_rectangle([width - 110, bar + 44, width - 16, bar + 110], 6, fill="#d4d4d8")
    return picture


def save(picture, *parts):
    path = folder.joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path)


for damping in [0.05, 0.2, 0.8]:
    for frequency in [1, 2, 4, 8]:
        save(plot(damping, frequency), "plots", f"damping {damping} frequency {frequency}.png")
for name in ["spheres", "stained glass", "glass marble", "forest in fog"]:
    for spp in [1, 4, 16, 64, 256]:
        if (name, spp) != ("glass marble", 256):
            save(render(name, spp), "renders", f"{name}_{spp:03}spp.png")
save(plot(0.2, 2), "renders", "readme.png")
for kind in ["index", "article", "login", "search"]:
    for browser in ["chrome", "firefox", "safari"]:
        if (kind, browser) != ("search", "safari"):
            sub = ["docs"] if kind == "article" else []
            save(page(kind, browser), "out", browser, *sub, f"{kind}.png")
