// Encodes pictures and decodes whole files with the installed libheif, without our code.
#ifndef CHEIF_ORACLE_H
#define CHEIF_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How a picture is encoded.
typedef struct cheif_oracle_options {
  uint32_t width, height;
  bool is_av1;       // else HEVC
  uint32_t bits;     // 8, 10 or 12
  bool is_lossless;  // AV1 only
} cheif_oracle_options;

typedef struct cheif_oracle_bytes {
  uint8_t *bytes;  // NULL on failure; to be freed by cheif_oracle_free
  size_t count;
  uint32_t width, height;
  uint32_t bits;
} cheif_oracle_bytes;

// Whether this was built with heif.h, and a library that encodes HEVC and AV1 is installed.
bool cheif_oracle_is_available(void);
// A file with one picture and nothing else, made from red, green and blue with this many bits each.
cheif_oracle_bytes cheif_oracle_encode(cheif_oracle_options options, const uint16_t *samples);
// The primary picture: red, green, blue and alpha, as one byte each, or as two, little-endian.
cheif_oracle_bytes cheif_oracle_decode(const uint8_t *file, size_t count, bool is_deep);
void cheif_oracle_free(cheif_oracle_bytes bytes);

#endif
