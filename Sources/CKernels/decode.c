#include "CKernels.h"

#include <string.h>

#include "always_inline.h"

#pragma clang fp contract(off)

// Eight samples in one load: a loop of single bytes takes a fifth longer.
void ckernels_decode(float *row, const uint8_t *samples, size_t count, const float *table) {
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    uint64_t eight;
    memcpy(&eight, samples + i, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    for (size_t k = 0; k < 8; k++) row[i + k] = table[eight >> 8 * k & 255];
  }
  for (; i < count; i++) row[i] = table[samples[i]];
}

ALWAYS_INLINE void decode_alpha(
  float *row, const uint8_t *samples, size_t pixels, size_t colors, const float *table,
  const float *alphas) {
  for (size_t pixel = 0; pixel < pixels; pixel++) {
    float alpha = alphas[samples[colors]];
    for (size_t color = 0; color < colors; color++) row[color] = table[samples[color]] * alpha;
    row[colors] = alpha;
    row += colors + 1;
    samples += colors + 1;
  }
}

void ckernels_decode_alpha(
  float *row, const uint8_t *samples, size_t pixels, size_t colors, const float *table,
  const float *alphas) {
  // A constant in each call, so that each becomes a loop of its own.
  if (colors == 1) {
    decode_alpha(row, samples, pixels, 1, table, alphas);
  } else {
    decode_alpha(row, samples, pixels, 3, table, alphas);
  }
}
