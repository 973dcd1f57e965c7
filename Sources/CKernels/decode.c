#include "CKernels.h"

#include "vectors.h"
#include <stdbool.h>
#include <string.h>

#pragma clang fp contract(off)

#if HAS_X86_VECTORS
#include <immintrin.h>
#endif

// Callers of the functions below pass `bytes` (per sample) and `channels` as constants.

ALWAYS_INLINE size_t sample_at(const uint8_t *samples, size_t index, size_t bytes) {
  if (bytes == 1) return samples[index];
  return (size_t)samples[2 * index] << 8 | samples[2 * index + 1];
}

// Loads eight bytes at once: a loop over single bytes takes a fifth longer.
ALWAYS_INLINE void decode(
  float *row, const uint8_t *samples, size_t count, size_t bytes, const float *table) {
  const size_t at_once = 8 / bytes, bits = 8 * bytes;
  size_t i = 0;
  for (; i + at_once <= count; i += at_once) {
    uint64_t word;
    memcpy(&word, samples + i * bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    for (size_t k = 0; k < at_once; k++) {
      row[i + k] = table[word >> (64 - bits * (k + 1)) & (((uint64_t)1 << bits) - 1)];
    }
  }
  for (; i < count; i++) row[i] = table[sample_at(samples, i, bytes)];
}

// Decodes pixels whose channels have separate tables.
ALWAYS_INLINE void decode_pixels(
  float *row, const uint8_t *samples, size_t pixels, size_t channels, size_t bytes,
  bool is_straight, const float *const tables[3], const float *alphas) {
  const size_t colors = channels % 2 == 0 ? channels - 1 : channels;
  for (size_t i = 0; i < pixels * channels; i += channels) {
    float alpha = colors < channels ? alphas[sample_at(samples, i + colors, bytes)] : 1;
    float share = is_straight ? 1 : alpha;
    for (size_t color = 0; color < colors; color++) {
      row[i + color] = tables[color][sample_at(samples, i + color, bytes)] * share;
    }
    if (colors < channels) row[i + colors] = alpha;
  }
}

#if HAS_X86_VECTORS

// The table is kept in registers, as one plane for each byte of a float. 64 samples are looked up
// at once, byte by byte.
enum { plane_count = 4, plane_registers = 4, register_bytes = 64 };

// Byte number `plane` of 64 values of the table.
AVX512 ALWAYS_INLINE __m512i plane_of(const float *table, __m512i first_of_four, int plane) {
  __m512i from = _mm512_add_epi8(first_of_four, _mm512_set1_epi8((char)plane));
  // A permutation reaches 128 bytes, so this takes 32 values at a time.
  __m512i low = _mm512_permutex2var_epi8(
    _mm512_loadu_si512(table), from, _mm512_loadu_si512(table + 16));
  __m512i high = _mm512_permutex2var_epi8(
    _mm512_loadu_si512(table + 32), from, _mm512_loadu_si512(table + 48));
  return _mm512_shuffle_i64x2(low, high, 0x44);
}

AVX512 static void decode_avx512(
  float *row, const uint8_t *samples, size_t count, const float *table) {
  if (count < register_bytes) {
    decode(row, samples, count, 1, table);
    return;
  }
  uint8_t fourths[register_bytes], order[register_bytes];
  for (int i = 0; i < register_bytes; i++) {
    fourths[i] = (uint8_t)(i % 32 * 4);
    // Unpacking works within quarters of a register, so samples are first moved to the quarter in
    // which they end up.
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
    // The last samples may overlap the previous ones.
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

// Below the minimum, preparing the planes takes longer than using them saves.
enum { minimum_pixels = 64, maximum_pixels = 512 };

// Decodes pixels with one or three colours and alpha: up to `maximum_pixels`, in whole registers.
// Returns the number of pixels decoded. Callers pass `channels` as a constant.
AVX512 ALWAYS_INLINE size_t decode_alpha_avx512(
  float *row, const uint8_t *samples, size_t pixels, size_t channels, const float *table,
  const float *alphas) {
  uint8_t opacities[maximum_pixels];
  // Whole registers are read, from any pixel on, so there is room after the last pixel.
  float alpha[maximum_pixels + 8];
  const size_t at_once = 16 / channels;
  size_t count = (pixels < maximum_pixels ? pixels : maximum_pixels) / at_once * at_once;
  for (size_t i = 0; i < count; i++) opacities[i] = samples[channels * i + channels - 1];
  decode_avx512(alpha, opacities, count, alphas);
  decode_avx512(row, samples, channels * count, table);
  const __mmask16 is_alpha = channels == 2 ? 0xAAAA : 0x8888;
  const __m512i repeated = channels == 2
    ? _mm512_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
    : _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  for (size_t pixel = 0; pixel < count; pixel += at_once) {
    __m512 colors = _mm512_loadu_ps(row + channels * pixel);
    __m512 some = _mm512_castps256_ps512(_mm256_loadu_ps(alpha + pixel));
    __m512 share = _mm512_permutexvar_ps(repeated, some);
    __m512 light = _mm512_mask_mov_ps(_mm512_mul_ps(colors, share), is_alpha, share);
    _mm512_storeu_ps(row + channels * pixel, light);
  }
  return count;
}

AVX512 static size_t decode_gray_alpha_avx512(
  float *row, const uint8_t *samples, size_t pixels, const float *table, const float *alphas) {
  return decode_alpha_avx512(row, samples, pixels, 2, table, alphas);
}

AVX512 static size_t decode_color_alpha_avx512(
  float *row, const uint8_t *samples, size_t pixels, const float *table, const float *alphas) {
  return decode_alpha_avx512(row, samples, pixels, 4, table, alphas);
}

#endif

ALWAYS_INLINE void decode_any(
  float *row, const uint8_t *samples, size_t pixels, ckernels_samples format, size_t bytes,
  const float *const tables[3], const float *alphas) {
  bool is_straight = format.is_straight;
  switch (format.channels) {
    case 1: decode(row, samples, pixels, bytes, tables[0]); break;
    case 2: decode_pixels(row, samples, pixels, 2, bytes, is_straight, tables, alphas); break;
    case 3:
      if (tables[0] == tables[1] && tables[1] == tables[2]) {
        decode(row, samples, 3 * pixels, bytes, tables[0]);
      } else {
        decode_pixels(row, samples, pixels, 3, bytes, is_straight, tables, alphas);
      }
      break;
    default: decode_pixels(row, samples, pixels, 4, bytes, is_straight, tables, alphas); break;
  }
}

void ckernels_decode(
  float *row, const uint8_t *samples, size_t pixels, ckernels_samples format, const float *red,
  const float *green, const float *blue, const float *alphas) {
  const float *const tables[3] = {format.channels < 3 ? green : red, green, blue};
#if HAS_X86_VECTORS
  bool is_uniform = tables[0] == green && (format.channels < 3 || blue == green);
  if (is_uniform && format.bytes == 1 && vectors_available() == vectors_level_avx512) {
    if (format.channels % 2 == 1) {
      decode_avx512(row, samples, pixels * format.channels, green);
      return;
    }
    while (!format.is_straight && pixels >= minimum_pixels) {
      size_t count = format.channels == 2
        ? decode_gray_alpha_avx512(row, samples, pixels, green, alphas)
        : decode_color_alpha_avx512(row, samples, pixels, green, alphas);
      row += format.channels * count;
      samples += format.channels * count;
      pixels -= count;
    }
  }
#endif
  if (format.bytes == 1) {
    decode_any(row, samples, pixels, format, 1, tables, alphas);
  } else {
    decode_any(row, samples, pixels, format, 2, tables, alphas);
  }
}
