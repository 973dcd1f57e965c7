#include "libtiff.h"

#include <stdlib.h>
#include <string.h>

#include "../libraries.h"

#if __has_include(<tiffio.h>)
#include <tiffio.h>
#define HAS_TIFF (TIFFLIB_VERSION >= 20221213)
#else
#define HAS_TIFF 0
#endif

ctiff_sizes ctiff_sizes_of(const ctiff_form *form) {
  ctiff_sizes sizes = {.planes = 1, .across = 1};
  if (form->is_planar) sizes.planes = form->colors + (form->alpha != 0);
  uint64_t pixel_bits = (uint64_t)form->bits * (form->is_planar ? 1 : form->samples);
  sizes.line = (form->width * pixel_bits + 7) / 8;
  sizes.chunk_row = (form->chunk_width * pixel_bits + 7) / 8;
  sizes.chunk = sizes.chunk_row * form->chunk_height;
  if (form->is_tiled) sizes.across = (form->width + form->chunk_width - 1) / form->chunk_width;
  if (form->is_tiled || form->is_planar || form->is_rgba) {
    sizes.chunks = sizes.chunk * sizes.across * sizes.planes;
  }
  return sizes;
}

static const char *const files[] = {"libtiff.so.6", NULL};

#if HAS_TIFF
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "samples.h"

// The functions of the library, named as in tiffio.h without `TIFF`.
#define FUNCTIONS(F)                                                                           \
  F(OpenOptionsAlloc) F(OpenOptionsFree) F(OpenOptionsSetMaxSingleMemAlloc)                    \
  F(OpenOptionsSetErrorHandlerExtR) F(OpenOptionsSetWarningHandlerExtR) F(ClientOpenExt)       \
  F(Cleanup) F(SetField) F(IsTiled) F(ScanlineSize64) F(StripSize64) F(TileSize64)             \
  F(ComputeStrip) F(ComputeTile) F(ReadScanline) F(ReadEncodedStrip) F(ReadEncodedTile)        \
  F(ReadRGBAStripExt) F(ReadRGBATileExt) F(ReadBufferSetup) F(IsCODECConfigured)             \
  F(GetFieldDefaulted)

#define FIELD(name) __typeof__(&TIFF##name) name;
#define ROW(name) {"TIFF" #name, &libtiff.name},

static struct {
  FUNCTIONS(FIELD)
} libtiff;

static const clibrary_function functions[] = {FUNCTIONS(ROW)};

// libtiff 4.5 is the first version that has all of them.
const clibrary_table tiff_table = {files, functions, COUNT(functions), NULL};

enum { head_size = 16, most_planes = 5, message_size = 200 };

// The offset at which libtiff is told to find the directory, beyond the end of any file.
static const uint64_t directory_place = (uint64_t)1 << 62;

struct ctiff_reader {
  TIFF *tiff;
  ctiff_source source;
  ctiff_form form;
  ctiff_sizes sizes;
  uint8_t head[head_size];
  uint8_t *palette, *directory, *chunks, *stored_tile, *lines[most_planes];
  uint16_t plane_samples[most_planes];
  uint32_t color_samples[most_planes - 1];  // the index of the sample of each colour
  uint64_t position;
  uint32_t next_row;
  bool has_opened;  // the directory has been read, so the head is no longer needed
  bool has_ended;   // bytes beyond the end of the file were requested
  bool is_decoding;  // pixels are being read, not tags
  bool has_lost_numbers;
  uint64_t infinite_count, clipped_count;
  uint32_t visible_width, visible_height;  // of the strip or tile being read
  char message[message_size];
};

// Keeps the first reason: later ones are its consequences.
static void keep_reason(ctiff_reader *reader, const char *reason) {
  if (reader->message[0] == 0) snprintf(reader->message, message_size, "%s", reason);
}

// Callbacks of libtiff.

