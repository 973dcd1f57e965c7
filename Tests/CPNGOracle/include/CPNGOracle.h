// Reference results: whole pictures by other ways through libpng than the one under test, and the
// formula of Paeth.
#ifndef CPNG_ORACLE_H
#define CPNG_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpng_oracle_picture {
  uint32_t width;
  uint32_t height;
  size_t bytes_per_row;
  uint8_t *bytes;  // freed by the caller; NULL when decoding failed
} cpng_oracle_picture;

// 8-bit RGBA by the simplified API (png_image_*), which has no rows,
// passes or transforms. It converts a picture to sRGB if its gAMA chunk differs.
cpng_oracle_picture cpng_oracle_decode_simply(const uint8_t *file, size_t count);

// Straight RGBA of 16 bits, big endian, by png_read_png in one piece.
cpng_oracle_picture cpng_oracle_decode_wide(const uint8_t *file, size_t count);

typedef struct cpng_oracle_text {
  char *keyword;
  char *value;
  size_t value_count;
  bool is_utf8;
} cpng_oracle_text;

enum { cpng_oracle_maximum_texts = 100 };

typedef struct cpng_oracle_texts {
  size_t count;
  size_t ahead_count;  // the number of texts before the pixels
  cpng_oracle_text texts[cpng_oracle_maximum_texts];
} cpng_oracle_texts;

// All texts of a file that is not interlaced, as libpng hands them out. Returns NULL if it
// refuses the file.
cpng_oracle_texts *cpng_oracle_read_texts(const uint8_t *file, size_t count);
void cpng_oracle_texts_free(cpng_oracle_texts *texts);

// The length of the file that libpng's own writer makes of a picture of RGB with 8 bits. All
// filters are allowed, and it has sRGB.
size_t cpng_oracle_encoded_size(cpng_oracle_picture picture, int level);

// A row of 2^17 pixels of one byte, filtered by Paeth. Every pair of a corner and the byte to its
// right occurs beside `left`. Fills in the row above, the filtered row after its filter type, and
// the unfiltered row.
void cpng_oracle_paeth(uint8_t left, uint8_t *above, uint8_t *filtered, uint8_t *row);

#endif
