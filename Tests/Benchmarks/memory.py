#!/usr/bin/env python3
"""Measures the peak memory of runs against --max-memory, for every input and output format.

    Tests/Benchmarks/memory.py .build/release/contactsheet [--quick] [NAME...]

Each kind of picture is made here and put sixteen times into a folder: small hostile files, and real ones
like those that cameras and programs write. Each folder is rendered with 1, 2, 8 and 16 workers within 64M,
256M and 1GiB; --quick uses 1 and 16 workers within 64M and 1GiB. NAME selects the kinds that begin with it.
The peak may be 64 MB above the budget; the status is 1 if any run takes more, or is ended by a signal.

AVIFs need a C compiler and libaom-dev; HEICs and AVIFs made by libheif need its encoders. What cannot be made is skipped.
"""
import ctypes, multiprocessing, os, resource, shutil, signal, struct, subprocess, sys, tempfile, zlib

MEGABYTE = 1 << 20
ALLOWANCE = 64 * MEGABYTE
COPIES = 16
BUDGETS = {"64M": 64_000_000, "256M": 256_000_000, "1GiB": 1 << 30}
WORKERS = [1, 2, 8, 16]
# A run that takes this much memory is stopped before it harms the machine.
MOST_BYTES = 10 << 30
SECONDS = 120


class Missing(Exception):
    """Something that this machine lacks for making a picture."""


