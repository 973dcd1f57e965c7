#include "CKernels.h"

#include "always_inline.h"

#pragma clang fp contract(off)

// Not a number counts as 0, as does all that is less.
ALWAYS_INLINE float clamped(float light, float most) {
  float positive = light > 0 ? light : 0;
  return positive < most ? positive : most;
}

// `light` is from 0 to 1.
ALWAYS_INLINE uint8_t code(const ckernels_code_table *table, float light) {
  size_t start = table->starts[(size_t)(light * ckernels_code_steps)];
  // No step holds the beginnings of two codes.
  return (uint8_t)(start + (light >= table->thresholds[start + 1]));
}

void ckernels_encode(
  uint8_t *samples, const float *row, size_t count, const ckernels_code_table *table) {
  for (size_t i = 0; i < count; i++) samples[i] = code(table, clamped(row[i], 1));
}

ALWAYS_INLINE void encode_over(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const float *background,
  const ckernels_code_table *table) {
  for (size_t pixel = 0; pixel < pixels; pixel++) {
    float alpha = clamped(row[colors], 1);
    for (size_t color = 0; color < colors; color++) {
      float light = clamped(row[color], alpha) + (1 - alpha) * background[color];
      samples[color] = code(table, clamped(light, 1));
    }
    row += colors + 1;
    samples += colors;
  }
}

void ckernels_encode_over(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const float *background,
  const ckernels_code_table *table) {
  // A constant in each call, so that each becomes a loop of its own.
  if (colors == 1) {
    encode_over(samples, row, pixels, 1, background, table);
  } else {
    encode_over(samples, row, pixels, 3, background, table);
  }
}
