#!/usr/bin/env python3
"""Makes the folders that the guide's commands name, like those of a photographer, a researcher or a tester.

The pictures are drawn: landscapes for photographs, rings for icons, and pages for screenshots. They have few
details, so that the guide's pictures are small files. The same version of Pillow makes the same files each time.
Needs Pillow.

usage: guide-folders.py FOLDER"""
import datetime, math, pathlib, random, subprocess, sys

from PIL import Image, ImageDraw, ImageFilter, ImageFont

folder = pathlib.Path(sys.argv[1])
CANON, SONY, LUMIX = ("Canon", "Canon EOS R6"), ("SONY", "ILCE-7M4"), ("Panasonic", "DC-GX9")
SKIES = [
    ("#6fa8dc", "#e3f0fa"), ("#d9714e", "#fbe0b0"), ("#2e3f73", "#b79fc6"), ("#9db8a8", "#f1f3e6"),
    ("#c4607e", "#f9d3c1")]
HILLS = ["#3f6b45", "#6b5b47", "#2b4a5c", "#7d7a42", "#54506e"]


def path(name):
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    return target


def landscape(seed, upright=False, width=480, height=320):
    """Hills under a sky, with the sun or the moon."""
    rng = random.Random(f"landscape {seed}")
    if upright:
        width, height = height, width
    top, bottom = (Image.new("RGB", (1, 1), color).getpixel((0, 0)) for color in SKIES[seed * 3 % len(SKIES)])
    horizon = int(height * rng.uniform(0.45, 0.7))
    picture = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(picture)
    for y in range(height):
        part = min(1, y / horizon)
        draw.line([(0, y), (width, y)], fill=tuple(round(a + (b - a) * part) for a, b in zip(top, bottom)))
    x, y, radius = rng.randint(width // 6, width * 5 // 6), int(horizon * rng.uniform(0.3, 0.8)), rng.randint(14, 34)
    draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill="#fff3cf")
    for layer in range(3):
        base = horizon + layer * (height - horizon) // 3
        phase, length = rng.uniform(0, 6), rng.uniform(0.5, 1.2) * width
        rise = height * rng.uniform(0.05, 0.13)
        ridge = [(x, base - rise * math.sin(phase + x * 2 * math.pi / length)) for x in range(0, width + 8, 8)]
        draw.polygon([(0, height), *ridge, (width + 8, height)], fill=HILLS[(seed + layer) % len(HILLS)])
    return picture


def xmp(rating, keywords):
    words = "".join(f"<rdf:li>{word}</rdf:li>" for word in keywords)
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        f'xmp:Rating="{rating}"><dc:subject><rdf:Bag>{words}</rdf:Bag></dc:subject></rdf:Description></rdf:RDF>'
        "</x:xmpmeta>"
    ).encode()


def photograph(name, picture, taken, camera=CANON, rating=0, keywords=()):
    exif = Image.Exif()
    exif[271], exif[272] = camera
    details = exif.get_ifd(0x8769)
    details[0x9003], details[0x8827] = taken.strftime("%Y:%m:%d %H:%M:%S"), 400
    picture.save(path(name), quality=95, subsampling=0, exif=exif, xmp=xmp(rating, keywords))


def minutes(number):
    return datetime.timedelta(minutes=number)


