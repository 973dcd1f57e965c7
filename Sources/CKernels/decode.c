#include "CKernels.h"

#include <CVectors.h>
#include <stdbool.h>
#include <string.h>

#pragma clang fp contract(off)

#if HAS_X86_VECTORS
#include <immintrin.h>
#endif

// Loads eight samples at once: a loop of single bytes takes a fifth longer.
ALWAYS_INLINE void decode(float *row, const uint8_t *samples, size_t count, const float *table) {
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

#if HAS_X86_VECTORS

// The table is kept in registers, one plane for each byte of a float. 64 samples are looked up at
// once, byte by byte.
enum { plane_count = 4, plane_registers = 4, register_bytes = 64 };

// Byte number `plane` of 64 values of the table.
AVX512 ALWAYS_INLINE __m512i plane_of(const float *table, __m512i first_of_four, int plane) {
  __m512i from = _mm512_add_epi8(first_of_four, _mm512_set1_epi8((char)plane));
  // A permutation reaches 128 bytes, so 32 values at a time.
  __m512i low = _mm512_permutex2var_epi8(
    _mm512_loadu_si512(table), from, _mm512_loadu_si512(table + 16));
  __m512i high = _mm512_permutex2var_epi8(
    _mm512_loadu_si512(table + 32), from, _mm512_loadu_si512(table + 48));
  return _mm512_shuffle_i64x2(low, high, 0x44);
}

AVX512 static void decode_avx512(
  float *row, const uint8_t *samples, size_t count, const float *table) {
  if (count < register_bytes) {
    decode(row, samples, count, table);
    return;
  }
  uint8_t fourths[register_bytes], order[register_bytes];
  for (int i = 0; i < register_bytes; i++) {
    fourths[i] = (uint8_t)(i % 32 * 4);
    // Unpacking works within quarters of a register, so samples move first to the quarter in which
    // they end up.
    order[i] = (uint8_t)(i / 4 % 4 * 16 + i / 16 * 4 + i % 4);
  }
  __m512i first_of_four = _mm512_loadu_si512(fourths);
  __m512i quartered = _mm512_loadu_si512(order);
  __m512i planes[plane_count][plane_registers];
  for (int plane = 0; plane < plane_count; plane++) {
    for (int part = 0; part < plane_registers; part++) {
      planes[plane][part] = plane_of(table + part * register_bytes, first_of_four, plane);
    }
  }

  for (size_t done = 0; done < count; done += register_bytes) {
    // The last samples may overlap the previous samples.
    size_t i = done + register_bytes <= count ? done : count - register_bytes;
    __m512i sample = _mm512_permutexvar_epi8(quartered, _mm512_loadu_si512(samples + i));
    __mmask64 is_high = _mm512_movepi8_mask(sample);
    __m512i bytes[plane_count];
    for (int plane = 0; plane < plane_count; plane++) {
      __m512i *parts = planes[plane];
      __m512i low = _mm512_permutex2var_epi8(parts[0], sample, parts[1]);
      __m512i high = _mm512_permutex2var_epi8(parts[2], sample, parts[3]);
      bytes[plane] = _mm512_mask_blend_epi8(is_high, low, high);
    }
    __m512i first_low = _mm512_unpacklo_epi8(bytes[0], bytes[1]);
    __m512i first_high = _mm512_unpacklo_epi8(bytes[2], bytes[3]);
    __m512i second_low = _mm512_unpackhi_epi8(bytes[0], bytes[1]);
    __m512i second_high = _mm512_unpackhi_epi8(bytes[2], bytes[3]);
    _mm512_storeu_si512(row + i, _mm512_unpacklo_epi16(first_low, first_high));
    _mm512_storeu_si512(row + i + 16, _mm512_unpackhi_epi16(first_low, first_high));
    _mm512_storeu_si512(row + i + 32, _mm512_unpacklo_epi16(second_low, second_high));
    _mm512_storeu_si512(row + i + 48, _mm512_unpackhi_epi16(second_low, second_high));
  }
}

#endif

void ckernels_decode(float *row, const uint8_t *samples, size_t count, const float *table) {
#if HAS_X86_VECTORS
  if (vectors_available() == vectors_level_avx512) {
    decode_avx512(row, samples, count, table);
    return;
  }
#endif
  decode(row, samples, count, table);
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

#if HAS_X86_VECTORS

// Below the minimum, preparing the planes takes longer than they save.
enum { minimum_pixels = 64, maximum_pixels = 512 };

// Decodes pixels of three colours and alpha, four to a register: up to `maximum_pixels`, in whole
// registers. Returns the number of decoded pixels.
AVX512 static size_t decode_alpha_avx512(
  float *row, const uint8_t *samples, size_t pixels, const float *table, const float *alphas) {
  uint8_t opacities[maximum_pixels];
  float alpha[maximum_pixels];
  size_t count = (pixels < maximum_pixels ? pixels : maximum_pixels) / 4 * 4;
  for (size_t pixel = 0; pixel < count; pixel++) opacities[pixel] = samples[4 * pixel + 3];
  decode_avx512(alpha, opacities, count, alphas);
  decode_avx512(row, samples, 4 * count, table);
  const __mmask16 is_alpha = 0x8888;
  const __m512i each_four_times =
    _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  for (size_t pixel = 0; pixel < count; pixel += 4) {
    __m512 colors = _mm512_loadu_ps(row + 4 * pixel);
    __m512 share = _mm512_permutexvar_ps(
      each_four_times, _mm512_castps128_ps512(_mm_loadu_ps(alpha + pixel)));
    __m512 light = _mm512_mask_mov_ps(_mm512_mul_ps(colors, share), is_alpha, share);
    _mm512_storeu_ps(row + 4 * pixel, light);
  }
  return count;
}

#endif

void ckernels_decode_alpha(
  float *row, const uint8_t *samples, size_t pixels, size_t colors, const float *table,
  const float *alphas) {
#if HAS_X86_VECTORS
  bool is_wide = colors == 3 && vectors_available() == vectors_level_avx512;
  while (is_wide && pixels >= minimum_pixels) {
    size_t count = decode_alpha_avx512(row, samples, pixels, table, alphas);
    row += 4 * count;
    samples += 4 * count;
    pixels -= count;
  }
#endif
  // Constants, so that each call becomes a specialised loop.
  if (colors == 1) {
    decode_alpha(row, samples, pixels, 1, table, alphas);
  } else {
    decode_alpha(row, samples, pixels, 3, table, alphas);
  }
}
