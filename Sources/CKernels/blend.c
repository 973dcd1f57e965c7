#include "CKernels.h"

#include "vectors.h"
#include <string.h>

#pragma clang fp contract(off)

#if HAS_X86_VECTORS
#include <immintrin.h>
#endif

// Callers of the functions below pass `form` as a constant.

ALWAYS_INLINE uint32_t sample(const uint8_t *samples, size_t index, size_t bytes) {
  return bytes == 1 ? samples[index] : (uint32_t)samples[2 * index] << 8 | samples[2 * index + 1];
}

ALWAYS_INLINE void put(uint8_t *samples, size_t index, size_t bytes, uint32_t value) {
  if (bytes == 1) {
    samples[index] = (uint8_t)value;
  } else {
    samples[2 * index] = (uint8_t)(value >> 8);
    samples[2 * index + 1] = (uint8_t)value;
  }
}

ALWAYS_INLINE float lesser(float one, float other) { return one < other ? one : other; }

// Divides by the maximum sample and rounds to nearest: by 255 for values up to 65,025, or by 65,535
// for values up to 65,535².
ALWAYS_INLINE uint32_t share(uint32_t value, size_t bytes) {
  if (bytes == 1) return (value + 128 + ((value + 128) >> 8)) >> 8;
  return (uint32_t)(((uint64_t)value + 32767) / UINT16_MAX);
}

// Blends a pixel over an opaque background.
ALWAYS_INLINE void blend_opaque(
  uint8_t *result, const uint8_t *pixel, ckernels_blend form, const uint8_t *background) {
  const size_t bytes = form.bytes, colors = form.channels - 1;
  const uint32_t maximum = bytes == 1 ? UINT8_MAX : UINT16_MAX;
  uint32_t alpha = sample(pixel, colors, bytes);
  for (size_t color = 0; color < form.result_channels; color++) {
    uint32_t own = sample(pixel, colors == 1 ? 0 : color, bytes);
    uint32_t background_code = sample(background, color, bytes);
    put(result, color, bytes, share(own * alpha + background_code * (maximum - alpha), bytes));
  }
}

// Blends a pixel over a background that also has alpha.
ALWAYS_INLINE void blend_translucent(
  uint8_t *result, const uint8_t *pixel, ckernels_blend form, const uint8_t *background) {
  const size_t bytes = form.bytes, colors = form.channels - 1, shown = form.result_channels - 1;
  const float maximum = bytes == 1 ? UINT8_MAX : UINT16_MAX;
  float alpha = (float)sample(pixel, colors, bytes) / maximum;
  float below = (1 - alpha) * ((float)sample(background, shown, bytes) / maximum);
  float total = alpha + below;
  for (size_t color = 0; color < shown; color++) {
    float own = (float)sample(pixel, colors == 1 ? 0 : color, bytes);
    float sum = own * alpha + (float)sample(background, color, bytes) * below;
    // Over a transparent background, colours are kept exactly, even those of invisible pixels.
    float mixed = below == 0 ? own : sum / total;
    put(result, color, bytes, (uint32_t)(lesser(mixed, maximum) + 0.5f));
  }
  put(result, shown, bytes, (uint32_t)(lesser(total, 1) * maximum + 0.5f));
}

// Copies a pixel without alpha.
ALWAYS_INLINE void copy(uint8_t *result, const uint8_t *pixel, ckernels_blend form) {
  const size_t bytes = form.bytes;
  const bool has_alpha = form.result_channels % 2 == 0;
  const size_t shown = has_alpha ? form.result_channels - 1 : form.result_channels;
  for (size_t color = 0; color < shown; color++) {
    put(result, color, bytes, sample(pixel, form.channels == 1 ? 0 : color, bytes));
  }
  if (has_alpha) put(result, shown, bytes, UINT16_MAX);
}

