#!/usr/bin/env python3
"""Runs the command on damaged pictures of every format, and compares its memory with that for an undamaged picture.

    Tests/Pipelines/mutants.py .build/release/contactsheet [COUNT] [FORMAT...]

1,000 mutants of each format by default. A file may be refused, but must not kill the run; reading its header
may take 64 MB more than for the undamaged file, and a sheet 128 MB. Needs Pillow; HEIC needs pillow-heif.
"""
import io, os, random, resource, struct, subprocess, sys, tempfile
from PIL import Image, ImageDraw

MEGABYTE = 1 << 20


def picture():
    image = Image.effect_mandelbrot((160, 120), (-2, -1, 1, 1), 60).convert("RGB")
    ImageDraw.Draw(image).ellipse((20, 20, 90, 90), fill="teal")
    return image


def saved(form, **options):
    exif = Image.Exif()
    exif[274], exif[271] = 1, "Maker"
    stream = io.BytesIO()
    picture().save(stream, form, exif=exif, **options)
    return stream.getvalue()


def raw():
    """A directory with a preview, as in Sony's files."""
    jpeg = saved("JPEG")
    entries = [(256, 4, 1, 160), (257, 4, 1, 120), (274, 3, 1, 1), (513, 4, 1, 74), (514, 4, 1, len(jpeg))]
    table = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return struct.pack("<2sHIH", b"II", 42, 8, len(entries)) + table + bytes(4) + jpeg


def heif():
    import pillow_heif

    pillow_heif.register_heif_opener()
    return saved("HEIF", quality=60)


SAMPLES = {
    "png": lambda: saved("PNG"),
    "jpg": lambda: saved("JPEG"),
    "progressive.jpg": lambda: saved("JPEG", progressive=True),
    "webp": lambda: saved("WEBP"),
    "lossless.webp": lambda: saved("WEBP", lossless=True),
    "tif": lambda: saved("TIFF", compression="tiff_lzw"),
    "gif": lambda: saved("GIF", save_all=True, append_images=[picture().rotate(9), picture().rotate(18)]),
    "arw": raw,
    "avif": lambda: saved("AVIF"),
    "heic": heif,
}


def mutant(chance, sample):
    data = bytearray(sample)
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        if len(data) < 16:
            break
        place = chance.randrange(min(len(data), chance.choice([64, 1024, len(data)])))
        kind = chance.randrange(6)
        if kind == 0:
            data[place] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[place] = chance.choice([0, 1, 127, 128, 255])
        elif kind == 2:
            size = chance.choice([2, 4, 8])
            data[place : place + size] = bytes([chance.choice([0, 255])]) * size
        elif kind == 3:
            del data[place : place + chance.randrange(1, 40)]
        elif kind == 4:
            part = data[place : place + chance.randrange(1, 400)]
            data[place:place] = part * chance.choice([1, 1, 50])
        elif len(data) > 64:
            del data[max(32, place) :]
    return bytes(data)


def run(command):
    """The status and the peak memory in bytes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_maxrss * 1024, message


def main():
    command, count = os.path.realpath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    formats = sys.argv[3:] or list(SAMPLES)
    text = subprocess.run([command, "--help"], capture_output=True, text=True).stdout
    limit = ["--max-memory", "64M"] if "--max-memory" in text else []
    failures = 0
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    print(f"{'format':16} {'mutants':>8} {'read':>6} {'header MB':>10} {'sheet MB':>9}")
    for name in formats:
        try:
            sample = SAMPLES[name]()
        except ImportError:
            print(f"{name:16} skipped: needs pillow-heif")
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, f"a.{name}")
            ways = [
                ("header", 64, [command, path, "--list={path} {width} {camera} {taken}"]),
                ("sheet", 128, [command, path, *limit, "-o", os.path.join(folder, "o.png"), "--force"]),
            ]
            with open(path, "wb") as file:
                file.write(sample)
            plain = [run(way[2]) for way in ways]
            assert all(status == 0 for status, _, _ in plain), plain
            chance, peaks, read = random.Random(name), [0, 0], 0
            for number in range(count):
                data = mutant(chance, sample)
                with open(path, "wb") as file:
                    file.write(data)
                for index, (way, most, words) in enumerate(ways):
                    status, peak, message = run(words)
                    more = peak - plain[index][1]
                    peaks[index] = max(peaks[index], more)
                    read += index == 1 and status == 0
                    if status not in (0, 1, 2) or more > most * MEGABYTE:
                        failures += 1
                        kept = f"{tempfile.gettempdir()}/mutant-{number}.{name}"
                        with open(kept, "wb") as file:
                            file.write(data)
                        print(f"{kept}: {way}: status {status}, {more // MEGABYTE} MB more {message[-200:]}")
            print(f"{name:16} {count:8} {read:6} {peaks[0] / MEGABYTE:10.1f} {peaks[1] / MEGABYTE:9.1f}", flush=True)
    sys.exit(failures > 0)


main()