// Reads from the file or from the directory and, until the directory has been read, from the head.
static tmsize_t read_bytes(thandle_t handle, void *bytes, tmsize_t count) {
  ctiff_reader *reader = (ctiff_reader *)handle;
  tmsize_t done = 0;
  uint64_t place = reader->position;
  const uint8_t *own = NULL;
  uint64_t own_size = head_size;
  if (place >= directory_place) {
    reader->has_opened = true;
    place -= directory_place;
    own = reader->directory;
    own_size = reader->source.directory_size;
  } else if (!reader->has_opened) {
    own = reader->head;
  }
  if (own != NULL) {
    if (place < own_size) {
      done = (uint64_t)count < own_size - place ? count : (tmsize_t)(own_size - place);
      memcpy(bytes, own + place, (size_t)done);
    }
  } else {
    while (done < count) {
      ssize_t read = pread(reader->source.descriptor, (uint8_t *)bytes + done,
                           (size_t)(count - done), (off_t)(place + (uint64_t)done));
      if (read < 0 && errno == EINTR) continue;
      if (read < 0) keep_reason(reader, strerror(errno));
      if (read <= 0) break;
      done += read;
    }
    if (done < count && reader->message[0] == 0) reader->has_ended = true;
  }
  reader->position += (uint64_t)done;
  return done;
}

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t count) {
  (void)handle, (void)bytes, (void)count;
  return 0;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
  ctiff_reader *reader = (ctiff_reader *)handle;
  uint64_t start = whence == SEEK_SET   ? 0
                   : whence == SEEK_CUR ? reader->position
                                        : reader->source.size;
  return reader->position = start + offset;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return ((ctiff_reader *)handle)->source.size; }

static int keep_error(TIFF *tiff, void *data, const char *module, const char *format,
                      va_list arguments) {
  (void)tiff, (void)module;
  char message[message_size];
  vsnprintf(message, sizeof message, format, arguments);
  keep_reason(data, message);
  return 1;
}

static bool begins_with(const char *text, const char *beginning) {
  return strncmp(text, beginning, strlen(beginning)) == 0;
}

// Whether a warning during decoding says nothing about the pixels.
static bool is_harmless(const char *warning) {
  static const char *const beginnings[] = {
      // Old files use these codes, and can still be read.
      "Old-style LZW codes",
      // The last strip has rows below the bottom of the picture.
      "JPEG strip size exceeds expected dimensions",
      // Oddities of JPEGs whose pixels are correct.
      "The JPEG strip/tile is encoded with progressive mode",
      "Unknown Adobe color transform code",
      "Warning: unknown JFIF revision number",
      "Invalid SOS parameters for sequential JPEG",
      "Inconsistent progression sequence",
      // For old-style JPEGs.
      "Deprecated and troublesome old-style JPEG compression mode",
      "JpegInterchangeFormatLength tag value is",
      "Subsampling values",
      "Subsampling tag is not set",
  };
  for (size_t index = 0; index < COUNT(beginnings); index++) {
    if (begins_with(warning, beginnings[index])) return true;
  }
  return false;
}

// Whether a warning is about data outside the picture: the rest of a tile that a JPEG leaves out,
// or bytes after the end of a PackBits strip or tile.
static bool is_outside(const ctiff_reader *reader, const char *warning) {
  unsigned width = 0, height = 0;
  if (sscanf(warning, "Improper JPEG strip/tile size, expected %*ux%*u, got %ux%u", &width, &height) == 2) {
    return width >= reader->visible_width && height >= reader->visible_height;
  }
  bool ends_strip = reader->next_row % reader->form.chunk_height == 0 ||
                    reader->next_row == reader->form.height;
  return begins_with(warning, "Discarding") && (reader->chunks != NULL || ends_strip);
}

// Warnings about tags are ignored, as libtiff only sees tags that have been checked.
static int keep_warning(TIFF *tiff, void *data, const char *module, const char *format,
                        va_list arguments) {
  (void)tiff, (void)module;
  ctiff_reader *reader = data;
  if (!reader->is_decoding) return 1;
  char message[message_size];
  vsnprintf(message, sizeof message, format, arguments);
  if (is_harmless(message) || is_outside(reader, message)) return 1;
  // The first of these warnings is about a truncated JPEG, and the second about a truncated fax.
  // libtiff only passes on the first warning of each JPEG.
  if (reader->message[0] == 0 && (begins_with(message, "Premature end of JPEG file") ||
                                  begins_with(message, "Premature EOF"))) {
    reader->has_ended = true;
  }
  keep_reason(reader, message);
  return 1;
}

