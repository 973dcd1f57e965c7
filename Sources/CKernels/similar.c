#include "CKernels.h"

#include "vectors.h"

#pragma clang fp contract(off)

enum { colors = 3, values = ckernels_moments_values, middle = 128 };

// A sample composited over a grey background in encoded sRGB, rounded.
ALWAYS_INLINE float mixed(uint32_t pixel, uint32_t color, uint32_t background) {
  uint32_t alpha = pixel >> 24, sample = pixel >> 8 * color & 255;
  return (float)((sample * alpha + background * (255 - alpha) + 127) / 255);
}

void ckernels_moments(
  float *moments, const uint32_t *before, const uint32_t *after, size_t count, uint8_t background) {
  for (size_t i = 0; i < count; i++) {
    for (uint32_t color = 0; color < colors; color++) {
      float one = mixed(before[i], color, background) - middle;
      float other = mixed(after[i], color, background) - middle;
      float *moment = moments + values * i + values / colors * color;
      moment[0] = one;
      moment[1] = other;
      moment[2] = one * one + other * other;
      moment[3] = one * other;
    }
  }
}

ALWAYS_INLINE void weigh_window(
  float *restrict sums, const float *restrict row, size_t stride, size_t count,
  const float *restrict weights) {
  for (size_t i = 0; i < count; i++) {
    float sum = 0;
    for (size_t tap = 0; tap < ckernels_window; tap++) sum += weights[tap] * row[i + tap * stride];
    sums[i] = sum;
  }
}

DEFINE_BY_AVX2(
  ckernels_weigh_window, weigh_window,
  (float *sums, const float *row, size_t stride, size_t count, const float *weights),
  (sums, row, stride, count, weights))

double ckernels_similarity(const float *moments, size_t count, const bool *ignored) {
  const double c1 = 0.01 * 255 * 0.01 * 255, c2 = 0.03 * 255 * 0.03 * 255;
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    if (ignored[i]) continue;
    for (size_t color = 0; color < colors; color++) {
      const float *moment = moments + values * i + values / colors * color;
      double one = moment[0], other = moment[1];
      double variances = moment[2] - one * one - other * other;
      double covariance = moment[3] - one * other;
      one += middle;
      other += middle;
      sum += (2 * one * other + c1) * (2 * covariance + c2)
        / ((one * one + other * other + c1) * (variances + c2));
    }
  }
  return sum / colors;
}
