#include "CKernels.h"

#include "codes.h"
#include <string.h>

// The planes of a line, and of the column sums.
enum { luma_plane, coverage_plane, codes_planes };

// Encodes up to a block of pixels. Callers pass a constant as `channels`.
ALWAYS_INLINE void encode_block(
  float *line, size_t stride, const float *row, size_t pixels, size_t channels,
  const ckernels_codes *table) {
  const size_t colors = channels % 2 == 0 ? channels - 1 : channels;
  float planes[4][block_pixels] = {0};
  split_planes(planes, row, pixels, channels);
  float coverage[block_pixels];
  for (size_t i = 0; i < block_pixels; i++) {
    float alpha = colors < channels ? planes[colors][i] : 1;
    alpha = alpha > 0 ? alpha : 0;
    coverage[i] = alpha < 1 ? alpha : 1;
    float divisor = coverage[i] > 0 ? coverage[i] : 1;
    for (size_t color = 0; color < colors; color++) planes[color][i] /= divisor;
  }
  uint32_t codes[3][block_pixels];
  for (size_t color = 0; color < colors; color++) encode_block_16(codes[color], planes[color], table);
  for (size_t i = 0; i < pixels; i++) {
    for (size_t color = 0; color < colors; color++) {
      line[(codes_planes + color) * stride + i] = (float)codes[color][i];
    }
    // Rec. ITU-R BT.709, item 3.2, with coefficients in 65,536ths.
    uint32_t luma = colors == 1
      ? codes[0][i]
      : (13933 * codes[0][i] + 46871 * codes[1][i] + 4732 * codes[2][i] + 32768) >> 16;
    line[luma_plane * stride + i] = (float)luma;
    line[coverage_plane * stride + i] = coverage[i];
  }
}

ALWAYS_INLINE void encode_line(
  float *line, size_t stride, const float *row, size_t pixels, size_t channels,
  const ckernels_codes *table) {
  for (size_t first = 0; first < pixels; first += block_pixels) {
    size_t rest = pixels - first;
    encode_block(
      line + first, stride, row + first * channels, rest < block_pixels ? rest : block_pixels,
      channels, table);
  }
}

// Sharpens a vector of pixels: `row`, `line` and `sums` point to the first of them.
ALWAYS_INLINE void sharpen_vector(
  float *row, size_t pixels, size_t channels, const float *line, const float *sums, size_t stride,
  float amount, const float *decoded) {
  const size_t colors = channels % 2 == 0 ? channels - 1 : channels;
  values luma, left, right, coverage, left_coverage, right_coverage, own;
  // There is one extra sum on either side.
  memcpy(&left, sums, sizeof left);
  memcpy(&luma, sums + 1, sizeof luma);
  memcpy(&right, sums + 2, sizeof right);
  memcpy(&left_coverage, sums + stride, sizeof left_coverage);
  memcpy(&coverage, sums + stride + 1, sizeof coverage);
  memcpy(&right_coverage, sums + stride + 2, sizeof right_coverage);
  memcpy(&own, line + luma_plane * stride, sizeof own);
  values blurred = (4 * luma + left + right) / (4 * coverage + left_coverage + right_coverage);
  values change = amount * (own - blurred);
  // Anything smaller leaves every 16-bit sample unchanged; so does NaN, which occurs where all
  // pixels are transparent.
  values size = change > 0 ? change : -change;
  words changes = (words)(size >= 0.5f);
  if (!__builtin_reduce_or(changes)) return;
  uint32_t is_changed[count_at_once];
  memcpy(is_changed, &changes, sizeof is_changed);
  change = size >= 0.5f ? change : 0;
  const float *alphas = line + coverage_plane * stride;
  for (size_t color = 0; color < colors; color++) {
    values sample;
    memcpy(&sample, line + (codes_planes + color) * stride, sizeof sample);
    sample += change;
    sample = sample > 0 ? sample : 0;
    sample = LESSER(sample, (values)UINT16_MAX);
    words place = __builtin_convertvector(sample + 0.5f, words);
    uint32_t places[count_at_once];
    memcpy(places, &place, sizeof places);
    for (size_t i = 0; i < pixels; i++) {
      float *value = row + i * channels + color;
      *value = is_changed[i] && alphas[i] > 0 ? decoded[places[i]] * alphas[i] : *value;
    }
  }
}

ALWAYS_INLINE void sharpen(
  float *row, size_t pixels, size_t channels, const float *line, const float *sums, size_t stride,
  float amount, const float *decoded) {
  for (size_t first = 0; first < pixels; first += count_at_once) {
    size_t rest = pixels - first;
    sharpen_vector(
      row + first * channels, rest < count_at_once ? rest : count_at_once, channels, line + first,
      sums + first, stride, amount, decoded);
  }
}

// Channels are constants, so that each call becomes a specialised loop.
ALWAYS_INLINE void encode_any(
  float *line, size_t stride, const float *row, size_t pixels, size_t channels,
  const ckernels_codes *table) {
  switch (channels) {
    case 1: encode_line(line, stride, row, pixels, 1, table); break;
    case 2: encode_line(line, stride, row, pixels, 2, table); break;
    case 3: encode_line(line, stride, row, pixels, 3, table); break;
    default: encode_line(line, stride, row, pixels, 4, table); break;
  }
}

DEFINE_BY_LEVEL(
  ckernels_encode_line, encode_any,
  (float *line, size_t stride, const float *row, size_t pixels, size_t channels,
   const ckernels_codes *table),
  (line, stride, row, pixels, channels, table))

void ckernels_add_line(
  float *sums, const float *line, size_t stride, size_t pixels, float weight) {
  for (size_t i = 0; i < pixels; i++) {
    float coverage = weight * line[coverage_plane * stride + i];
    sums[i + 1] += coverage * line[luma_plane * stride + i];
    sums[stride + i + 1] += coverage;
  }
}

ALWAYS_INLINE void sharpen_any(
  float *row, size_t pixels, size_t channels, const float *line, const float *sums, size_t stride,
  float amount, const float *decoded) {
  switch (channels) {
    case 1: sharpen(row, pixels, 1, line, sums, stride, amount, decoded); break;
    case 2: sharpen(row, pixels, 2, line, sums, stride, amount, decoded); break;
    case 3: sharpen(row, pixels, 3, line, sums, stride, amount, decoded); break;
    default: sharpen(row, pixels, 4, line, sums, stride, amount, decoded); break;
  }
}

DEFINE_BY_LEVEL(
  ckernels_sharpen, sharpen_any,
  (float *row, size_t pixels, size_t channels, const float *line, const float *sums, size_t stride,
   float amount, const float *decoded),
  (row, pixels, channels, line, sums, stride, amount, decoded))