// The reader.

void ctiff_close(ctiff_reader *reader) {
  if (reader->tiff != NULL) libtiff.Cleanup(reader->tiff);
  for (uint32_t plane = 0; plane < most_planes; plane++) free(reader->lines[plane]);
  free(reader->stored_tile);
  free(reader->chunks);
  free(reader->palette);
  free(reader->directory);
  free(reader);
}

const char *ctiff_message(const ctiff_reader *reader) { return reader->message; }

static ctiff_status failure(const ctiff_reader *reader) {
  return reader->has_ended ? ctiff_status_ended : ctiff_status_malformed;
}

// Whether the chunks that libtiff converts are no larger than what was allocated for them. libtiff
// does not check this itself.
//
// libtiff may have divided a single strip into several strips with fewer rows.
static bool has_rgba_sizes(ctiff_reader *reader) {
  TIFF *tiff = reader->tiff;
  ctiff_form *form = &reader->form;
  uint32_t width = 0, height = 0, chunk_width = 0, chunk_height = 0;
  libtiff.GetFieldDefaulted(tiff, TIFFTAG_IMAGEWIDTH, &width);
  libtiff.GetFieldDefaulted(tiff, TIFFTAG_IMAGELENGTH, &height);
  if (width != form->width || height != form->height) return false;
  if (form->is_tiled) {
    libtiff.GetFieldDefaulted(tiff, TIFFTAG_TILEWIDTH, &chunk_width);
    libtiff.GetFieldDefaulted(tiff, TIFFTAG_TILELENGTH, &chunk_height);
    return chunk_width == form->chunk_width && chunk_height == form->chunk_height;
  }
  libtiff.GetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &chunk_height);
  if (chunk_height == 0) return false;
  if (chunk_height < form->chunk_height) {
    form->chunk_height = chunk_height;
    reader->sizes = ctiff_sizes_of(form);
  }
  return (chunk_height < height ? chunk_height : height) == form->chunk_height;
}

// Lets libtiff read uncompressed tiles into a buffer of exactly their size: it refuses to convert
// them from its own buffer, whose size it rounds up.
static ctiff_status set_tile_buffer(ctiff_reader *reader) {
  uint64_t size = libtiff.TileSize64(reader->tiff);
  reader->stored_tile = malloc(size > 0 ? size : 1);
  if (reader->stored_tile == NULL) return ctiff_status_exhausted;
  if (libtiff.ReadBufferSetup(reader->tiff, reader->stored_tile, (tmsize_t)size) == 1) {
    return ctiff_status_ok;
  }
  keep_reason(reader, "its tiles do not match its headers");
  return ctiff_status_malformed;
}

static ctiff_status start(ctiff_reader *reader) {
  const ctiff_sizes *sizes = &reader->sizes;
  if (!libtiff.IsCODECConfigured(reader->form.compression)) {
    keep_reason(reader, "this libtiff does not support its compression; save it with LZW or Deflate");
    return ctiff_status_malformed;
  }
  TIFFOpenOptions *options = libtiff.OpenOptionsAlloc();
  if (options == NULL) return ctiff_status_exhausted;
  libtiff.OpenOptionsSetMaxSingleMemAlloc(options, reader->source.allocation_limit);
  libtiff.OpenOptionsSetErrorHandlerExtR(options, keep_error, reader);
  libtiff.OpenOptionsSetWarningHandlerExtR(options, keep_warning, reader);
  // The file is not mapped into memory, since it may shrink.
  TIFF *tiff = libtiff.ClientOpenExt("", "rm", (thandle_t)reader, read_bytes, write_nothing,
                                            seek, close_nothing, size_of, NULL, NULL, options);
  libtiff.OpenOptionsFree(options);
  reader->tiff = tiff;
  if (tiff == NULL) return failure(reader);
  if (reader->form.is_converted) {
    libtiff.SetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  }
  uint64_t chunk = reader->form.is_tiled    ? libtiff.TileSize64(tiff)
                   : reader->chunks != NULL ? libtiff.StripSize64(tiff)
                                            : sizes->chunk;
  bool has_sizes = reader->form.is_rgba
                     ? has_rgba_sizes(reader)
                     : chunk == sizes->chunk &&
                         (reader->form.is_tiled || libtiff.ScanlineSize64(tiff) == sizes->line);
  if (reader->form.is_tiled == (libtiff.IsTiled(tiff) != 0) && has_sizes) {
    if (reader->form.is_rgba && reader->form.is_tiled &&
        reader->form.compression == COMPRESSION_NONE) {
      ctiff_status status = set_tile_buffer(reader);
      if (status != ctiff_status_ok) return status;
    }
    reader->is_decoding = true;
    reader->has_ended = false;
    reader->message[0] = 0;
    return ctiff_status_ok;
  }
  keep_reason(reader, "its pixels do not match its headers");
  return ctiff_status_malformed;
}

