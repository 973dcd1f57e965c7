#include "CKernels.h"

#include "vectors.h"
#include <math.h>
#include <string.h>

#pragma clang fp contract(off)

// The number of pixels processed at once, chosen so that their colours stay in the L1 cache.
enum { block = 64 };

// The OKLab coordinates of several pixels: L, a (redness) and b (yellowness).
typedef struct colors {
  float lightness[block], redness[block], yellowness[block];
} colors;

// `sqrtf` sets `errno`, so compilers do not vectorise loops that call it.
ALWAYS_INLINE float square_root(float value) { return __builtin_elementwise_sqrt(value); }

// Accurate to a few units in the last place. The initial value, whose exponent is a third of the
// original, is within 6 %. Each step of Halley's method cubes the error.
ALWAYS_INLINE float cube_root(float value) {
  // Steps from 0 would divide by 0; the root of this value is far below any visible difference.
  float x = value < 1e-30f ? 1e-30f : value;
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = bits / 3 + 709921077;
  float root;
  memcpy(&root, &bits, sizeof root);
  for (int step = 0; step < 2; step++) {
    float cube = root * root * root;
    root = root * ((cube + 2 * x) / (2 * cube + x));
  }
  return root;
}

// The light of a sample composited over the background. Light is interpolated between samples, so
// that no difference is rounded away.
ALWAYS_INLINE float mixed(const float *light, uint32_t sample, uint32_t alpha, uint32_t rest) {
  if (alpha == UINT8_MAX) return light[sample];
  uint32_t sum = sample * alpha + rest, whole = sum / UINT8_MAX;
  float part = (float)(sum % UINT8_MAX) / UINT8_MAX;
  return part > 0 ? light[whole] + part * (light[whole + 1] - light[whole]) : light[whole];
}

// OKLab from linear sRGB (B. Ottosson, 2020), with the lightness estimate that is closer to CIELAB
// (Ottosson, 2021: "A new lightness estimate for Oklab").
ALWAYS_INLINE void convert(
  colors *result, const uint32_t *pixels, size_t count, const float *light, uint8_t background) {
  float red[block], green[block], blue[block];
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel = pixels[i], alpha = pixel >> 24, rest = (UINT8_MAX - alpha) * background;
    red[i] = mixed(light, pixel & 255, alpha, rest);
    green[i] = mixed(light, pixel >> 8 & 255, alpha, rest);
    blue[i] = mixed(light, pixel >> 16 & 255, alpha, rest);
  }
  for (size_t i = count; i < block; i++) red[i] = green[i] = blue[i] = 0;

  const float k1 = 0.206f, k2 = 0.03f, k3 = (1 + 0.206f) / (1 + 0.03f);
  // The length is a constant, so the whole loop is vectorised.
  for (size_t i = 0; i < block; i++) {
    float r = red[i], g = green[i], b = blue[i];
    float l = cube_root(0.4122214708f * r + 0.5363325363f * g + 0.0514459929f * b);
    float m = cube_root(0.2119034982f * r + 0.6806995451f * g + 0.1073969566f * b);
    float s = cube_root(0.0883024619f * r + 0.2817188376f * g + 0.6299787005f * b);
    float lightness = 0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s;
    float above = k3 * lightness - k1;
    result->lightness[i] = 0.5f * (above + square_root(above * above + 4 * k2 * k3 * lightness));
    result->redness[i] = 1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s;
    result->yellowness[i] = 0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s;
  }
}

ALWAYS_INLINE void differ(
  float *distances, const uint32_t *before, const uint32_t *after, size_t count,
  const float *light, uint8_t background) {
  for (size_t start = 0; start < count; start += block) {
    size_t part = count - start < block ? count - start : block;
    colors one, other;
    float found[block];
    convert(&one, before + start, part, light, background);
    convert(&other, after + start, part, light, background);
    for (size_t i = 0; i < block; i++) {
      float redness = one.redness[i] - other.redness[i];
      float yellowness = one.yellowness[i] - other.yellowness[i];
      found[i] = fabsf(one.lightness[i] - other.lightness[i])
        + square_root(redness * redness + yellowness * yellowness);
    }
    memcpy(distances + start, found, part * sizeof *found);
  }
}

DEFINE_BY_LEVEL(
  ckernels_differ, differ,
  (float *distances, const uint32_t *before, const uint32_t *after, size_t count,
   const float *light, uint8_t background),
  (distances, before, after, count, light, background))
