#include "CKernels.h"

#include <string.h>

#include "always_inline.h"

#pragma clang fp contract(off)

// NaN and negative values count as 0.
ALWAYS_INLINE float clamped(float light, float maximum) {
  float positive = light > 0 ? light : 0;
  return positive < maximum ? positive : maximum;
}

// `light` is from 0 to 1.
ALWAYS_INLINE uint8_t code(const ckernels_code_table *table, float light) {
  size_t start = table->starts[(size_t)(light * ckernels_code_steps)];
  // No step contains two thresholds.
  return (uint8_t)(start + (light >= table->thresholds[start + 1]));
}

void ckernels_encode(
  uint8_t *samples, const float *row, size_t count, const ckernels_code_table *table) {
  for (size_t i = 0; i < count; i++) samples[i] = code(table, clamped(row[i], 1));
}

// Encodes one pixel over a background.
ALWAYS_INLINE void put_over(
  uint8_t *samples, const float *pixel, size_t colors, const float *background,
  const ckernels_code_table *table) {
  float alpha = clamped(pixel[colors], 1);
  for (size_t color = 0; color < colors; color++) {
    float light = clamped(pixel[color], alpha) + (1 - alpha) * background[color];
    samples[color] = code(table, clamped(light, 1));
  }
}

ALWAYS_INLINE void encode_over(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const float *background,
  const ckernels_code_table *table) {
  const size_t channels = colors + 1;
  for (size_t pixel = 0; pixel < pixels; pixel++) {
    // Pictures with alpha often have large flat areas, mostly transparent ones.
    if (pixel > 0 && memcmp(row, row - channels, channels * sizeof *row) == 0) {
      for (size_t color = 0; color < colors; color++) samples[color] = *(samples + color - colors);
    } else {
      put_over(samples, row, colors, background, table);
    }
    row += channels;
    samples += colors;
  }
}

void ckernels_encode_over(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const float *background,
  const ckernels_code_table *table) {
  // Constants, so that each call becomes a specialised loop.
  if (colors == 1) {
    encode_over(samples, row, pixels, 1, background, table);
  } else {
    encode_over(samples, row, pixels, 3, background, table);
  }
}

ALWAYS_INLINE void compose(
  uint8_t *result, const uint8_t *samples, size_t pixels, size_t colors, const float *light,
  const float *alphas, const float *background, const ckernels_code_table *table) {
  const size_t channels = colors + 1;
  const float nothing[4] = {0};
  uint8_t ground[3];
  put_over(ground, nothing, colors, background, table);
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
      put_over(result, mixed, colors, background, table);
    }
    samples += channels;
    result += colors;
  }
}

void ckernels_compose(
  uint8_t *result, const uint8_t *samples, size_t pixels, size_t colors, const float *light,
  const float *alphas, const float *background, const ckernels_code_table *table) {
  // Constants, so that each call becomes a specialised loop.
  if (colors == 1) {
    compose(result, samples, pixels, 1, light, alphas, background, table);
  } else {
    compose(result, samples, pixels, 3, light, alphas, background, table);
  }
}
