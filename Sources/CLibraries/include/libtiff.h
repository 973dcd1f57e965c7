// libtiff (clibrary_tiff), whose functions are variadic and use callbacks.
#ifndef CLIBRARIES_LIBTIFF_H
#define CLIBRARIES_LIBTIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef enum __attribute__((enum_extensibility(closed))) ctiff_status {
  ctiff_status_ok = 0,
  ctiff_status_ended,      // the file ends before the data of the row
  ctiff_status_malformed,  // see the message
  ctiff_status_exhausted   // memory ran out
} ctiff_status;

// The format of the pixels. libtiff sees only the tags in `directory`.
typedef struct ctiff_form {
  uint32_t width, height;
  uint32_t chunk_width, chunk_height;  // of a tile, or of a strip, which is as wide as the picture
  uint32_t bits, samples;              // per stored sample; per stored pixel
  uint32_t colors;                     // the first samples, 1 to 4, unless there are bands
  uint32_t alpha;                      // the index of its sample; 0 for none
  bool has_bands;                      // the colours, at most 3, are the samples in `bands`
  uint32_t bands[3];                   // the indices of samples
  bool is_tiled, is_planar, is_float, is_signed, is_inverted, is_premultiplied;
  bool is_converted;  // a JPEG whose colours libjpeg converts to RGB
  bool is_rgba;       // libtiff converts pixels to 4 samples of 8 bits; we use the first 3
  uint16_t compression;
  bool is_deep;       // rows have 2 bytes per sample instead of 1
  bool shows_classes;      // samples are class indices as stored, or 16-bit ones made of them
  bool has_display_range;  // `low` and `high` become black and white; low is lower
  double low, high;
} ctiff_form;

// The sizes of the buffers that a format needs.
typedef struct ctiff_sizes {
  uint64_t planes, across;       // planes that are read; chunks side by side
  uint64_t line, chunk_row, chunk;  // the bytes of a plane's row, of a chunk's row and of a chunk
  uint64_t chunks;               // all chunks held, in bytes; 0 if rows are read one by one
} ctiff_sizes;

// Sides must be 1 to 2^20; bits and samples must be 1 to 64.
ctiff_sizes ctiff_sizes_of(const ctiff_form *form);

typedef struct ctiff_source {
  int descriptor;
  uint64_t size;
  const uint8_t *directory;  // a BigTIFF directory, in the file's byte order
  size_t directory_size;
  bool is_big_endian;
  const uint8_t *_Nullable palette;  // red, green and blue of each of the 2^bits colours
  int64_t allocation_limit;          // for each allocation by libtiff
} ctiff_source;

typedef struct ctiff_reader ctiff_reader;

// Opens a picture. Copies what it needs from the source, except for the file, which must stay open.
//
// Returns NULL only if memory runs out, as the status then says.
ctiff_reader *_Nullable ctiff_open(ctiff_source source, ctiff_form form, ctiff_status *status);
void ctiff_close(ctiff_reader *reader);

// Reads the next row: 8-bit or 16-bit big endian samples with straight alpha. Fails at the first
// row that libtiff warns about, and from then on.
ctiff_status ctiff_read_row(ctiff_reader *reader, uint8_t *samples);

// Reads the numbers of the next row as stored, without alpha; NaN for transparent pixels.
//
// Fails in the same cases as `ctiff_read_row`. Must not be called for a picture with a palette.
ctiff_status ctiff_read_numbers(ctiff_reader *reader, double *numbers);

// Whether any number above 0 was so small that its sample became 0.
bool ctiff_has_lost_numbers(const ctiff_reader *reader);

// How many samples of the rows read so far stand for infinite numbers, and are therefore at full
// scale.
uint64_t ctiff_infinite_count(const ctiff_reader *reader);

// How many samples of the rows read so far are floats above 1, other than infinity, and therefore
// at full scale.
uint64_t ctiff_clipped_count(const ctiff_reader *reader);

// The reason for the first failure.
const char *ctiff_message(const ctiff_reader *reader);

#pragma clang assume_nonnull end

#endif