def photos():
    start = datetime.datetime(2025, 6, 13, 9, 30)
    for n in range(24):
        taken = start + datetime.timedelta(days=n // 8) + minutes(n % 8 * 47)
        keywords = ["harbour"] if n % 4 == 0 else []
        photograph(f"photos/IMG_{1201 + n}.jpg", landscape(n, n % 5 == 3), taken, CANON, (n * 7 + 3) % 6, keywords)


def wedding():
    """The Sony's clock is an hour and three minutes slow."""
    parts = [("10:05", 22), ("14:00", 38), ("21:10", 24)]
    n = 0
    for part, count in parts:
        start = datetime.datetime.strptime(f"2025-06-14 {part}", "%Y-%m-%d %H:%M")
        for i in range(count):
            taken, sony = start + minutes(2 * i), n % 3 == 2
            name = f"DSC0{4100 + n}.jpg" if sony else f"IMG_{4021 + n}.jpg"
            photograph(
                f"wedding/{name}", landscape(n + 40, n % 5 in (1, 4)), taken - minutes(63) if sony else taken,
                SONY if sony else CANON, n * 5 % 6)
            n += 1


def trip():
    n = 0
    for day, count in enumerate([7, 3, 12, 2, 5, 9, 2, 3, 14]):
        for i in range(count):
            taken = datetime.datetime(2025, 8, 1 + day, 8, 0) + minutes(29 * i)
            photograph(f"trip/P{1060001 + n}.jpg", landscape(day * 7 + i + 200, n % 6 == 2), taken, LUMIX)
            n += 1


def albums():
    for person, name in enumerate(["anna", "ben", "carla"]):
        for i in range(5 + person):
            taken = datetime.datetime(2025, 5, 1 + i, 12)
            photograph(f"albums/{name}/{name} {i + 1}.jpg", landscape(person * 11 + i + 300), taken)


def portraits():
    """Busts in front of a wall."""
    for n in range(4):
        picture = Image.new("RGB", (900, 1200), ["#dfe4ea", "#e9e2d6", "#dbe7e0", "#e7dde4"][n])
        draw = ImageDraw.Draw(picture)
        draw.ellipse([150, 850, 750, 1500], fill=HILLS[n])
        draw.rounded_rectangle([380, 700, 520, 930], 60, fill="#c98f6f")
        draw.ellipse([270, 320, 630, 790], fill=["#e0ac8b", "#8d5a3f", "#f0c8a8", "#b97d56"][n])
        draw.pieslice([250, 280, 650, 780], 180, 360, fill=["#4a3526", "#1f1a17", "#c99a4b", "#332b2b"][n])
        for x in (375, 495):
            draw.ellipse([x, 530, x + 30, 560], fill="#26221f")
        draw.arc([380, 590, 520, 700], 20, 160, fill="#7c3f35", width=10)
        name = ["Anna", "Ben", "Carla", "Deniz"][n]
        photograph(f"portraits/{name}.jpg", picture, datetime.datetime(2025, 5, 2, 10, n))


def film():
    for n in range(36):
        photograph(f"film/R12_{n:02}.jpg", landscape(n + 400), datetime.datetime(2025, 4, 5, 11) + minutes(9 * n))


def frames():
    """A frame for every minute of a film, and a document of four pages."""
    for n in range(20):
        scene = landscape(n // 3 + 700, width=320, height=180)
        scene.rotate(n % 3 * 2, Image.BICUBIC, fillcolor="#888").save(path(f"frames/{n + 1:04}.png"))
    pages = [landscape(n + 800, upright=True, width=420, height=300) for n in range(4)]
    pages[0].save(path("brochure.pdf"), save_all=True, append_images=pages[1:])


def bursts():
    """Two bursts of slightly different pictures, one of them sharp in each burst; single pictures; and two copies."""
    n = 0
    for scene, shots in enumerate([1, 4, 1, 3, 1]):
        whole = landscape(scene + 500, width=520, height=350)
        for shot in range(shots):
            picture = whole.crop((4 + 3 * shot, 5 + 2 * shot, 484 + 3 * shot, 325 + 2 * shot))
            if shot != shots // 2:
                picture = picture.filter(ImageFilter.GaussianBlur(1.5))
            taken = datetime.datetime(2025, 7, 20, 16, 5 * scene, shot)
            photograph(f"bursts/IMG_{7001 + n}.jpg", picture, taken)
            if n in (2, 5):
                picture.resize((240, 160), Image.LANCZOS).save(path(f"bursts/for the web {n}.jpg"), quality=85)
            n += 1


def products():
    rows = ["file,product,price,stock"]
    for n, (name, price, stock) in enumerate([
            ("Enamel mug", "12.50", 40), ("Tea towel", "9.00", 112), ("Oak board", "34.00", 7),
            ("Salt cellar", "18.00", 0), ("Linen apron", "42.00", 15), ("Bread knife", "29.50", 23)]):
        picture = Image.new("RGB", (400, 400), "white")
        draw = ImageDraw.Draw(picture)
        color = HILLS[n % 5]
        outline = [90, 110 - 20 * (n % 3), 310, 310]
        if n % 2:
            draw.ellipse(outline, fill=color)
        else:
            draw.rounded_rectangle(outline, 24, fill=color)
        draw.rectangle([90 + 30 * (n % 3), 300, 310 - 30 * (n % 3), 330], fill="#d9d4c9")
        picture.save(path(f"products/P-{100 + n}.png"))
        rows.append(f"P-{100 + n}.png,{name},{price},{stock}")
    path("products.csv").write_text("\r\n".join(rows) + "\r\n")


def digits():
    """Handwritten digits, and what a classifier took them for."""
    rng, rows, font = random.Random(7), ["file,truth,prediction"], ImageFont.load_default(26)
    for n in range(60):
        truth = [3, 5, 8][n % 3]
        prediction = truth if rng.random() < 0.75 else rng.choice([3, 5, 8])
        picture = Image.new("L", (28, 28), 0)
        ImageDraw.Draw(picture).text((8 + rng.randint(-2, 2), -3 + rng.randint(-2, 2)), str(truth), fill=255, font=font)
        picture.rotate(rng.uniform(-18, 18), Image.BICUBIC).save(path(f"digits/{n:03}.png"))
        rows.append(f"{n:03}.png,{truth},{prediction}")
    path("predictions.csv").write_text("\n".join(rows) + "\n")


def cells():
    """Micrographs at two magnifications, with the width of a pixel as ImageJ records it."""
    rng = random.Random(11)
    for n in range(8):
        magnification, size = (20, 0.32) if n % 4 else (40, 0.16)
        picture = Image.new("RGB", (600, 450), "#07070c")
        draw = ImageDraw.Draw(picture)
        for _ in range(34):
            x, y, r = rng.randint(0, 600), rng.randint(0, 450), rng.randint(14, 26) * magnification // 20
            draw.ellipse([x - r, y - r, x + r, y + r * rng.uniform(0.6, 1)], fill=(20, rng.randint(70, 130), 60))
            draw.ellipse([x - r // 3, y - r // 3, x + r // 3, y + r // 3], fill=(70, 90, rng.randint(170, 250)))
        picture = picture.filter(ImageFilter.GaussianBlur(3))
        picture.save(
            path(f"cells/{chr(97 + n // 4)}{n % 4 + 1}_{magnification}x.tif"), description="ImageJ=1.54f\nunit=micron\n",
            x_resolution=1 / size, y_resolution=1 / size, resolution_unit=1)


def renders():
    """Renderings, a reference of each scene, and two methods beside it; scores of the renderings."""
    subprocess.run([sys.executable, pathlib.Path(__file__).parents[2] / ".github/compared.py", folder], check=True)
    rows = ["file,psnr"]
    for picture in sorted((folder / "renders").glob("*spp.png")):
        scene, samples = picture.stem.removesuffix("spp").split("_")
        picture.rename(picture.with_name(f"{scene.replace(' ', '-')}_{samples}spp.png"))
        rows.append(f"{scene.replace(' ', '-')}_{samples}spp.png,{10 * math.log10(int(samples) * 90):.1f}")
    (folder / "renders/readme.png").unlink()
    path("scores.csv").write_text("\n".join(rows) + "\n")
    for scene in ["forest-in-fog", "spheres"]:
        for target, samples in [("reference", 256), ("methods/a", 16), ("methods/b", 64)]:
            Image.open(folder / f"renders/{scene}_{samples:03}spp.png").save(path(f"{target}/{scene}.png"))
    for scene in ["forest-in-fog", "spheres"]:
        Image.open(folder / f"renders/{scene}_256spp.png").save(path(f"samples/{scene}_reference.png"))
        for samples in [4, 64]:
            Image.open(folder / f"renders/{scene}_{samples:03}spp.png").save(path(f"samples/{scene}_{samples:03}.png"))


def ring(seed, color, side=48):
    """A ring that is open at one place, as icons may be."""
    picture = Image.new("RGBA", (4 * side, 4 * side))
    draw = ImageDraw.Draw(picture)
    edge, width = side // 2, side // 2
    draw.arc([edge, edge, 4 * side - edge, 4 * side - edge], 40 * seed, 40 * seed + 300, fill=color, width=width)
    draw.ellipse([2 * side - edge // 2, 2 * side - edge // 2, 2 * side + edge // 2, 2 * side + edge // 2], fill=color)
    return picture.resize((side, side), Image.LANCZOS)


def icons():
    for w, word in enumerate(["network-cellular", "audio-volume", "power-profile", "preferences-desktop"]):
        for e, end in enumerate(["acquiring", "disabled", "excellent", "hardware-disabled", "no-route", "good"]):
            ring(w * 6 + e, "#2b2b33").save(path(f"icons/{word}-signal-{end}-symbolic.png"))
    for theme, color in [("gnome", "#3465a4"), ("mate", "#4e9a06")]:
        for n, name in enumerate(["document-new", "edit-copy", "go-home", "list-add", "media-play", "view-sort"]):
            if (theme, name) != ("mate", "list-add"):
                ring(n, color).save(path(f"theme/{theme}/48x48/actions/{name}.png"))
    for side in (16, 24, 48, 96):
        for n, name in enumerate(["document-new", "edit-copy", "go-home"]):
            ring(n, "#232629", side).save(path(f"theme/breeze/actions/{side}/{name}.png"))
    for side in (16, 32, 64, 128):
        for n, name in enumerate(["document", "folder", "home"]):
            ring(n, "#7a3fa0", side).save(path(f"sizes/{side}/{name}.png"))
    for side in (16, 32, 128, 512):
        for n, name in enumerate(["app", "document"]):
            ring(n, "#7a3fa0", side).save(path(f"files/{name}-{side}.png"))


def sprites():
    for n, name in enumerate(["slime", "knight", "bat", "chest"]):
        for frame in range(3):
            rng = random.Random(f"sprite {name}")
            picture = Image.new("RGBA", (16, 16))
            color = tuple(rng.randint(60, 240) for _ in range(3))
            for y in range(2, 14):
                for x in range(8):
                    if rng.random() < 0.6:
                        shade = color if rng.random() < 0.7 else tuple(value // 2 for value in color)
                        for at in (x, 15 - x):
                            picture.putpixel((at, min(15, y + (frame if y < 6 else 0))), (*shade, 255))
            picture.save(path(f"sprites/{name}_{frame}.png"))


def screen(seed, changed=False, height=300):
    """A page of a program: a bar, a list on the left, and cards."""
    rng = random.Random(f"screen {seed}")
    picture = Image.new("RGB", (480, height), "#f6f7f9")
    draw = ImageDraw.Draw(picture)
    draw.rectangle([0, 0, 480, 36], fill=["#2563eb", "#059669", "#d94628", "#7c3aed"][seed % 4])
    for row in range(6):
        draw.rounded_rectangle([16, 56 + 34 * row, 16 + rng.randint(50, 100), 68 + 34 * row], 4, fill="#b8bcc6")
    for row in range(2):
        for column in range(3):
            x, y = 140 + 112 * column, 56 + 116 * row
            draw.rounded_rectangle([x, y, x + 100, y + 104], 6, fill="white", outline="#d4d7de")
            for line in range(rng.randint(2, 4)):
                draw.rectangle([x + 10, y + 44 + 14 * line, x + rng.randint(40, 90), y + 50 + 14 * line], fill="#7b808c")
            draw.rectangle([x + 10, y + 10, x + 90, y + 34], fill=HILLS[rng.randrange(5)])
    if changed:
        draw.rounded_rectangle([252, 228, 352, 276], 6, fill="#facc15")
    return picture


def screens():
    """In after, two screens changed, and one each was added, removed and renamed. In shots, two changed."""
    names = [
        "account/login.png", "account/profile.png", "shop/cart.png", "shop/checkout.png", "shop/search.png",
        "settings.png"]
    for n, name in enumerate(names):
        for new, old in [("after", "before"), ("shots", "approved")]:
            changed = n in (0, 3)
            screen(n, changed).save(path(f"{new}/{name}"))
            screen(n).save(path(f"{old}/{name}"))
    screen(9).save(path("before/old-invoice.png"))
    screen(9).save(path("after/invoice.png"))
    screen(10).save(path("before/legacy.png"))
    screen(11).save(path("after/welcome.png"))
    for n, name in enumerate(["login", "checkout"]):
        screen(n, n == 1).save(path(f"results/{name}-actual.png"))
        screen(n).save(path(f"results/{name}-expected.png"))
    screen(0, True).save(path("new.png"))
    screen(0).save(path("old.png"))


def assets():
    """Pictures, and a copy of one under another name."""
    for n, name in enumerate(["hero.png", "logo.png", "team/anna.png"]):
        landscape(n + 600, width=240, height=160).save(path(f"assets/{name}"))
    (folder / "assets/team/ben.png").write_bytes((folder / "assets/logo.png").read_bytes())


def zine():
    """The pages of a booklet of A6."""
    font, small = ImageFont.load_default(150), ImageFont.load_default(28)
    for n in range(1, 9):
        picture = Image.new("RGB", (296, 420), ["#f4d35e", "#ee964b", "#f95738", "#c8d5b9"][n % 4])
        draw = ImageDraw.Draw(picture)
        draw.text((148, 200), str(n), fill="#1d3557", font=font, anchor="mm")
        draw.text((148, 370), {1: "front", 8: "back"}.get(n, ""), fill="#1d3557", font=small, anchor="mm")
        picture.save(path(f"zine/page-{n:02}.png"))


def logo():
    picture = Image.new("RGBA", (240, 80))
    draw = ImageDraw.Draw(picture)
    draw.ellipse([4, 4, 76, 76], outline="#2b2b33", width=8)
    draw.ellipse([28, 28, 52, 52], fill="#d9714e")
    draw.text((92, 18), "Studio", fill="#2b2b33", font=ImageFont.load_default(40))
    picture.save(path("logo.png"))


for make in (
        photos, wedding, trip, albums, portraits, film, frames, bursts, products, digits, cells, renders, icons, sprites,
        screens, assets, zine, logo):
    make()
