"""Compares pictures shown at their own size on a sheet with what Pillow and pillow-heif decode.

    pixels.py CONTACTSHEET FOLDER [PICTURE...]    without pictures, writes some of every format to FOLDER

Prints the number of pictures of each kind of file, the largest difference of a sample from
Pillow's, and the lowest signal-to-noise ratio. Fails if a lossless file differs by more than 1 of
255, or a lossy one is below 40 dB.
"""
import io, json, math, os, struct, subprocess, sys

import numpy
import pillow_heif
from PIL import Image, ImageCms, ImageOps

SIZES = [(1, 1), (2, 3), (33, 17), (64, 64), (255, 131)]
SRGB = ImageCms.createProfile("sRGB")


def colors(width, height, alpha=False):
    """Smooth colours with edges in brightness and some noise; alpha takes all values.

    Hue has no edges, since decoders enlarge subsampled chroma in different ways.
    """
    y, x = numpy.mgrid[0:height, 0:width]
    noise = numpy.random.default_rng(width).integers(-6, 7, (height, width, 1))
    edge = 50 * ((x // 24 + y // 16) % 2)
    waves = [60 + x * 60 // 255 + edge, 50 + y * 80 // 255 + edge, 150 - (x + y) * 60 // 386 + edge]
    samples = numpy.clip(numpy.stack(waves, -1) + noise, 0, 255)
    if alpha:
        samples = numpy.dstack([samples, (x * 7 + y * 5) % 256])
    return Image.fromarray(samples.astype("u1"))


def profile():
    """A Display P3 profile with a gamma of 2.2."""
    def fixed(*numbers):
        return struct.pack(f">{len(numbers)}i", *(round(number * 65536) for number in numbers))

    matrix = [(0.515121, 0.241196, -0.001053), (0.291977, 0.692245, 0.041885), (0.157104, 0.066574, 0.784073)]
    tags = {b"wtpt": b"XYZ \0\0\0\0" + fixed(0.9642, 1, 0.8249), b"desc": b"desc\0\0\0\0\0\0\0\2P\0" + bytes(80)}
    for name, column in zip("rgb", matrix):
        tags[name.encode() + b"XYZ"] = b"XYZ \0\0\0\0" + fixed(*column)
        tags[name.encode() + b"TRC"] = b"curv\0\0\0\0\0\0\0\1" + struct.pack(">H", round(2.2 * 256))
    table, data = struct.pack(">I", len(tags)), b""
    for name, value in tags.items():
        table += name + struct.pack(">II", 132 + 12 * len(tags) + len(data), len(value))
        data += value + bytes(-len(value) % 4)
    head = struct.pack(">I4sI4s4s4s", 132 + len(table) - 4 + len(data), b"\0\0\0\0", 0x2400000, b"mntr", b"RGB ", b"XYZ ")
    head += bytes(12) + b"acsp" + bytes(28) + fixed(0.9642, 1, 0.8249)
    return head + bytes(128 - len(head)) + table + data


def turned(orientation):
    exif = Image.Exif()
    exif[0x112] = orientation
    return exif.tobytes()


def raw(path, picture):
    """Directories as in a RAW file, with a hidden sensor picture and a preview beside it."""
    preview = io.BytesIO()
    picture.save(preview, "JPEG", quality=95)
    entries = [(259, 3, 1, 1), (274, 3, 1, 6), (513, 4, 1, 64), (514, 4, 1, preview.tell())]
    directory = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries) + bytes(4)
    with open(path, "wb") as file:
        file.write((b"II*\0\x08\0\0\0" + directory).ljust(64, b"\0") + preview.getvalue())


def animation(path, picture):
    others = [picture.rotate(180), ImageOps.invert(picture.convert("RGB"))]
    picture.save(path, save_all=True, append_images=others, lossless=True, exact=True)


def deep(path, picture):
    samples = numpy.asarray(picture).astype("u2") * 257
    pillow_heif.from_bytes("RGB;16", picture.size, samples.tobytes()).save(path, quality=90)


def saved(**options):
    return lambda path, picture: picture.save(path, **options)


def grey(**options):
    return lambda path, picture: picture.convert("L").save(path, **options)


# The name of the kind, the extension, whether it is lossless, whether it has alpha, and its writer.
KINDS = [
    ("PNG", "png", True, False, saved()),
    ("PNG, alpha", "png", True, True, saved()),
    ("PNG, grey", "png", True, False, grey()),
    ("PNG, palette", "png", True, False, lambda path, picture: picture.quantize(64).save(path)),
    ("PNG, profile", "png", True, False, saved(icc_profile=profile())),
    ("PNG, turned", "png", True, False, saved(exif=turned(6))),
    ("JPEG 4:4:4", "jpg", False, False, saved(quality=95, subsampling=0)),
    ("JPEG 4:2:2", "jpg", False, False, saved(quality=80, subsampling=1)),
    ("JPEG 4:2:0", "jpg", False, False, saved(quality=60, subsampling=2)),
    ("JPEG, progressive", "jpg", False, False, saved(quality=90, progressive=True)),
    ("JPEG, grey", "jpg", False, False, grey(quality=90)),
    ("JPEG, profile", "jpg", False, False, saved(quality=90, icc_profile=profile())),
    ("JPEG, turned", "jpg", False, False, saved(quality=90, exif=turned(7))),
    ("WebP", "webp", False, False, saved(quality=80)),
    ("WebP, alpha", "webp", False, True, saved(quality=80)),
    ("WebP, lossless", "webp", True, False, saved(lossless=True)),
    ("WebP, lossless, alpha", "webp", True, True, saved(lossless=True, exact=True)),
    ("WebP, profile", "webp", True, False, saved(lossless=True, icc_profile=profile())),
    ("WebP, turned", "webp", True, False, saved(lossless=True, exif=turned(5))),
    ("WebP, animated", "webp", True, False, animation),
    ("WebP, animated, alpha", "webp", True, True, animation),
    ("GIF", "gif", True, False, lambda path, picture: picture.quantize(64).save(path)),
    ("RAW", "nef", False, False, raw),
    ("HEIC", "heic", False, False, saved(quality=80)),
    ("HEIC 4:4:4", "heic", False, False, saved(quality=90, chroma=444)),
    ("HEIC, lossless", "heic", True, False, saved(quality=-1, chroma=444, matrix_coefficients=0)),
    ("HEIC, alpha", "heic", False, True, saved(quality=80)),
    ("HEIC, 10 bits", "heic", False, False, deep),
    ("HEIC, profile", "heic", False, False, saved(quality=90, icc_profile=profile())),
    ("HEIC, turned", "heic", False, False, saved(quality=90, exif=turned(6))),
    ("AVIF", "avif", False, False, saved(quality=80)),
    ("AVIF 4:4:4", "avif", False, False, saved(quality=90, subsampling="4:4:4")),
    ("AVIF, alpha", "avif", False, True, saved(quality=80)),
    ("AVIF, profile", "avif", False, False, saved(quality=90, icc_profile=profile())),
    ("AVIF, turned", "avif", False, False, saved(quality=90, exif=turned(5))),
]
# The library without which files with an extension are skipped.
LIBRARIES = {"heic": "libheif", "avif": "libheif"}


def expected(path):
    """The picture as Pillow shows it: upright, in sRGB, with alpha."""
    with open(path, "rb") as file:
        data = file.read()
    orientation = 1
    if path.endswith(".nef"):
        data, orientation = data[64:], 6
    picture = Image.open(io.BytesIO(data))
    if orientation != 1:
        picture.getexif()[0x112] = orientation
    picture = ImageOps.exif_transpose(picture)
    profile = picture.info.get("icc_profile")
    picture = picture.convert("RGBA")
    if profile:
        alpha = picture.getchannel("A")
        picture = ImageCms.profileToProfile(
            picture.convert("RGB"), io.BytesIO(profile), SRGB, ImageCms.Intent.RELATIVE_COLORIMETRIC)
        picture.putalpha(alpha)
    return numpy.asarray(picture).astype(float)


def visible(samples):
    """Weights colours by their alpha."""
    samples = samples.astype(float)
    samples[..., :3] *= samples[..., 3:] / 255
    return samples


def compare(command, folder, paths, kinds):
    sheet, manifest = os.path.join(folder, "sheet.png"), os.path.join(folder, "sheet.json")
    sizes = [expected(path).shape for path in paths]
    cell = f"{max(size[1] for size in sizes)}x{max(size[0] for size in sizes)}"
    subprocess.run(
        [command, "--no-config", "--quiet", *paths, "--scale", "none", "--cell", cell, "--margin", "0", "--gap", "0",
         "--background", "none", "--sort", "given", "-o", sheet, "--manifest", manifest],
        check=True)
    with open(manifest) as file:
        tiles = [tile for page in json.load(file)["pages"] for tile in page["tiles"]]
    assert len(tiles) == len(paths), f"{len(tiles)} of {len(paths)} pictures"
    pixels = numpy.asarray(Image.open(sheet).convert("RGBA"))
    rows = {}
    for path, tile, kind in zip(paths, tiles, kinds):
        x, y, width, height = (tile["image"][key] for key in ["x", "y", "width", "height"])
        wanted = expected(path)
        assert wanted.shape[:2] == (height, width), f"{path}: {width} x {height} instead of {wanted.shape[1::-1]}"
        errors = numpy.abs(visible(wanted) - visible(pixels[y:y + height, x:x + width]))
        mean = float((errors ** 2).mean())
        ratio = 10 * math.log10(255 ** 2 / mean) if mean else math.inf
        row = rows.setdefault(kind, [0, 0.0, math.inf])
        row[:] = [row[0] + 1, max(row[1], float(errors.max())), min(row[2], ratio)]
    return rows


def main():
    command, folder, *paths = sys.argv[1:]
    pillow_heif.register_heif_opener()
    kinds = [os.path.basename(path) for path in paths]
    exact = {}
    if not paths:
        version = subprocess.run([command, "--version"], check=True, capture_output=True, text=True).stdout
        for number, (kind, ending, is_exact, has_alpha, write) in enumerate(KINDS):
            if (library := LIBRARIES.get(ending)) and f"{library}: found" not in version:
                print(f"{kind}: left out, because the command has no {library}")
                continue
            exact[kind] = is_exact
            for width, height in SIZES:
                paths.append(os.path.join(folder, f"{number:02} {width}x{height}.{ending}"))
                kinds.append(kind)
                write(paths[-1], colors(width, height, has_alpha))
    print("kind\tpictures\tlargest difference\tlowest dB")
    failures = []
    for kind, (count, difference, ratio) in compare(command, folder, paths, kinds).items():
        print(f"{kind}\t{count}\t{difference:.2f}\t{ratio:.1f}")
        if difference > 1.005 if exact.get(kind) else ratio < 40:
            failures.append(kind)
    if failures:
        sys.exit("too far from Pillow's: " + ", ".join(failures))


main()