ALWAYS_INLINE void blend_over(
  uint8_t *result, const uint8_t *samples, size_t pixels, ckernels_blend form,
  const uint8_t *background) {
  for (size_t pixel = 0; pixel < pixels; pixel++) {
    if (form.channels % 2 == 1) {
      copy(result, samples, form);
    } else if (form.result_channels % 2 == 1) {
      blend_opaque(result, samples, form, background);
    } else {
      blend_translucent(result, samples, form, background);
    }
    samples += form.channels * form.bytes;
    result += form.result_channels * form.bytes;
  }
}

#if HAS_X86_VECTORS

// Pixels of three colours and alpha, eight to a register.
AVX2 static void blend_colors_avx2(
  uint8_t *result, const uint8_t *samples, size_t pixels, const uint8_t *background) {
  const __m256i zero = _mm256_setzero_si256(), full = _mm256_set1_epi16(UINT8_MAX);
  const __m256i half = _mm256_set1_epi16(128);
  const __m256i background_codes = _mm256_set1_epi64x(
    (long long)((uint64_t)background[0] | (uint64_t)background[1] << 16
                | (uint64_t)background[2] << 32));
  const __m256i colors = _mm256_setr_epi8(
    0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1,
    0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
  size_t pixel = 0;
  // Writes four bytes beyond the eight pixels.
  for (; pixel + 10 <= pixels; pixel += 8) {
    __m256i eight = _mm256_loadu_si256((const __m256i *)(samples + 4 * pixel));
    __m256i fours[2] = {_mm256_unpacklo_epi8(eight, zero), _mm256_unpackhi_epi8(eight, zero)};
    for (int i = 0; i < 2; i++) {
      __m256i alpha = _mm256_shufflehi_epi16(_mm256_shufflelo_epi16(fours[i], 0xFF), 0xFF);
      __m256i rest = _mm256_mullo_epi16(background_codes, _mm256_sub_epi16(full, alpha));
      __m256i sum = _mm256_add_epi16(_mm256_mullo_epi16(fours[i], alpha), rest);
      sum = _mm256_add_epi16(sum, half);
      fours[i] = _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_srli_epi16(sum, 8)), 8);
    }
    __m256i laid = _mm256_shuffle_epi8(_mm256_packus_epi16(fours[0], fours[1]), colors);
    _mm_storeu_si128((__m128i *)(result + 3 * pixel), _mm256_castsi256_si128(laid));
    _mm_storeu_si128((__m128i *)(result + 3 * pixel + 12), _mm256_extracti128_si256(laid, 1));
  }
  const ckernels_blend form = {.channels = 4, .result_channels = 3, .bytes = 1};
  blend_over(result + 3 * pixel, samples + 4 * pixel, pixels - pixel, form, background);
}

#endif

// Passes formats as constants, so that each call becomes a specialised loop.
ALWAYS_INLINE void blend_any(
  uint8_t *result, const uint8_t *samples, size_t pixels, ckernels_blend form, size_t bytes,
  const uint8_t *background) {
#define BLEND(own, other) \
  if (form.channels == (own) && form.result_channels == (other)) { \
    const ckernels_blend constant = {(own), (other), bytes}; \
    blend_over(result, samples, pixels, constant, background); \
    return; \
  }
  BLEND(1, 2) BLEND(1, 3) BLEND(1, 4)
  BLEND(2, 1) BLEND(2, 2) BLEND(2, 3) BLEND(2, 4)
  BLEND(3, 4)
  BLEND(4, 3) BLEND(4, 4)
#undef BLEND
}

void ckernels_blend_over(
  uint8_t *result, const uint8_t *samples, size_t pixels, ckernels_blend form,
  const uint8_t *background) {
  if (form.channels % 2 == 1 && form.channels == form.result_channels) {
    memcpy(result, samples, pixels * form.channels * form.bytes);
    return;
  }
#if HAS_X86_VECTORS
  if (form.channels == 4 && form.result_channels == 3 && form.bytes == 1
      && vectors_available() != vectors_level_baseline) {
    blend_colors_avx2(result, samples, pixels, background);
    return;
  }
#endif
  if (form.bytes == 1) {
    blend_any(result, samples, pixels, form, 1, background);
  } else {
    blend_any(result, samples, pixels, form, 2, background);
  }
}
