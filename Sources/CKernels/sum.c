#include "CKernels.h"

#include "vectors.h"
#include <string.h>

ALWAYS_INLINE void sum(uint16_t *sums, const uint8_t *samples, size_t count) {
  for (size_t i = 0; i < count; i++) sums[i] += samples[i];
}

// The number of pixels multiplied at once.
enum { block = 8 };

typedef uint8_t samples_of_block __attribute__((vector_size(4 * block)));
typedef uint16_t sums_of_block __attribute__((vector_size(8 * block)));

ALWAYS_INLINE void sum_block(uint16_t *sums, const uint8_t *samples) {
  samples_of_block pixels;
  memcpy(&pixels, samples, sizeof pixels);
  // Alpha itself is multiplied by 255, and so keeps its value.
  const samples_of_block whole = ~(samples_of_block){0};
  samples_of_block alphas = __builtin_shufflevector(
    pixels, whole, 3, 3, 3, 32, 7, 7, 7, 32, 11, 11, 11, 32, 15, 15, 15, 32, 19, 19, 19, 32, 23,
    23, 23, 32, 27, 27, 27, 32, 31, 31, 31, 32);
  sums_of_block products = __builtin_convertvector(pixels, sums_of_block)
    * __builtin_convertvector(alphas, sums_of_block) + 128;
  sums_of_block all;
  memcpy(&all, sums, sizeof all);
  // Divides by 255 and rounds.
  all += (products + (products >> 8)) >> 8;
  memcpy(sums, &all, sizeof all);
}

ALWAYS_INLINE void sum_premultiplied(uint16_t *sums, const uint8_t *samples, size_t pixels) {
  size_t i = 0;
  for (; i + block <= pixels; i += block) sum_block(sums + 4 * i, samples + 4 * i);
  if (i == pixels) return;
  // The rest, padded with pixels that add nothing.
  size_t rest = 4 * (pixels - i);
  uint16_t last_sums[4 * block] = {0};
  uint8_t last[4 * block] = {0};
  memcpy(last_sums, sums + 4 * i, rest * sizeof *sums);
  memcpy(last, samples + 4 * i, rest);
  sum_block(last_sums, last);
  memcpy(sums + 4 * i, last_sums, rest * sizeof *sums);
}

DEFINE_BY_AVX2(
  ckernels_sum, sum, (uint16_t *sums, const uint8_t *samples, size_t count),
  (sums, samples, count))

DEFINE_BY_AVX2(
  ckernels_sum_premultiplied, sum_premultiplied,
  (uint16_t *sums, const uint8_t *samples, size_t pixels), (sums, samples, pixels))