ctiff_reader *ctiff_open(ctiff_source source, ctiff_form form, ctiff_status *status) {
  *status = ctiff_status_exhausted;
  ctiff_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  reader->source = source;
  reader->form = form;
  reader->sizes = ctiff_sizes_of(&form);
  // Version 43, offsets of 8 bytes, and the offset of the directory.
  const uint8_t little[head_size] = {'I', 'I', 43, 0, 8, [15] = 0x40};
  const uint8_t big[head_size] = {'M', 'M', 0, 43, 0, 8, [8] = 0x40};
  memcpy(reader->head, source.is_big_endian ? big : little, head_size);
  bool has_all = (reader->directory = malloc(source.directory_size)) != NULL;
  if (source.palette != NULL) {
    size_t size = (size_t)3 << form.bits;
    has_all = has_all && (reader->palette = malloc(size)) != NULL;
    if (has_all) memcpy(reader->palette, source.palette, size);
  }
  if (has_all) memcpy(reader->directory, source.directory, source.directory_size);
  if (reader->sizes.chunks > 0) {
    has_all = has_all && (reader->chunks = malloc(reader->sizes.chunks)) != NULL;
  }
  for (uint32_t color = 0; color < form.colors; color++) {
    reader->color_samples[color] = form.has_bands ? form.bands[color] : color;
  }
  for (uint32_t plane = 0; plane < reader->sizes.planes && has_all; plane++) {
    reader->plane_samples[plane] =
        (uint16_t)(plane < form.colors ? reader->color_samples[plane] : form.alpha);
    // Samples of odd sizes are read three bytes at a time.
    has_all = (reader->lines[plane] = calloc(1, reader->sizes.line + 2)) != NULL;
  }
  if (has_all) *status = start(reader);
  return reader;
}

// Reads the strips or tiles that start at this row.
static bool read_chunks(ctiff_reader *reader, uint32_t row) {
  const ctiff_form *form = &reader->form;
  const ctiff_sizes *sizes = &reader->sizes;
  uint32_t left = form->height - row;
  tmsize_t wanted = (tmsize_t)sizes->chunk;
  if (!form->is_tiled && left < form->chunk_height) wanted = (tmsize_t)(sizes->chunk_row * left);
  uint8_t *chunk = reader->chunks;
  reader->visible_height = left < form->chunk_height ? left : form->chunk_height;
  for (uint32_t plane = 0; plane < sizes->planes; plane++) {
    uint16_t sample = form->is_planar ? reader->plane_samples[plane] : 0;
    for (uint32_t place = 0; place < sizes->across; place++, chunk += sizes->chunk) {
      tmsize_t count;
      uint32_t columns = form->is_tiled ? form->width - place * form->chunk_width : form->width;
      reader->visible_width =
          form->is_tiled && columns > form->chunk_width ? form->chunk_width : columns;
      if (form->is_rgba) {
        uint32_t *pixels = (uint32_t *)(void *)chunk;
        count = wanted;
        int is_read = form->is_tiled
                        ? libtiff.ReadRGBATileExt(reader->tiff, place * form->chunk_width, row, pixels, 1)
                        : libtiff.ReadRGBAStripExt(reader->tiff, row, pixels, 1);
        if (is_read == 0) return false;
      } else if (form->is_tiled) {
        uint32_t tile = libtiff.ComputeTile(reader->tiff, place * form->chunk_width, row, 0,
                                                   sample);
        count = libtiff.ReadEncodedTile(reader->tiff, tile, chunk, wanted);
      } else {
        uint32_t strip = libtiff.ComputeStrip(reader->tiff, row, sample);
        count = libtiff.ReadEncodedStrip(reader->tiff, strip, chunk, wanted);
      }
      if (count != wanted) return false;
    }
  }
  return true;
}

