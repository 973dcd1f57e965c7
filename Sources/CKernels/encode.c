#include "CKernels.h"

#include "vectors.h"
#include <string.h>

#pragma clang fp contract(off)

#if HAS_X86_VECTORS
#include <immintrin.h>
#endif

// Clamps light to the range from 0 to `maximum`; NaN becomes 0.
ALWAYS_INLINE float clamped(float light, float maximum) {
  float positive = light > 0 ? light : 0;
  return positive < maximum ? positive : maximum;
}

// `light` is in the range 0 to 1.
ALWAYS_INLINE uint8_t code(const uint32_t *steps, float light) {
  // The step, and the position within it in units of 2^-32.
  int64_t place = (int64_t)(light * (ckernels_code_steps * 0x1p32f));
  uint32_t step = steps[place >> 32];
  // The code value in the low bits of the step does not matter: light with more than 24 bits after
  // the binary point is below all thresholds.
  return (uint8_t)(step + ((uint32_t)place > step));
}

ALWAYS_INLINE void encode(
  uint8_t *samples, const float *row, size_t count, const uint32_t *steps) {
  for (size_t i = 0; i < count; i++) samples[i] = code(steps, clamped(row[i], 1));
}

// Sums of weights may miss 1 by a few units in the last place, a difference invisible at 16 bits.
static const float opaque_from = 1 - 0x1p-17f;

// Encodes one pixel with straight alpha.
ALWAYS_INLINE void put_straight(
  uint8_t *samples, const float *pixel, size_t colors, const uint32_t *steps) {
  float alpha = clamped(pixel[colors], 1);
  alpha = alpha < opaque_from ? alpha : 1;
  samples[colors] = (uint8_t)(alpha * UINT8_MAX + 0.5f);
  for (size_t color = 0; color < colors; color++) {
    samples[color] = samples[colors] ? code(steps, clamped(pixel[color] / alpha, 1)) : 0;
  }
}

ALWAYS_INLINE void encode_alpha(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const uint32_t *steps) {
  const size_t channels = colors + 1;
  for (size_t pixel = 0; pixel < pixels; pixel++) {
    // Pictures with alpha often have large flat areas, mostly transparent ones.
    if (pixel > 0 && memcmp(row, row - channels, channels * sizeof *row) == 0) {
      memcpy(samples, samples - channels, channels);
    } else {
      put_straight(samples, row, colors, steps);
    }
    row += channels;
    samples += channels;
  }
}

#if HAS_X86_VECTORS

// AVX-512 gains nothing over AVX2 here, because loading steps takes most of the time.

AVX2 ALWAYS_INLINE __m256 clamped_eight(__m256 light, __m256 maximum) {
  // If the first operand is NaN, or both are 0, the result is the second operand.
  return _mm256_min_ps(_mm256_max_ps(light, _mm256_setzero_ps()), maximum);
}

// The code values of eight linear-light values from 0 to 1, each in the low byte of its lane.
AVX2 ALWAYS_INLINE __m256i codes(const uint32_t *steps, __m256 light) {
  __m256 scaled = light * ckernels_code_steps;
  __m256i number = _mm256_cvttps_epi32(scaled);
  __m256 within = scaled - _mm256_cvtepi32_ps(number);
  __m256i place = _mm256_cvttps_epi32(within * 0x1p24f);
  // Eight loads are as fast as a gather, and much faster on processors whose gathers were slowed
  // down by security patches.
  uint64_t pairs[4];
  memcpy(pairs, &number, sizeof pairs);
  __m256i step = _mm256_setr_epi32(
    (int)steps[(uint32_t)pairs[0]], (int)steps[pairs[0] >> 32], (int)steps[(uint32_t)pairs[1]],
    (int)steps[pairs[1] >> 32], (int)steps[(uint32_t)pairs[2]], (int)steps[pairs[2] >> 32],
    (int)steps[(uint32_t)pairs[3]], (int)steps[pairs[3] >> 32]);
  // A true comparison gives -1.
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
  // The last block may overlap the previous one.
  encode_block(samples + count - block, row + count - block, steps);
}

// Pixels of three colours and alpha, two to a register.
AVX2 static void encode_alpha_avx2(
  uint8_t *samples, const float *row, size_t pixels, const uint32_t *steps) {
  enum { alphas = 0x88 };
  const __m256 one = _mm256_set1_ps(1), limit = _mm256_set1_ps(opaque_from);
  const __m256i low_bytes = _mm256_setr_epi8(
    0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, 0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1);
  __m256i last = _mm256_setzero_si256();
  uint64_t encoded = 0;
  size_t pixel = 0;
  for (; pixel + 2 <= pixels; pixel += 2) {
    __m256 light = _mm256_loadu_ps(row + 4 * pixel);
    __m256i changes = _mm256_xor_si256(_mm256_castps_si256(light), last);
    // Pictures with alpha often have large flat areas, mostly transparent ones.
    if (!_mm256_testz_si256(changes, changes)) {
      last = _mm256_castps_si256(light);
      __m256 alpha = clamped_eight(_mm256_permute_ps(light, 0xFF), one);
      __m256 is_translucent = _mm256_cmp_ps(alpha, limit, _CMP_LT_OQ);
      alpha = _mm256_blendv_ps(one, alpha, is_translucent);
      if (_mm256_movemask_ps(is_translucent)) light /= alpha;
      __m256i opacity = _mm256_cvttps_epi32(alpha * UINT8_MAX + 0.5f);
      __m256i straight = codes(steps, clamped_eight(light, one));
      __m256i pair = _mm256_blend_epi32(straight, opacity, alphas);
      pair = _mm256_and_si256(pair, _mm256_cmpgt_epi32(opacity, _mm256_setzero_si256()));
      pair = _mm256_shuffle_epi8(pair, low_bytes);
      __m128i both = _mm_or_si128(_mm256_castsi256_si128(pair), _mm256_extracti128_si256(pair, 1));
      encoded = (uint64_t)_mm_cvtsi128_si64(both);
    }
    memcpy(samples + 4 * pixel, &encoded, sizeof encoded);
  }
  encode_alpha(samples + 4 * pixel, row + 4 * pixel, pixels - pixel, 3, steps);
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

void ckernels_encode_alpha(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const uint32_t *steps) {
  // The numbers of colours are constants, so that each call becomes a specialised loop.
  if (colors == 1) {
    encode_alpha(samples, row, pixels, 1, steps);
    return;
  }
#if HAS_X86_VECTORS
  if (vectors_available() != vectors_level_baseline) {
    encode_alpha_avx2(samples, row, pixels, steps);
    return;
  }
#endif
  encode_alpha(samples, row, pixels, 3, steps);
}
