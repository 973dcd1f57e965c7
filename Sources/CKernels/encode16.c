#include "CKernels.h"

#include "codes.h"
#include <string.h>

// Writes samples most significant byte first.
ALWAYS_INLINE void put(uint8_t *samples, const uint32_t *codes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint16_t code = __builtin_bswap16((uint16_t)codes[i]);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    code = (uint16_t)codes[i];
#endif
    memcpy(samples + 2 * i, &code, sizeof code);
  }
}

ALWAYS_INLINE void encode(
  uint8_t *samples, const float *row, size_t count, const ckernels_codes *table) {
  uint32_t codes[block_pixels];
  for (; count >= block_pixels; count -= block_pixels) {
    encode_block_16(codes, row, table);
    put(samples, codes, block_pixels);
    row += block_pixels;
    samples += 2 * block_pixels;
  }
  if (count == 0) return;
  float rest[block_pixels] = {0};
  memcpy(rest, row, count * sizeof *row);
  encode_block_16(codes, rest, table);
  put(samples, codes, count);
}

// Encodes up to a block of pixels with straight alpha.
ALWAYS_INLINE void encode_alpha_block(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const ckernels_codes *table) {
  const size_t channels = colors + 1;
  float planes[4][block_pixels] = {0};
  split_planes(planes, row, pixels, channels);
  uint32_t codes[4][block_pixels];
  for (size_t i = 0; i < block_pixels; i++) {
    float alpha = planes[colors][i] > 0 ? planes[colors][i] : 0;
    alpha = alpha < 1 ? alpha : 1;
    codes[colors][i] = (uint32_t)(alpha * UINT16_MAX + 0.5f);
    // Sums of weights may miss 1 by a few units in the last place.
    float divisor = codes[colors][i] == UINT16_MAX ? 1 : alpha;
    for (size_t color = 0; color < colors; color++) {
      planes[color][i] = codes[colors][i] == 0 ? 0 : planes[color][i] / divisor;
    }
  }
  for (size_t color = 0; color < colors; color++) encode_block_16(codes[color], planes[color], table);
  uint32_t joined[4 * block_pixels];
  for (size_t i = 0; i < pixels; i++) {
    for (size_t channel = 0; channel < channels; channel++) {
      joined[i * channels + channel] = codes[channel][i];
    }
  }
  put(samples, joined, pixels * channels);
}

ALWAYS_INLINE void encode_alpha(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const ckernels_codes *table) {
  const size_t channels = colors + 1;
  for (; pixels >= block_pixels; pixels -= block_pixels) {
    encode_alpha_block(samples, row, block_pixels, colors, table);
    row += block_pixels * channels;
    samples += 2 * block_pixels * channels;
  }
  if (pixels > 0) encode_alpha_block(samples, row, pixels, colors, table);
}

ALWAYS_INLINE void encode_any(
  uint8_t *samples, const float *row, size_t pixels, size_t channels, const ckernels_codes *table) {
  switch (channels) {
    case 2: encode_alpha(samples, row, pixels, 1, table); break;
    case 4: encode_alpha(samples, row, pixels, 3, table); break;
    default: encode(samples, row, pixels * channels, table); break;
  }
}

DEFINE_BY_LEVEL(
  ckernels_encode_16, encode_any,
  (uint8_t *samples, const float *row, size_t pixels, size_t channels, const ckernels_codes *table),
  (samples, row, pixels, channels, table))
