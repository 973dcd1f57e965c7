// giflib (clibrary_gif), whose decoder reads through a callback.
#ifndef CLIBRARIES_LIBGIF_H
#define CLIBRARIES_LIBGIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef enum __attribute__((enum_extensibility(closed))) cgif_status {
  cgif_status_ok = 0,
  cgif_status_ended,      // the data ends before the row does
  cgif_status_malformed,  // the data is damaged
  cgif_status_exhausted   // memory ran out
} cgif_status;

// The coded pixels of a frame. giflib sees only these: they are presented to it as a separate file.
typedef struct cgif_source {
  int descriptor;
  uint64_t offset;          // of the byte with the LZW code size, which precedes the pixels
  uint64_t file_size;       // no byte from here on is read
  uint16_t width, height;   // both at least 1
} cgif_source;

typedef struct cgif_reader cgif_reader;

// Opens the coded pixels for reading their rows in the order of the file. If that fails, returns
// NULL, and sets `status` to the reason. The descriptor must stay open until the reader is closed.
cgif_reader *_Nullable cgif_open(cgif_source source, cgif_status *status);
void cgif_close(cgif_reader *reader);

// Decodes the next row, and draws its first `count` pixels over the ones in `pixels`, which have
// four bytes each. `colors` has the four bytes of all 256 indices; a pixel whose colour has an
// alpha of 0 is not drawn. If decoding fails, nothing is drawn, and no further rows can be read.
cgif_status cgif_draw_row(cgif_reader *reader, const uint8_t *colors, uint8_t *pixels,
                          size_t count);

#pragma clang assume_nonnull end

#endif
