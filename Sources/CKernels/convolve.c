#include "CKernels.h"

#include "vectors.h"
#include <string.h>

#pragma clang fp contract(off)

#if HAS_X86_VECTORS
#include <immintrin.h>
#endif

// Four adjacent values: a pixel of up to four channels and whatever follows it.
typedef float pixel __attribute__((vector_size(16)));

ALWAYS_INLINE pixel pixel_at(const float *row) {
  pixel values;
  memcpy(&values, row, sizeof values);
  return values;
}

// Adds up four sums, which are separate so that additions do not wait for each other. The remaining
// taps go into the first sum.
ALWAYS_INLINE pixel total(
  pixel first, pixel second, pixel third, pixel fourth, const float *row, size_t channels,
  const float *weights, size_t count) {
  for (size_t tap = count / 4 * 4; tap < count; tap++) {
    first += weights[tap] * pixel_at(row + tap * channels);
  }
  return (first + second) + (third + fourth);
}

ALWAYS_INLINE pixel weighed(
  const float *row, size_t channels, const float *weights, size_t count) {
  pixel sums[4] = {{0}, {0}, {0}, {0}};
  for (size_t tap = 0; tap + 4 <= count; tap += 4) {
    for (size_t k = 0; k < 4; k++) {
      sums[k] += weights[tap + k] * pixel_at(row + (tap + k) * channels);
    }
  }
  return total(sums[0], sums[1], sums[2], sums[3], row, channels, weights, count);
}

#if HAS_X86_VECTORS

// Two adjacent pixels. Pixels with four channels are contiguous.
AVX2 ALWAYS_INLINE __m256 pixels_at(const float *row, size_t channels) {
  if (channels == 4) return _mm256_loadu_ps(row);
  return _mm256_set_m128(_mm_loadu_ps(row + channels), _mm_loadu_ps(row));
}

// The weighted sum, with two sums in each register. Putting four sums into an AVX-512 register
// gains little.
AVX2 ALWAYS_INLINE pixel weighed_avx2(
  const float *row, size_t channels, const float *weights, size_t count) {
  const __m256i first_two = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
  const __m256i last_two = _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3);
  __m256 low = _mm256_setzero_ps(), high = _mm256_setzero_ps();
  for (size_t tap = 0; tap + 4 <= count; tap += 4) {
    const float *place = row + tap * channels;
    __m256 four = _mm256_broadcast_ps((const __m128 *)(weights + tap));
    low += _mm256_permutevar_ps(four, first_two) * pixels_at(place, channels);
    high += _mm256_permutevar_ps(four, last_two) * pixels_at(place + 2 * channels, channels);
  }
  return total(
    _mm256_castps256_ps128(low), _mm256_extractf128_ps(low, 1), _mm256_castps256_ps128(high),
    _mm256_extractf128_ps(high, 1), row, channels, weights, count);
}

#endif

typedef pixel weighing(const float *row, size_t channels, const float *weights, size_t count);

ALWAYS_INLINE void weigh_by(
  weighing *weighed, float *result, const float *row, size_t channels, const ckernels_taps *taps) {
  for (size_t output = 0; output < taps->count; output++) {
    size_t start = (size_t)taps->offsets[output];
    size_t count = (size_t)taps->offsets[output + 1] - start;
    size_t first = (size_t)(taps->firsts[output] - taps->firsts[0]);
    pixel sum = weighed(row + first * channels, channels, taps->weights + start, count);
    memcpy(result + output * channels, &sum, channels * sizeof(float));
  }
}

ALWAYS_INLINE void convolve_row(
  weighing *weighed, float *result, const float *row, size_t channels, const ckernels_taps *taps) {
  // The numbers of channels are constants, so that each call becomes a specialised loop.
  switch (channels) {
    case 1: weigh_by(weighed, result, row, 1, taps); break;
    case 2: weigh_by(weighed, result, row, 2, taps); break;
    case 3: weigh_by(weighed, result, row, 3, taps); break;
    default: weigh_by(weighed, result, row, 4, taps); break;
  }
}

#if HAS_X86_VECTORS
AVX2 static void weigh_avx2(
  float *result, const float *row, size_t channels, const ckernels_taps *taps) {
  convolve_row(weighed_avx2, result, row, channels, taps);
}
#endif

void ckernels_convolve_row(float *result, const float *row, size_t channels, const ckernels_taps *taps) {
#if HAS_X86_VECTORS
  if (vectors_available() != vectors_level_baseline) {
    weigh_avx2(result, row, channels, taps);
    return;
  }
#endif
  convolve_row(weighed, result, row, channels, taps);
}
