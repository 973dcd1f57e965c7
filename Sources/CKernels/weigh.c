#include "CKernels.h"

#include <string.h>

#pragma clang fp contract(off)

// Four values side by side: a pixel of up to four channels, and what follows it.
typedef float pixel __attribute__((vector_size(16)));

static inline pixel pixel_at(const float *row) {
  pixel values;
  memcpy(&values, row, sizeof values);
  return values;
}

void ckernels_weigh(
  float *result, const float *row, size_t channels, const float *weights, size_t count) {
  // Four sums, so that an addition need not wait for the one before it.
  pixel sums[4] = {{0}, {0}, {0}, {0}};
  size_t tap = 0;
  for (; tap + 4 <= count; tap += 4) {
    for (size_t k = 0; k < 4; k++) {
      sums[k] += weights[tap + k] * pixel_at(row + (tap + k) * channels);
    }
  }
  for (; tap < count; tap++) sums[0] += weights[tap] * pixel_at(row + tap * channels);
  pixel sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  memcpy(result, &sum, channels * sizeof(float));
}
