#include "CKernels.h"

#include <CVectors.h>
#include <string.h>

#pragma clang fp contract(off)

#if HAS_X86_VECTORS
#include <immintrin.h>
#endif

// 0 for NaN and negative values.
ALWAYS_INLINE float clamped(float light, float maximum) {
  float positive = light > 0 ? light : 0;
  return positive < maximum ? positive : maximum;
}

// `light` is from 0 to 1.
ALWAYS_INLINE uint8_t code(const uint32_t *steps, float light) {
  // The step, and the position within it in 2^-32ths.
  int64_t place = (int64_t)(light * (ckernels_code_steps * 0x1p32f));
  uint32_t step = steps[place >> 32];
  // The code in the low bits of the step decides nothing: light with more than 24 bits after the
  // point is below all thresholds.
  return (uint8_t)(step + ((uint32_t)place > step));
}

ALWAYS_INLINE void encode(
  uint8_t *samples, const float *row, size_t count, const uint32_t *steps) {
  for (size_t i = 0; i < count; i++) samples[i] = code(steps, clamped(row[i], 1));
}

// Encodes one pixel over a background.
ALWAYS_INLINE void put_over(
  uint8_t *samples, const float *pixel, size_t colors, const float *background,
  const uint32_t *steps) {
  float alpha = clamped(pixel[colors], 1);
  for (size_t color = 0; color < colors; color++) {
    float light = clamped(pixel[color], alpha) + (1 - alpha) * background[color];
    samples[color] = code(steps, clamped(light, 1));
  }
}

ALWAYS_INLINE void encode_over(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const float *background,
  const uint32_t *steps) {
  const size_t channels = colors + 1;
  for (size_t pixel = 0; pixel < pixels; pixel++) {
    // Pictures with alpha often have large flat areas, mostly transparent ones.
    if (pixel > 0 && memcmp(row, row - channels, channels * sizeof *row) == 0) {
      for (size_t color = 0; color < colors; color++) samples[color] = *(samples + color - colors);
    } else {
      put_over(samples, row, colors, background, steps);
    }
    row += channels;
    samples += colors;
  }
}

#if HAS_X86_VECTORS

// AVX-512 gains nothing over AVX2 here: the loads of the steps take the time.

AVX2 ALWAYS_INLINE __m256 clamped_eight(__m256 light, __m256 maximum) {
  // If the first operand is NaN, or both are 0, the result is the second operand.
  return _mm256_min_ps(_mm256_max_ps(light, _mm256_setzero_ps()), maximum);
}

// The codes of eight values from 0 to 1, each in the low byte of its lane.
AVX2 ALWAYS_INLINE __m256i codes(const uint32_t *steps, __m256 light) {
  __m256 scaled = light * ckernels_code_steps;
  __m256i number = _mm256_cvttps_epi32(scaled);
  __m256 within = scaled - _mm256_cvtepi32_ps(number);
  __m256i place = _mm256_cvttps_epi32(within * 0x1p24f);
  // Eight loads are as fast as a gather, and much faster on processors with slow gathers due to
  // security patches.
  uint64_t pairs[4];
  memcpy(pairs, &number, sizeof pairs);
  __m256i step = _mm256_setr_epi32(
    (int)steps[(uint32_t)pairs[0]], (int)steps[pairs[0] >> 32], (int)steps[(uint32_t)pairs[1]],
    (int)steps[pairs[1] >> 32], (int)steps[(uint32_t)pairs[2]], (int)steps[pairs[2] >> 32],
    (int)steps[(uint32_t)pairs[3]], (int)steps[pairs[3] >> 32]);
  // A true comparison is -1.
  return _mm256_sub_epi32(step, _mm256_cmpgt_epi32(place, _mm256_srli_epi32(step, 8)));
}

enum { block = 32 };

AVX2 ALWAYS_INLINE void encode_block(uint8_t *samples, const float *row, const uint32_t *steps) {
  const __m256i low_byte = _mm256_set1_epi32(UINT8_MAX);
  __m256i eights[4];
  for (int i = 0; i < 4; i++) {
    __m256 light = clamped_eight(_mm256_loadu_ps(row + 8 * i), _mm256_set1_ps(1));
    eights[i] = _mm256_and_si256(codes(steps, light), low_byte);
  }
  // Packing works within each half of a register.
  __m256i packed = _mm256_packus_epi16(
    _mm256_packus_epi32(eights[0], eights[1]), _mm256_packus_epi32(eights[2], eights[3]));
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  _mm256_storeu_si256((__m256i *)samples, _mm256_permutevar8x32_epi32(packed, order));
}