static bool read_lines(ctiff_reader *reader) {
  const ctiff_sizes *sizes = &reader->sizes;
  uint32_t row = reader->next_row++;
  if (reader->chunks == NULL) {
    return libtiff.ReadScanline(reader->tiff, reader->lines[0], row, 0) == 1;
  }
  uint32_t chunk_row = row % reader->form.chunk_height;
  if (chunk_row == 0 && !read_chunks(reader, row)) return false;
  if (reader->form.is_rgba) {
    // Pixels converted by libtiff are upside down.
    uint32_t height = reader->form.is_tiled ? reader->form.chunk_height : reader->visible_height;
    chunk_row = height - 1 - chunk_row;
  }
  for (uint32_t plane = 0; plane < sizes->planes; plane++) {
    for (uint64_t place = 0; place < sizes->across; place++) {
      uint64_t start = place * sizes->chunk_row, rest = sizes->line - start;
      memcpy(reader->lines[plane] + start,
             reader->chunks + (plane * sizes->across + place) * sizes->chunk +
                 chunk_row * sizes->chunk_row,
             rest < sizes->chunk_row ? rest : sizes->chunk_row);
    }
  }
  return true;
}

static uint8_t *put(uint8_t *samples, uint32_t value, bool is_deep) {
  if (is_deep) *samples++ = (uint8_t)(value >> 8);
  *samples++ = (uint8_t)(is_deep ? value : (value * 255u + 32895) >> 16);
  return samples;
}

// The alpha of a pixel at 16 bits; opaque if there is none.
static uint32_t alpha_at(const ctiff_reader *reader, size_t x) {
  const ctiff_form *form = &reader->form;
  if (form->alpha == 0) return 65535;
  return form->is_planar ? sample(form, reader->lines[form->colors], x)
                         : sample(form, reader->lines[0], x * form->samples + form->alpha);
}

// A number scaled to 16 bits within the range that is shown.
static uint32_t shown(const ctiff_form *form, double value, uint32_t alpha) {
  if (form->is_premultiplied && alpha > 0) value = value * 65535 / alpha;
  uint32_t share = clamped((value - form->low) / (form->high - form->low));
  return form->is_inverted ? 65535 - share : share;
}

bool ctiff_has_lost_numbers(const ctiff_reader *reader) { return reader->has_lost_numbers; }

uint64_t ctiff_infinite_count(const ctiff_reader *reader) { return reader->infinite_count; }

uint64_t ctiff_clipped_count(const ctiff_reader *reader) { return reader->clipped_count; }

ctiff_status ctiff_read_numbers(ctiff_reader *reader, double *numbers) {
  if (!read_lines(reader) || reader->message[0] != 0) return failure(reader);
  const ctiff_form *form = &reader->form;
  for (size_t x = 0; x < form->width; x++) {
    uint32_t alpha = alpha_at(reader, x);
    for (uint32_t channel = 0; channel < form->colors; channel++) {
      size_t place = x * form->samples + reader->color_samples[channel];
      double value = form->is_planar ? number(form, reader->lines[channel], x)
                                     : number(form, reader->lines[0], place);
      if (form->is_premultiplied && alpha > 0) value = value * 65535 / alpha;
      *numbers++ = alpha == 0 ? NAN : value;
    }
  }
  return ctiff_status_ok;
}