# ---- PNG ----


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, bits=8, color=2, interlaced=False, level=9, more=b""):
    """A black PNG; its rows are compressed in pieces, so that no large picture is in memory here."""
    samples = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    packer, parts = zlib.compressobj(level), []
    passes = [(1, 1, 0, 0)]
    if interlaced:
        passes = [(8, 8, 0, 0), (8, 8, 4, 0), (4, 8, 0, 4), (4, 4, 2, 0), (2, 4, 0, 2), (2, 2, 1, 0), (1, 2, 0, 1)]
    for step_x, step_y, left, top in passes:
        columns, rows = (width - left + step_x - 1) // step_x, (height - top + step_y - 1) // step_y
        row = bytes(1 + (columns * samples * bits + 7) // 8)
        at_once = max(1, MEGABYTE // len(row))
        for first in range(0, rows, at_once):
            parts.append(packer.compress(row * min(at_once, rows - first)))
    parts.append(packer.flush())
    head = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, interlaced)
    data = b"".join(parts)
    colors = chunk(b"PLTE", bytes(768)) if color == 3 else b""
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + more + colors + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def table_profile(grid, seed):
    """A profile with a table of grid³ colours, which depend on its seed."""
    curve = struct.pack(">256H", *range(0, 65536, 257))
    table = struct.pack(">H", seed) + bytes(grid**3 * 6 - 2)
    numbers = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536) + struct.pack(">HH", 256, 256)
    tags = [(b"desc", b"desc" + bytes(4) + struct.pack(">I", 2) + b"a\0" + bytes(78)),
            (b"wtpt", b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061)),
            (b"A2B0", b"mft2" + bytes(4) + bytes([3, 3, grid, 0]) + numbers + curve * 3 + table + curve * 3)]
    listing, body, start = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for name, data in tags:
        listing += struct.pack(">4sII", name, start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    head = struct.pack(">I4sI4s4s4s", start + len(body), b"lcms", 0x02400000, b"mntr", b"RGB ", b"XYZ ")
    head += bytes(12) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    return head + bytes(128 - len(head)) + listing + body


# ---- JPEG ----


def marker(code, data):
    return struct.pack(">BBH", 0xFF, code, len(data) + 2) + data


def jpeg(width, height, sampling=(1, 1), progressive=False, channels=3, scans=1):
    """A grey JPEG whose coefficients are all zero.

    A progressive one has `scans` scans, all of them of DC coefficients.
    """
    across, down = sampling
    parts = b"".join(
        bytes([number + 1, (across << 4 | down) if number == 0 else 0x11, 0]) for number in range(channels)
    )
    file = b"\xff\xd8" + marker(0xDB, b"\0" + b"\1" * 64)
    file += marker(0xC2 if progressive else 0xC0, struct.pack(">BHHB", 8, height, width, channels) + parts)
    # Each of the two tables has a single one-bit code: for a difference of zero, and for the end of a block.
    one_code = bytes([1] + [0] * 15 + [0])
    file += marker(0xC4, b"\0" + one_code + b"\x10" + one_code)
    columns, rows = (width + 8 * across - 1) // (8 * across), (height + 8 * down - 1) // (8 * down)
    blocks = across * down + channels - 1 if channels > 1 else 1
    if channels == 1:
        columns, rows = (width + 7) // 8, (height + 7) // 8
    bits = columns * rows * blocks * (1 if progressive else 2)
    data = bytes((bits + 7) // 8)
    tables = b"".join(bytes([number + 1, 0]) for number in range(channels))
    for number in range(scans):
        refining = progressive and number > 0
        last = (0, 0, 0x10 if refining and number == 1 else 0) if progressive else (0, 63, 0)
        file += marker(0xDA, bytes([channels]) + tables + bytes([last[0], last[1], 0 if progressive else 0]))
        file += data
    return file + b"\xff\xd9"


def claimed_jpeg(width, height, sampling=(1, 1)):
    """A progressive JPEG that ends in its first scan."""
    file = jpeg(16, 16, sampling, progressive=True)
    place = file.index(b"\xff\xc2") + 5
    return file[:place] + struct.pack(">HH", height, width) + file[place + 4 :]


# ---- TIFF ----


def tiff(width, height, chunks, compression=1, colors=2, samples=3, bits=8, form=1, rows=None, tile=None,
         planar=False, more=()):
    """A TIFF made of chunks that are already compressed; identical ones share their bytes."""
    entries = [(256, 4, [width]), (257, 4, [height]), (258, 3, [bits] * samples), (259, 3, [compression]),
               (262, 3, [colors]), (277, 3, [samples]), (284, 3, [2 if planar else 1]), (339, 3, [form] * samples)]
    places, data, known = [], b"", {}
    # The directory comes last, so that offsets are known.
    for one in chunks:
        if one not in known:
            known[one] = 8 + len(data)
            data += one
        places.append(known[one])
    sizes = [len(one) for one in chunks]
    if tile:
        entries += [(322, 4, [tile[0]]), (323, 4, [tile[1]]), (324, 4, places), (325, 4, sizes)]
    else:
        entries += [(273, 4, places), (278, 4, [rows or height]), (279, 4, sizes)]
    entries = sorted(entries + list(more))
    data += bytes(len(data) % 2)
    directory = 8 + len(data)
    beyond = directory + 2 + 12 * len(entries) + 4
    table, values = struct.pack("<H", len(entries)), b""
    for tag, kind, numbers in entries:
        packed = bytes(numbers) if kind == 7 else struct.pack(f"<{len(numbers)}{'HI'[kind == 4]}", *numbers)
        if len(packed) > 4:
            place = beyond + len(values)
            values += packed + bytes(len(packed) % 2)
            packed = struct.pack("<I", place)
        table += struct.pack("<HHI", tag, kind, len(numbers)) + packed.ljust(4, b"\0")
    return struct.pack("<2sHI", b"II", 42, directory) + data + table + bytes(4) + values


def zstandard(count, window=0x88):
    """Zeros as one frame with a window of 128 MB."""
    frame, left = bytes([0x28, 0xB5, 0x2F, 0xFD, 0, window]), count
    while left > 0:
        size = min(left, 128 << 10)
        left -= size
        frame += struct.pack("<I", (left == 0) | 1 << 1 | size << 3)[:3] + b"\0"
    return frame


def zeros(count):
    packer = zlib.compressobj(9)
    parts = [packer.compress(bytes(min(MEGABYTE, count - start))) for start in range(0, count, MEGABYTE)]
    return b"".join(parts) + packer.flush()


def pack_bits(count, row=12000):
    """Zeros in runs, none of which is longer than a row."""
    return (b"\x81\0" * (row // 128) + bytes([257 - row % 128, 0])) * (count // row)


# ---- HEIC and AVIF ----

AV1_ENCODER = r"""
#include <aom/aom_encoder.h>
#include <aom/aomcx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// width height bits is444 grain > OBUs
int main(int count, char **words) {
  int width = atoi(words[1]), height = atoi(words[2]), bits = atoi(words[3]), full = atoi(words[4]);
  aom_codec_enc_cfg_t config;
  if (count < 6 || aom_codec_enc_config_default(aom_codec_av1_cx(), &config, AOM_USAGE_ALL_INTRA)) return 1;
  config.g_w = (unsigned)width, config.g_h = (unsigned)height, config.g_limit = 1, config.g_threads = 2;
  config.g_profile = full ? 1 : 0, config.g_bit_depth = bits, config.g_input_bit_depth = (unsigned)bits;
  config.rc_end_usage = AOM_Q, config.full_still_picture_hdr = 1;
  aom_codec_ctx_t coder;
  if (aom_codec_enc_init(&coder, aom_codec_av1_cx(), &config, bits > 8 ? AOM_CODEC_USE_HIGHBITDEPTH : 0)) return 2;
  aom_codec_control(&coder, AOME_SET_CPUUSED, 9);
  aom_codec_control(&coder, AOME_SET_CQ_LEVEL, 60);
  if (atoi(words[5])) aom_codec_control(&coder, AV1E_SET_FILM_GRAIN_TEST_VECTOR, 1);
  aom_img_fmt_t format = full ? AOM_IMG_FMT_I444 : AOM_IMG_FMT_I420;
  if (bits > 8) format |= AOM_IMG_FMT_HIGHBITDEPTH;
  aom_image_t *image = aom_img_alloc(NULL, format, (unsigned)width, (unsigned)height, 32);
  if (image == NULL) return 3;
  memset(image->img_data, bits > 8 ? 1 : 128, image->sz);
  for (int pass = 0; pass < 2; pass++) {
    if (aom_codec_encode(&coder, pass == 0 ? image : NULL, 0, 1, 0)) return 4;
    aom_codec_iter_t place = NULL;
    for (const aom_codec_cx_pkt_t *packet; (packet = aom_codec_get_cx_data(&coder, &place)) != NULL;)
      fwrite(packet->data.frame.buf, 1, packet->data.frame.sz, stdout);
  }
  return 0;
}
"""


def box(kind, *parts):
    data = b"".join(parts)
    return struct.pack(">I", 8 + len(data)) + kind + data


def avif(width, height, bits=8, full=False, grain=False, folder=None):
    """A single-coloured AVIF, encoded by libaom."""
    program = os.path.join(folder, "av1")
    if not os.path.exists(program):
        if not shutil.which("cc"):
            raise Missing("a C compiler")
        built = subprocess.run(["cc", "-O1", "-x", "c", "-", "-o", program, "-laom"], input=AV1_ENCODER.encode(),
                               capture_output=True)
        if built.returncode != 0:
            raise Missing("libaom-dev")
    words = [str(int(word)) for word in (width, height, bits, full, grain)]
    stream = subprocess.run([program] + words, capture_output=True, check=True).stdout
    depth = 0x40 if bits == 10 else 0
    config = bytes([0x81, (0x20 if full else 0) | 31, depth | (0 if full else 0x0C), 0])
    return heif(b"av01", box(b"av1C", config), stream, width, height, b"avif")


def heif(kind, config, stream, width, height, brand):
    def full(name, *parts):
        return box(name, bytes(4), *parts)

    head = box(b"ftyp", brand, bytes(4), b"mif1", brand)

    def meta(place):
        return full(
            b"meta",
            full(b"hdlr", bytes(4), b"pict", bytes(13)),
            full(b"pitm", struct.pack(">H", 1)),
            full(b"iloc", struct.pack(">BBHHHHII", 0x44, 0, 1, 1, 0, 1, place, len(stream))),
            full(b"iinf", struct.pack(">H", 1), box(b"infe", bytes([2, 0, 0, 0, 0, 1, 0, 0]), kind, b"\0")),
            box(b"iprp", box(b"ipco", config, full(b"ispe", struct.pack(">II", width, height))),
                full(b"ipma", struct.pack(">IHBBB", 1, 1, 2, 0x81, 2))),
        )

    start = len(head) + len(meta(0)) + 8
    return head + meta(start) + box(b"mdat", stream)


class HeifError(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("subcode", ctypes.c_int), ("message", ctypes.c_char_p)]


def libheif_picture(width, height, form, folder):
    """A single-coloured picture, encoded by libheif; form 1 is HEVC."""
    try:
        library = ctypes.CDLL("libheif.so.1")
    except OSError:
        raise Missing("libheif")
    library.heif_context_alloc.restype = ctypes.c_void_p
    for name in ("context_get_encoder_for_format", "image_create", "image_add_plane", "context_encode_image",
                 "context_write_to_file", "encoder_set_lossy_quality", "encoder_set_parameter"):
        getattr(library, "heif_" + name).restype = HeifError
    library.heif_image_get_plane.restype = ctypes.c_void_p
    context, encoder, image = (ctypes.c_void_p(library.heif_context_alloc()), ctypes.c_void_p(), ctypes.c_void_p())
    if library.heif_context_get_encoder_for_format(context, form, ctypes.byref(encoder)).code:
        raise Missing("an encoder of libheif")
    library.heif_encoder_set_lossy_quality(encoder, 20)
    library.heif_encoder_set_parameter(encoder, b"preset", b"ultrafast")
    library.heif_image_create(width, height, 0, 1, ctypes.byref(image))
    for channel, step in ((0, 1), (1, 2), (2, 2)):
        library.heif_image_add_plane(image, channel, width // step, height // step, 8)
        stride = ctypes.c_int()
        plane = library.heif_image_get_plane(image, channel, ctypes.byref(stride))
        ctypes.memset(plane, 128, stride.value * (height // step))
    if library.heif_context_encode_image(context, image, encoder, None, None).code:
        raise Missing("a working encoder of libheif")
    path = os.path.join(folder, "libheif")
    library.heif_context_write_to_file(context, path.encode())
    with open(path, "rb") as file:
        return file.read()


# ---- GIF ----


def gif(width, height, frames=1):
    """Zeros as codes of 9 bits; the table is cleared before its codes get longer."""
    period = sum(256 << 9 * 251 * group for group in range(8)).to_bytes(9 * 251, "little")
    data = period * ((width * height + 1999) // 2000)
    blocks = b"".join(bytes([len(data[i : i + 255])]) + data[i : i + 255] for i in range(0, len(data), 255))
    size = struct.pack("<HH", width, height)
    frame = b"!\xf9\4\5\0\0\1\0," + bytes(4) + size + b"\0\x08" + blocks + b"\0"
    return b"GIF89a" + size + b"\xf7\0\0" + bytes(range(256)) * 3 + frame * frames + b";"


# ---- WebP ----


def webp(width, height, lossless=False, alpha=False):
    try:
        library = ctypes.CDLL("libwebp.so.7")
    except OSError:
        raise Missing("libwebp")
    result = ctypes.c_void_p()
    samples = 4 if alpha else 3
    pixels = (b"\x80\x40\x20\x90" if alpha else b"\x80\x40\x20") * (width * height)
    name = ("WebPEncodeLossless" if lossless else "WebPEncode") + ("RGBA" if alpha else "RGB")
    encode = getattr(library, name)
    encode.restype = ctypes.c_size_t
    quality = [] if lossless else [ctypes.c_float(30)]
    size = encode(pixels, width, height, width * samples, *quality, ctypes.byref(result))
    return ctypes.string_at(result, size)


class LowBitsFirst:
    """Bits, with the lowest bit of each number first."""

    def __init__(self):
        self.bits = []

    def put(self, number, count):
        self.bits += [number >> place & 1 for place in range(count)]

    def put_byte_code(self, alphabet):
        """A prefix code in which 256 symbols have 8 bits each."""
        self.put(0, 1)
        self.put(8, 4)
        for symbol in (17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8):
            self.put(symbol in (8, 18), 3)
        self.put(0, 257)
        if alphabet > 256:
            self.put(1, 1)
            self.put(alphabet - 256 - 11, 7)

    def bytes(self):
        padded = self.bits + [0] * (-len(self.bits) % 8)
        return bytes(sum(padded[start + place] << place for place in range(8)) for start in range(0, len(padded), 8))


def webp_groups(side):
    """A lossless stream without its header, each of whose blocks has its own prefix codes."""
    stream, count = LowBitsFirst(), min((side // 4) ** 2, 65536)
    # No transforms, no colour cache, prefix codes for blocks of 4 x 4 pixels, and no colour cache in the image that assigns them.
    stream.put(0b0000100, 7)
    stream.put_byte_code(280)
    stream.put_byte_code(256)
    for _ in range(3):
        stream.put(1, 4)
    for group in range(count):
        stream.put(int(f"{group & 255:08b}"[::-1], 2), 8)
        stream.put(int(f"{group >> 8:08b}"[::-1], 2), 8)
    for _ in range(5 * count):
        stream.put(1, 4)
    return stream.bytes()


def riff(*chunks):
    data = b"".join(name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2) for name, data in chunks)
    return b"RIFF" + struct.pack("<I", 4 + len(data)) + b"WEBP" + data


def webp_with_groups(side=1024):
    return riff((b"VP8L", b"\x2f" + struct.pack("<I", side - 1 | (side - 1) << 14) + webp_groups(side)))


def webp_with_groups_in_alpha(side=1024):
    lossy = webp(side, side)
    size = struct.pack("<I", side - 1)[:3] * 2
    return riff((b"VP8X", b"\x10\0\0\0" + size), (b"ALPH", b"\1" + webp_groups(side)), (b"VP8 ", lossy[20:]))


# ---- The kinds ----


def strips(width, height, rows, code, **options):
    """A TIFF whose strips are all zeros."""
    samples, bits = options.get("samples", 3), options.get("bits", 8)
    count = (height + rows - 1) // rows
    one = code(rows * ((width * samples * bits + 7) // 8))
    return tiff(width, height, [one] * count, rows=rows, **options)


def kinds(folder):
    """Each kind: its name, the suffix of its files, what makes one, and the options of its runs."""
    small = ["--columns", "4", "--cell", "200"]
    large = ["--columns", "4", "--cell", "1500"]
    yield "png", "png", lambda: png(4000, 3000), small
    yield "png-interlaced", "png", lambda: png(4000, 3000, interlaced=True), small
    yield "png-interlaced-16", "png", lambda: png(2500, 2000, bits=16, color=6, interlaced=True), small
    yield "png-profile-bomb", "png", lambda: png(64, 64, more=chunk(b"iCCP", b"a\0\0" + zeros(60_000_000))), small
    yield "png-text-bomb", "png", lambda: png(64, 64, more=chunk(b"zTXt", b"a\0\0" + zeros(60_000_000))), [
        *small, "--label", "{text:a}"]
    yield "png-profile-each", "png", lambda number: png(
        64, 64, more=chunk(b"iCCP", b"a\0\0" + zlib.compress(table_profile(130, number)))), small
    yield "png-long-chunk", "png", lambda: png(64, 64, more=chunk(b"tEXt", b"a\0" + b"b" * 60_000_000)), [
        *small, "--label", "{text:a}"]
    yield "png-wide-rows", "png", lambda: png(1_000_000, 8, bits=16, color=6), small
    yield "png-wide-rows-interlaced", "png", lambda: png(1_000_000, 8, bits=16, color=6, interlaced=True), small
    for option, value in ("--sort", "likeness"), ("--stack", "likeness"), ("--duplicates", "mark"):
        yield f"png-interlaced-{option[2:]}", "png", lambda: png(2000, 2000, interlaced=True), [*small, option, value]
    yield "png-alpha-large-cells", "png", lambda: png(1500, 1500, color=6), large
    yield "png-medium-cells", "png", lambda: png(1200, 1200), ["--columns", "4", "--cell", "1150", "--upscale"]
    yield "jpeg", "jpg", lambda: jpeg(4000, 3000), small
    yield "jpeg-progressive", "jpg", lambda: jpeg(4000, 3000, progressive=True), small
    yield "jpeg-progressive-420", "jpg", lambda: jpeg(4000, 3000, (2, 2), progressive=True), small
    yield "jpeg-progressive-claims", "jpg", lambda: claimed_jpeg(9000, 9000), small
    yield "jpeg-wide", "jpg", lambda: jpeg(65500, 64, (4, 2)), small
    yield "jpeg-turned", "jpg", lambda: turned(jpeg(4000, 3000)), large
    yield "tiff", "tif", lambda: strips(4000, 3000, 16, zeros, compression=8), small
    yield "tiff-one-strip", "tif", lambda: strips(4000, 3000, 3000, zeros, compression=8), small
    yield "tiff-one-strip-raw", "tif", lambda: strips(4000, 3000, 3000, bytes, compression=1), small
    yield "tiff-lzw-strip", "tif", lambda: strips(4000, 3000, 3000, lzw, compression=5), small
    yield "tiff-packbits-strip", "tif", lambda: strips(4000, 3000, 3000, pack_bits, compression=32773), small
    yield "tiff-predictor", "tif", lambda: strips(4000, 3000, 3000, zeros, compression=8, more=[(317, 3, [2])]), small
    yield "tiff-zstandard-window", "tif", lambda: strips(8000, 6000, 6000, zstandard, compression=50000), small
    yield "tiff-tiles", "tif", lambda: tiff(4096, 3072, [zeros(256 * 256 * 3)] * 192, 8, tile=(256, 256)), small
    yield "tiff-large-tiles", "tif", lambda: tiff(4096, 4096, [zeros(2048 * 2048 * 3)] * 4, 8, tile=(2048, 2048)), small
    yield "tiff-large-tiles-zstandard", "tif", lambda: tiff(
        8192, 8192, [zstandard(4096 * 4096 * 3)] * 4, 50000, tile=(4096, 4096)), small
    yield "tiff-planes", "tif", lambda: tiff(4000, 3000, [zeros(4000 * 3000)] * 3, 8, planar=True), small
    yield "tiff-jpeg", "tif", lambda: tiff(4000, 3000, [jpeg(4000, 3000)], 7, 6), small
    yield "tiff-jpeg-progressive", "tif", lambda: tiff(4000, 3000, [jpeg(4000, 3000, progressive=True)], 7, 6), small
    yield "tiff-jpeg-claims", "tif", lambda: tiff(
        30000, 30000, [claimed_jpeg(30000, 30000)], 7, 6), small
    yield "tiff-jpeg-tiles", "tif", lambda: tiff(
        4096, 4096, [jpeg(2048, 2048, progressive=True)] * 4, 7, 6, tile=(2048, 2048)), small
    yield "tiff-samples", "tif", lambda: strips(
        1000, 500, 500, zeros, compression=8, colors=1, samples=64, bits=64, form=3), small
    yield "tiff-ycbcr-strip-raw", "tif", lambda: tiff(
        4000, 3000, [b"\x80" * (4000 * 3000 * 3 // 2)], 1, 6, more=[(530, 3, [2, 2])]), small
    yield "tiff-ycbcr-tiles-raw", "tif", lambda: tiff(
        4096, 4096, [b"\x80" * (2048 * 2048 * 3 // 2)] * 4, 1, 6, tile=(2048, 2048), more=[(530, 3, [2, 2])]), small
    yield "tiff-ycbcr-planes", "tif", lambda: tiff(
        4000, 3000, [zeros(4000 * 3000)] * 3, 8, 6, planar=True, more=[(530, 3, [1, 1])]), small
    yield "tiff-lab-strip", "tif", lambda: strips(4000, 3000, 3000, zeros, compression=8, colors=8, bits=16), small
    yield "tiff-lab-tiles-raw", "tif", lambda: tiff(
        4096, 4096, [bytes(2048 * 2048 * 6)] * 4, 1, 8, bits=16, tile=(2048, 2048)), small
    yield "tiff-logluv-strip", "tif", lambda: tiff(
        4000, 3000, [(b"\xfd\0" * 31 + b"\xbd\0") * 4 * 3000], 34676, 32845, bits=16, form=2), small
    yield "tiff-fax", "tif", lambda: tiff(20000, 20000, [b"\0" * 100000], 4, 0, 1, 1), small
    yield "gif", "gif", lambda: gif(4000, 3000), small
    yield "gif-frames", "gif", lambda: gif(1400, 1400, 12), [*small, "--frames", "all"]
    yield "webp", "webp", lambda: webp(4000, 3000), small
    yield "webp-lossless", "webp", lambda: webp(4000, 3000, lossless=True), small
    yield "webp-alpha", "webp", lambda: webp(4000, 3000, alpha=True), small
    yield "webp-lossless-alpha", "webp", lambda: webp(4000, 3000, lossless=True, alpha=True), small
    yield "webp-groups", "webp", webp_with_groups, small
    yield "webp-groups-in-alpha", "webp", webp_with_groups_in_alpha, small
    yield "tiff-webp-groups", "tif", lambda: tiff(1024, 1024, [webp_with_groups()], 50001), small
    yield "avif", "avif", lambda: avif(4096, 3072, folder=folder), small
    yield "avif-444", "avif", lambda: avif(4096, 3072, full=True, folder=folder), small
    yield "avif-grain", "avif", lambda: avif(4096, 3072, grain=True, folder=folder), small
    yield "avif-444-grain", "avif", lambda: avif(4096, 3072, full=True, grain=True, folder=folder), small
    yield "avif-10", "avif", lambda: avif(4096, 3072, bits=10, folder=folder), small
    yield "avif-444-10-grain", "avif", lambda: avif(
        4096, 3072, bits=10, full=True, grain=True, folder=folder), small
    yield "heic", "heic", lambda: libheif_picture(4096, 3072, 1, folder), small
    icon = lambda: png(640, 480)
    yield "to-jpeg", "png", icon, ["--columns", "4", "--size", "4440x3332", "-o", "sheet.jpg"]
    yield "to-jpeg-grey", "png", lambda: png(640, 480, color=0), ["--columns", "4", "--size", "4440x3332", "-o", "sheet.jpg"]
    yield "to-pdf", "png", icon, ["--columns", "4", "--size", "4440x3332", "--quality", "80", "-o", "sheet.pdf"]
    yield "to-pdf-exact", "png", icon, ["--columns", "4", "--size", "4440x3332", "-o", "sheet.pdf"]
    yield "to-wide-png", "png", icon, ["--columns", "16", "--size", "60000x3000"]
    yield "max-bytes", "png", icon, ["--columns", "4", "--size", "4440x3332", "-o", "sheet.jpg", "--max-bytes", "200K"]
    for option, path, _ in LOGOS:
        yield path[:-4], "png", icon, [*small, "--title", "Shop", "--logo", path, option]
    yield "compare", "png", lambda level: png(4000, 3000, interlaced=True, level=level), []
    yield "compare-masks", "png", lambda level: png(4000, 3000, color=0, level=level), ["--masks", "masks"]


# Logos, each with an option by which its runs are told apart.
LOGOS = [
    ("--quiet", "logo.png", lambda: png(20000, 20000, level=1)),
    ("--verbose", "logo-interlaced.png", lambda: png(20000, 20000, bits=16, color=6, interlaced=True, level=1)),
]


def turned(file):
    """A JPEG with the orientation that a camera held upright writes."""
    exif = b"Exif\0\0II" + struct.pack("<HIHHHIHHI", 42, 8, 1, 274, 3, 1, 6, 0, 0)
    return file[:2] + marker(0xE1, exif) + file[2:]


def lzw(count):
    """Zeros as codes of 9 bits; the table is cleared before its codes get longer."""
    bits = (f"{256:09b}" + "0" * 9 * 250) * 8
    period = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return period * ((count + 1999) // 2000)


# ---- Runs ----


def run(words, folder):
    """The status and the peak memory in bytes; the status is negative after a signal."""

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        signal.alarm(SECONDS)

    with open(os.path.join(folder, "errors"), "wb") as errors:
        process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=limit)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    with open(os.path.join(folder, "errors"), errors="replace") as errors:
        return process.returncode, usage.ru_maxrss * 1024, errors.read()


def written(make, path):
    """Makes a file in a separate process, and returns its size.

    A child's peak starts at the memory of the process that starts it, so this one must stay small.
    """
    process = multiprocessing.get_context("fork").Process(target=write, args=(make, path))
    process.start()
    process.join()
    if os.path.exists(path + ".missing"):
        with open(path + ".missing") as reason:
            raise Missing(reason.read())
    return os.path.getsize(path)


def write(make, path):
    try:
        data = make()
    except Missing as missing:
        path, data = path + ".missing", str(missing).encode()
    with open(path, "wb") as file:
        file.write(data)


def arguments(name, suffix, make, options, folder):
    """Writes the files of a kind, and returns the arguments of its runs."""
    sides = ["before", "after"] if "compare" in name else ["in"]
    for number, side in enumerate(sides):
        os.makedirs(os.path.join(folder, side))
        first = os.path.join(folder, side, f"01.{suffix}")
        # Pictures are compared only if their files differ.
        takes_number = len(sides) > 1 or name.endswith("-each")
        size = written(lambda: make(1 + number) if takes_number else make(), first)
        for copy in range(2, COPIES + 1):
            path = os.path.join(folder, side, f"{copy:02}.{suffix}")
            if name.endswith("-each"):
                written(lambda: make(copy), path)
            else:
                os.link(first, path)
    for option, path, logo in LOGOS:
        if option in options:
            written(logo, os.path.join(folder, path))
    if "--masks" in options:
        os.makedirs(os.path.join(folder, "masks"))
        first = os.path.join(folder, "masks", f"01.{suffix}")
        written(lambda: png(4000, 3000, bits=16, color=6, interlaced=True), first)
        for number in range(2, COPIES + 1):
            os.link(first, os.path.join(folder, "masks", f"{number:02}.{suffix}"))
    inputs = ["--compare", "before", "after"] if len(sides) == 2 else ["in"]
    return inputs + options + ([] if "-o" in options else ["-o", "sheet.png"]), size


def main():
    words = sys.argv[1:]
    quick = "--quick" in words
    words = [word for word in words if word != "--quick"]
    command, names = os.path.realpath(words[0]), words[1:]
    budgets = {name: BUDGETS[name] for name in (["64M", "1GiB"] if quick else BUDGETS)}
    workers = [1, 16] if quick else WORKERS
    above = 0
    titles = [f"{budget}/{count}" for budget in budgets for count in workers]
    print("Peaks in MB, by budget and workers; over the budget by more than 64 MB: !, refused or incomplete: -\n")
    print(f"| kind | bytes | {' | '.join(titles)} |")
    print(f"| --- | ---: |{' ---: |' * len(titles)}", flush=True)
    with tempfile.TemporaryDirectory() as top:
        for name, suffix, make, options in kinds(top):
            if names and not any(name.startswith(start) for start in names):
                continue
            folder = os.path.join(top, name)
            os.makedirs(folder)
            try:
                inputs, size = arguments(name, suffix, make, options, folder)
            except Missing as missing:
                print(f"| {name} | skipped: it needs {missing} |", flush=True)
                continue
            cells, details = [], []
            for budget, limit in budgets.items():
                for count in workers:
                    status, peak, message = run(
                        [command, *inputs, "--force", "--jobs", str(count), "--max-memory", budget], folder)
                    is_above = peak > limit + ALLOWANCE or status not in (0, 1, 2, 3)
                    above += is_above
                    mark = "!" if is_above else "-" if status in (1, 2) else ""
                    cells.append(f"{mark}{peak // MEGABYTE}")
                    if status not in (0, 3) and message.splitlines()[:1] not in details:
                        details.append(message.splitlines()[:1])
            print(f"| {name} | {size} | {' | '.join(cells)} |", flush=True)
            for detail in details:
                print(f"<!-- {' '.join(detail)[:300]} -->", flush=True)
            shutil.rmtree(folder)
    sys.exit(above > 0)


main()
