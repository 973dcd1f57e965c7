#include "CKernels.h"

#include <string.h>

#include "always_inline.h"

#pragma clang fp contract(off)

// Four adjacent values: a pixel of up to four channels and whatever follows it.
typedef float pixel __attribute__((vector_size(16)));

ALWAYS_INLINE pixel pixel_at(const float *row) {
  pixel values;
  memcpy(&values, row, sizeof values);
  return values;
}

ALWAYS_INLINE pixel weighed(
  const float *row, size_t channels, const float *weights, size_t count) {
  // Four sums, so that additions do not wait for each other.
  pixel sums[4] = {{0}, {0}, {0}, {0}};
  size_t tap = 0;
  for (; tap + 4 <= count; tap += 4) {
    for (size_t k = 0; k < 4; k++) {
      sums[k] += weights[tap + k] * pixel_at(row + (tap + k) * channels);
    }
  }
  for (; tap < count; tap++) sums[0] += weights[tap] * pixel_at(row + tap * channels);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

ALWAYS_INLINE void weigh(
  float *result, const float *row, size_t channels, const ckernels_taps *taps) {
  for (size_t output = 0; output < taps->count; output++) {
    size_t start = (size_t)taps->offsets[output];
    size_t count = (size_t)taps->offsets[output + 1] - start;
    size_t first = (size_t)(taps->firsts[output] - taps->firsts[0]);
    pixel sum = weighed(row + first * channels, channels, taps->weights + start, count);
    memcpy(result + output * channels, &sum, channels * sizeof(float));
  }
}

void ckernels_weigh(float *result, const float *row, size_t channels, const ckernels_taps *taps) {
  // Constants, so that each call becomes a specialised loop.
  switch (channels) {
    case 1: weigh(result, row, 1, taps); break;
    case 2: weigh(result, row, 2, taps); break;
    case 3: weigh(result, row, 3, taps); break;
    default: weigh(result, row, 4, taps); break;
  }
}
