// A wrapper of one function around libwebp, whose decoder is configured by structures.
//
// Nothing is linked. The caller passes in the functions of a library that it has loaded.
#ifndef LIBRARIES_LIBWEBP_H
#define LIBRARIES_LIBWEBP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef enum __attribute__((enum_extensibility(closed))) cwebp_status {
  cwebp_status_ok = 0,
  cwebp_status_ended,      // the data end before the last row
  cwebp_status_malformed,  // the data are damaged, or the picture has another size
  cwebp_status_exhausted   // memory ran out
} cwebp_status;

// Whether this was compiled with webp/decode.h. Otherwise no library fits.
bool cwebp_is_built(void);

// The functions of a library that is loaded.
typedef struct cwebp_library cwebp_library;

// Finds the functions by a handle of `dlopen`, for as long as the process lives. Returns NULL if
// one is missing, or if memory ran out. Returns NULL also if the structures differ from that
// header.
const cwebp_library *_Nullable cwebp_library_find(void *handle);

// Consecutive rows, of 3 or 4 bytes a pixel, at the requested size of the picture.
typedef struct cwebp_rows {
  uint8_t *bytes;
  uint32_t width, height;
  bool has_alpha;
  bool is_reduced;  // the picture is scaled to that size
} cwebp_rows;

// Decodes a VP8L chunk, or a VP8 chunk, which an ALPH chunk may precede. Sets `known` to the number
// of correct rows.
cwebp_status cwebp_decode(const cwebp_library *library, const uint8_t *data, size_t count,
                          cwebp_rows rows, uint32_t *known);

#pragma clang assume_nonnull end

#endif
