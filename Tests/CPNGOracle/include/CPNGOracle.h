// Reference results: whole pictures read through libpng in other ways than the one under test, and
// the Paeth formula.
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

// 8-bit RGBA from the simplified API (png_image_*), which has no rows, passes or transforms. It
// converts a picture to sRGB if its gAMA chunk states another gamma.
cpng_oracle_picture cpng_oracle_decode_simply(const uint8_t *file, size_t count);

// Straight 16-bit RGBA, big endian, read in one piece with png_read_png.
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

// All texts of a file that is not interlaced, as libpng returns them; NULL if it refuses the file.
cpng_oracle_texts *cpng_oracle_read_texts(const uint8_t *file, size_t count);
void cpng_oracle_texts_free(cpng_oracle_texts *texts);

// The length of the file that libpng's own writer makes of an 8-bit RGB picture, with all filters
// allowed and an sRGB chunk.
size_t cpng_oracle_encoded_size(cpng_oracle_picture picture, int level);

// A row of 2^17 one-byte pixels, filtered with Paeth, in which every pair of an upper-left byte and
// the byte to its right occurs beside `left`. Fills in the row above, the filtered row after its
// filter type, and the unfiltered row.
void cpng_oracle_paeth(uint8_t left, uint8_t *above, uint8_t *filtered, uint8_t *row);

#endif