AVX2 static void encode_avx2(
  uint8_t *samples, const float *row, size_t count, const uint32_t *steps) {
  if (count < block) {
    encode(samples, row, count, steps);
    return;
  }
  for (size_t i = 0; i + block < count; i += block) encode_block(samples + i, row + i, steps);
  // The last block may overlap the one before.
  encode_block(samples + count - block, row + count - block, steps);
}

// Pixels of three colours and alpha, two to a register.
AVX2 static void encode_over_avx2(
  uint8_t *samples, const float *row, size_t pixels, const float *background,
  const uint32_t *steps) {
  const __m256 one = _mm256_set1_ps(1);
  const __m256 ground = _mm256_setr_ps(
    background[0], background[1], background[2], 0, background[0], background[1], background[2], 0);
  // The first pixel's codes fill bytes 0 to 2, the second pixel's codes bytes 3 to 5.
  const __m256i places = _mm256_setr_epi8(
    0, 4, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, 0, 4, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
  __m256i last = _mm256_setzero_si256();
  uint64_t painted = 0;
  size_t pixel = 0;
  // Each store writes two bytes beyond its two pixels.
  for (; pixel + 3 <= pixels; pixel += 2) {
    __m256 light = _mm256_loadu_ps(row + 4 * pixel);
    __m256i changes = _mm256_xor_si256(_mm256_castps_si256(light), last);
    // Pictures with alpha often have large flat areas, mostly transparent ones.
    if (pixel == 0 || !_mm256_testz_si256(changes, changes)) {
      last = _mm256_castps_si256(light);
      __m256 alpha = clamped_eight(_mm256_permute_ps(light, 0xFF), one);
      __m256 sum = clamped_eight(light, alpha) + (one - alpha) * ground;
      __m256i placed = _mm256_shuffle_epi8(codes(steps, _mm256_min_ps(sum, one)), places);
      __m128i both =
        _mm_or_si128(_mm256_castsi256_si128(placed), _mm256_extracti128_si256(placed, 1));
      painted = (uint64_t)_mm_cvtsi128_si64(both);
    }
    memcpy(samples + 3 * pixel, &painted, sizeof painted);
  }
  encode_over(samples + 3 * pixel, row + 4 * pixel, pixels - pixel, 3, background, steps);
}

#endif

void ckernels_encode(
  uint8_t *samples, const float *row, size_t count, const uint32_t *steps) {
#if HAS_X86_VECTORS
  if (vectors_available() != vectors_level_baseline) {
    encode_avx2(samples, row, count, steps);
    return;
  }
#endif
  encode(samples, row, count, steps);
}

void ckernels_encode_over(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const float *background,
  const uint32_t *steps) {
  // Constants, so that each call becomes a specialised loop.
  if (colors == 1) {
    encode_over(samples, row, pixels, 1, background, steps);
    return;
  }
#if HAS_X86_VECTORS
  if (vectors_available() != vectors_level_baseline) {
    encode_over_avx2(samples, row, pixels, background, steps);
    return;
  }
#endif
  encode_over(samples, row, pixels, 3, background, steps);
}

ALWAYS_INLINE void compose(
  uint8_t *result, const uint8_t *samples, size_t pixels, size_t colors, const float *light,
  const float *alphas, const float *background, const uint32_t *steps) {
  const size_t channels = colors + 1;
  const float nothing[4] = {0};
  uint8_t ground[3];
  put_over(ground, nothing, colors, background, steps);
  for (size_t pixel = 0; pixel < pixels; pixel++) {
    uint8_t alpha = samples[colors];
    if (pixel > 0 && memcmp(samples, samples - channels, channels) == 0) {
      for (size_t color = 0; color < colors; color++) result[color] = *(result + color - colors);
    } else if (alpha == 0 || alpha == UINT8_MAX) {
      const uint8_t *seen = alpha == 0 ? ground : samples;
      for (size_t color = 0; color < colors; color++) result[color] = seen[color];
    } else {
      float mixed[4];
      for (size_t color = 0; color < colors; color++) {
        mixed[color] = light[samples[color]] * alphas[alpha];
      }
      mixed[colors] = alphas[alpha];
      put_over(result, mixed, colors, background, steps);
    }
    samples += channels;
    result += colors;
  }
}

void ckernels_compose(
  uint8_t *result, const uint8_t *samples, size_t pixels, size_t colors, const float *light,
  const float *alphas, const float *background, const uint32_t *steps) {
  // Constants, so that each call becomes a specialised loop.
  if (colors == 1) {
    compose(result, samples, pixels, 1, light, alphas, background, steps);
  } else {
    compose(result, samples, pixels, 3, light, alphas, background, steps);
  }
}
