// Codes pictures with the installed libheif, and decodes whole files with it, without our code.
#ifndef CHEIF_ORACLE_H
#define CHEIF_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The way in which a picture is coded.
typedef struct cheif_oracle_options {
  uint32_t width, height;
  bool is_av1;       // else HEVC
  uint32_t bits;     // 8, 10 or 12
  bool is_lossless;  // AV1 alone
} cheif_oracle_options;

typedef struct cheif_oracle_bytes {
  uint8_t *bytes;  // NULL if it failed; to be freed by cheif_oracle_free
  size_t count;
  uint32_t width, height;
  uint32_t bits;
} cheif_oracle_bytes;

// Whether this was built with heif.h, and a library that codes both is installed.
bool cheif_oracle_is_available(void);
// A file with one picture and nothing else, from red, green and blue of this many bits.
cheif_oracle_bytes cheif_oracle_encode(cheif_oracle_options options, const uint16_t *samples);
// The primary picture: red, green, blue and alpha, of one byte each, or of two, little-endian.
cheif_oracle_bytes cheif_oracle_decode(const uint8_t *file, size_t count, bool is_deep);
void cheif_oracle_free(cheif_oracle_bytes bytes);

#endif
