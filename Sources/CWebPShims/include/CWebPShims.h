// libwebp behind one function, as its decoder is told what to do by structures.
//
// Nothing is linked. The caller hands over the functions of a library that it has loaded.
#ifndef CWEBP_SHIMS_H
#define CWEBP_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define CWEBP_CLOSED __attribute__((enum_extensibility(closed)))
#pragma clang assume_nonnull begin
#else
#define CWEBP_CLOSED
#endif

typedef enum CWEBP_CLOSED cwebp_status {
  cwebp_status_ok = 0,
  cwebp_status_ended,      // the data end ahead of the last row
  cwebp_status_malformed,  // they are damaged, or the picture has another size
  cwebp_status_exhausted   // memory ran out
} cwebp_status;

// Whether webp/decode.h was there when this was built. Without it no library fits.
bool cwebp_is_built(void);

typedef void (*cwebp_function)(void);

// The functions of a library, called as there but for `WebP`.
typedef struct cwebp_library {
  cwebp_function InitDecoderConfigInternal;
  cwebp_function IDecode;
  cwebp_function IUpdate;
  cwebp_function IDecGetRGB;
  cwebp_function IDelete;
} cwebp_library;

// Finds the functions by a handle of `dlopen`; false where one is missing, or the library has other
// structures than that header, by its own word.
bool cwebp_find_functions(void *handle, cwebp_library *library);

// Rows one behind the other, of 3 or 4 bytes a pixel, in the size in which the picture is wanted.
typedef struct cwebp_rows {
  uint8_t *bytes;
  uint32_t width, height;
  bool has_alpha;
  bool is_reduced;  // the picture is scaled to that size
} cwebp_rows;

// Decodes a VP8L chunk, or a VP8 chunk, which an ALPH chunk may precede. `known` is set to how many rows
// are as they should be.
cwebp_status cwebp_decode(const cwebp_library *library, const uint8_t *data, size_t count,
                          cwebp_rows rows, uint32_t *known);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