ctiff_status ctiff_read_row(ctiff_reader *reader, uint8_t *samples) {
  // libtiff replaces damaged pixels with others, and only issues a message.
  if (!read_lines(reader) || reader->message[0] != 0) return failure(reader);
  const ctiff_form *form = &reader->form;
  const uint8_t *first = reader->lines[0];
  if (form->is_rgba) {
    for (size_t x = 0; x < form->width; x++) {
      uint32_t pixel;
      memcpy(&pixel, first + 4 * x, sizeof pixel);
      for (uint32_t part = 0; part < 3; part++) *samples++ = (uint8_t)(pixel >> (8 * part));
    }
    return ctiff_status_ok;
  }
  if (form->bits == 8 && !form->is_planar && form->samples == form->colors && !form->is_inverted &&
      !form->is_signed && !form->has_bands && reader->source.palette == NULL) {
    memcpy(samples, first, reader->sizes.line);
    return ctiff_status_ok;
  }
  bool is_planar = form->is_planar;
  bool loses_numbers = (form->is_float || form->bits > 16) && !form->has_display_range &&
    !form->is_inverted;
  bool has_classes = form->shows_classes && (form->is_float || form->is_signed || form->bits > 16);
  size_t step = is_planar ? 1 : form->samples;
  for (size_t x = 0; x < form->width; x++) {
    uint32_t alpha = alpha_at(reader, x);
    for (uint32_t channel = 0; channel < form->colors; channel++) {
      if (reader->source.palette != NULL) {
        uint32_t color = palette_index(form, first, x * step);
        const uint8_t *parts = reader->palette + 3 * (size_t)color;
        for (uint32_t part = 0; part < 3; part++) *samples++ = parts[part];
        continue;
      }
      const uint8_t *line = is_planar ? reader->lines[channel] : first;
      size_t index = is_planar ? x : x * step + reader->color_samples[channel];
      if (has_classes) {
        uint32_t class = class_of(number(form, line, index));
        samples = put(samples, form->is_deep ? class : (class & 255) * 257, form->is_deep);
        continue;
      }
      if (form->has_display_range) {
        samples = put(samples, shown(form, number(form, line, index), alpha), form->is_deep);
        continue;
      }
      uint32_t value = sample(form, line, index);
      if (loses_numbers && value == 0 && number(form, line, index) > 0) {
        reader->has_lost_numbers = true;
      }
      if (loses_numbers && form->is_float && value == 65535) {
        double stored = number(form, line, index);
        if (isinf(stored)) {
          reader->infinite_count++;
        } else if (stored > 1) {
          reader->clipped_count++;
        }
      }
      if (form->is_inverted && !form->shows_classes) value = 65535 - value;
      if (form->is_premultiplied) {
        // A premultiplied colour never exceeds its alpha.
        value = alpha == 0 ? 0 : value > alpha ? 65535 : (value * 65535 + alpha / 2) / alpha;
      }
      samples = put(samples, value, form->is_deep);
    }
    if (form->alpha != 0) samples = put(samples, alpha, form->is_deep);
  }
  return ctiff_status_ok;
}

#else
#include "../packages.h"

const clibrary_table tiff_table = {files, NULL, 0, NULL};

ctiff_reader *ctiff_open(ctiff_source source, ctiff_form form, ctiff_status *status) {
  (void)source, (void)form;
  *status = ctiff_status_malformed;
  return NULL;
}

void ctiff_close(ctiff_reader *reader) { (void)reader; }

const char *ctiff_message(const ctiff_reader *reader) {
  (void)reader;
  return "";
}

ctiff_status ctiff_read_row(ctiff_reader *reader, uint8_t *samples) {
  (void)reader, (void)samples;
  return ctiff_status_malformed;
}

ctiff_status ctiff_read_numbers(ctiff_reader *reader, double *numbers) {
  (void)reader, (void)numbers;
  return ctiff_status_malformed;
}

bool ctiff_has_lost_numbers(const ctiff_reader *reader) {
  (void)reader;
  return false;
}

uint64_t ctiff_infinite_count(const ctiff_reader *reader) {
  (void)reader;
  return 0;
}

uint64_t ctiff_clipped_count(const ctiff_reader *reader) {
  (void)reader;
  return 0;
}

#endif
