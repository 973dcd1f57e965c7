// libwebp (clibrary_webp), whose decoder is configured through structures.
#ifndef CLIBRARIES_LIBWEBP_H
#define CLIBRARIES_LIBWEBP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef enum __attribute__((enum_extensibility(closed))) cwebp_status {
  cwebp_status_ok = 0,
  cwebp_status_ended,      // the data ends before the last row
  cwebp_status_malformed,  // the data is damaged, or the picture has a different size
  cwebp_status_exhausted   // memory ran out
} cwebp_status;

// Consecutive rows with 3 or 4 bytes per pixel, at the requested size of the picture.
typedef struct cwebp_rows {
  uint8_t *bytes;
  uint32_t width, height;
  bool has_alpha;
  bool is_reduced;  // the picture is scaled to that size
} cwebp_rows;

// Decodes a VP8L chunk, or a VP8 chunk, which may follow an ALPH chunk. Sets `known` to the number
// of correct rows.
cwebp_status cwebp_decode(const uint8_t *data, size_t count, cwebp_rows rows, uint32_t *known);

#pragma clang assume_nonnull end

#endif
