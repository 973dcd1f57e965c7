#include "CKernels.h"

#include "codes.h"
#include <string.h>

// Encodes up to a block of pixels. Callers pass a constant as `channels`.
ALWAYS_INLINE void encode_block(
  const ckernels_encoded_line *line, size_t first, const float *row, size_t pixels, size_t channels,
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
      line->samples[color * line->stride + first + i] = (float)codes[color][i];
    }
    // Rec. ITU-R BT.709, item 3.2, with coefficients in 65,536ths.
    uint32_t luma = colors == 1
      ? codes[0][i]
      : (13933 * codes[0][i] + 46871 * codes[1][i] + 4732 * codes[2][i] + 32768) >> 16;
    line->luma[first + i] = (float)luma;
    line->coverage[first + i] = coverage[i];
  }
}

ALWAYS_INLINE void encode_line(
  const ckernels_encoded_line *line, const float *row, size_t pixels, size_t channels,
  const ckernels_codes *table) {
  for (size_t first = 0; first < pixels; first += block_pixels) {
    size_t rest = pixels - first;
    encode_block(
      line, first, row + first * channels, rest < block_pixels ? rest : block_pixels, channels,
      table);
  }
}

// Sharpens a vector of pixels.
ALWAYS_INLINE void sharpen_vector(
  float *row, size_t pixels, size_t channels, const ckernels_encoded_line *line, size_t first,
  const ckernels_blur *blur, float amount, const float *decoded) {
  const float *luma_sums = blur->luma, *coverage_sums = blur->coverage;
  const size_t colors = channels % 2 == 0 ? channels - 1 : channels;
  values luma, left, right, coverage, left_coverage, right_coverage, own;
  // One sum more lies on both sides.
  memcpy(&left, luma_sums + first, sizeof left);
  memcpy(&luma, luma_sums + first + 1, sizeof luma);
  memcpy(&right, luma_sums + first + 2, sizeof right);
  memcpy(&left_coverage, coverage_sums + first, sizeof left_coverage);
  memcpy(&coverage, coverage_sums + first + 1, sizeof coverage);
  memcpy(&right_coverage, coverage_sums + first + 2, sizeof right_coverage);
  memcpy(&own, line->luma + first, sizeof own);
  values blurred = (4 * luma + left + right) / (4 * coverage + left_coverage + right_coverage);
  values change = amount * (own - blurred);
  // Anything less leaves every 16-bit sample unchanged. Where all are transparent, NaN does.
  values size = change > 0 ? change : -change;
  words changes = (words)(size >= 0.5f);
  if (!__builtin_reduce_or(changes)) return;
  uint32_t is_changed[count_at_once];
  memcpy(is_changed, &changes, sizeof is_changed);
  change = size >= 0.5f ? change : 0;
  for (size_t color = 0; color < colors; color++) {
    values sample;
    memcpy(&sample, line->samples + color * line->stride + first, sizeof sample);
    sample += change;
    sample = sample > 0 ? sample : 0;
    sample = LESSER(sample, (values)UINT16_MAX);
    words place = __builtin_convertvector(sample + 0.5f, words);
    uint32_t places[count_at_once];
    memcpy(places, &place, sizeof places);
    for (size_t i = 0; i < pixels; i++) {
      float *value = row + i * channels + color, alpha = line->coverage[first + i];
      *value = is_changed[i] && alpha > 0 ? decoded[places[i]] * alpha : *value;
    }
  }
}

ALWAYS_INLINE void sharpen(
  float *row, size_t pixels, size_t channels, const ckernels_encoded_line *line,
  const ckernels_blur *blur, float amount, const float *decoded) {
  size_t first = 0;
  for (; first + count_at_once <= pixels; first += count_at_once) {
    sharpen_vector(
      row + first * channels, count_at_once, channels, line, first, blur, amount, decoded);
  }
  if (first < pixels) {
    sharpen_vector(
      row + first * channels, pixels - first, channels, line, first, blur, amount, decoded);
  }
}

// Constants as channels, so that each call becomes a specialised loop.
ALWAYS_INLINE void encode_any(
  const ckernels_encoded_line *line, const float *row, size_t pixels, size_t channels,
  const ckernels_codes *table) {
  switch (channels) {
    case 1: encode_line(line, row, pixels, 1, table); break;
    case 2: encode_line(line, row, pixels, 2, table); break;
    case 3: encode_line(line, row, pixels, 3, table); break;
    default: encode_line(line, row, pixels, 4, table); break;
  }
}

AVX2 static void encode_avx2(
  const ckernels_encoded_line *line, const float *row, size_t pixels, size_t channels,
  const ckernels_codes *table) {
  encode_any(line, row, pixels, channels, table);
}

AVX512 static void encode_avx512(
  const ckernels_encoded_line *line, const float *row, size_t pixels, size_t channels,
  const ckernels_codes *table) {
  encode_any(line, row, pixels, channels, table);
}

void ckernels_encode_line(
  const ckernels_encoded_line *line, const float *row, size_t pixels, size_t channels,
  const ckernels_codes *table) {
  switch (vectors_available()) {
    case vectors_level_avx512: encode_avx512(line, row, pixels, channels, table); return;
    case vectors_level_avx2: encode_avx2(line, row, pixels, channels, table); return;
    case vectors_level_baseline: break;
  }
  encode_any(line, row, pixels, channels, table);
}

void ckernels_add_line(
  const ckernels_blur *blur, const ckernels_encoded_line *line, size_t pixels, float weight) {
  for (size_t i = 0; i < pixels; i++) {
    float coverage = weight * line->coverage[i];
    blur->luma[i + 1] += coverage * line->luma[i];
    blur->coverage[i + 1] += coverage;
  }
}

ALWAYS_INLINE void sharpen_any(
  float *row, size_t pixels, size_t channels, const ckernels_encoded_line *line,
  const ckernels_blur *blur, float amount, const float *decoded) {
  switch (channels) {
    case 1: sharpen(row, pixels, 1, line, blur, amount, decoded); break;
    case 2: sharpen(row, pixels, 2, line, blur, amount, decoded); break;
    case 3: sharpen(row, pixels, 3, line, blur, amount, decoded); break;
    default: sharpen(row, pixels, 4, line, blur, amount, decoded); break;
  }
}

AVX2 static void sharpen_avx2(
  float *row, size_t pixels, size_t channels, const ckernels_encoded_line *line,
  const ckernels_blur *blur, float amount, const float *decoded) {
  sharpen_any(row, pixels, channels, line, blur, amount, decoded);
}

AVX512 static void sharpen_avx512(
  float *row, size_t pixels, size_t channels, const ckernels_encoded_line *line,
  const ckernels_blur *blur, float amount, const float *decoded) {
  sharpen_any(row, pixels, channels, line, blur, amount, decoded);
}

void ckernels_sharpen(
  float *row, size_t pixels, size_t channels, const ckernels_encoded_line *line,
  const ckernels_blur *blur, float amount, const float *decoded) {
  switch (vectors_available()) {
    case vectors_level_avx512:
      sharpen_avx512(row, pixels, channels, line, blur, amount, decoded);
      return;
    case vectors_level_avx2:
      sharpen_avx2(row, pixels, channels, line, blur, amount, decoded);
      return;
    case vectors_level_baseline: break;
  }
  sharpen_any(row, pixels, channels, line, blur, amount, decoded);
}
