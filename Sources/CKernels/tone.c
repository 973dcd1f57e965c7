#include "CKernels.h"

#include "planes.h"
#include <string.h>

typedef struct colors {
  values red, green, blue;
} colors;

ALWAYS_INLINE void find(values *found, const ckernels_curve *curve, const values *positions) {
  enum { step_bits = 23 - ckernels_curve_step_bits };
  values position = GREATER(*positions, (values)curve->lowest);
  position = LESSER(position, (values)curve->highest);
  uint32_t lowest;
  memcpy(&lowest, &curve->lowest, sizeof lowest);
  words bits = (words)position - lowest, steps = bits >> step_bits;
  uint32_t numbers[count_at_once];
  memcpy(numbers, &steps, sizeof numbers);
  float starts[count_at_once], differences[count_at_once];
  for (int i = 0; i < count_at_once; i++) {
    starts[i] = curve->steps[2 * numbers[i]];
    differences[i] = curve->steps[2 * numbers[i] + 1];
  }
  values start, difference;
  memcpy(&start, starts, sizeof start);
  memcpy(&difference, differences, sizeof difference);
  values within = __builtin_convertvector(bits & ((1 << step_bits) - 1), values);
  *found = start + difference * (within / (1 << step_bits));
}

// Converts colours to the light of the display, in sRGB primaries.
ALWAYS_INLINE void convert(colors *colors, const ckernels_tones *tones) {
  values red = colors->red, green = colors->green, blue = colors->blue, factor = tones->scale;
  if (tones->scene_factor.steps != NULL) {
    values luminance = PRODUCT(tones->scene_luminance, red, green, blue), scene;
    find(&scene, &tones->scene_factor, &luminance);
    factor *= scene;
  }
  red *= factor;
  green *= factor;
  blue *= factor;
  colors->red = PRODUCT(tones->matrix[0], red, green, blue);
  colors->green = PRODUCT(tones->matrix[1], red, green, blue);
  colors->blue = PRODUCT(tones->matrix[2], red, green, blue);
}

// Mixes grey into colours that have negative light.
ALWAYS_INLINE void mix(colors *colors, const ckernels_tones *tones) {
  values red = colors->red, green = colors->green, blue = colors->blue;
  values least = LESSER(LESSER(red, green), blue);
  if (!__builtin_reduce_or(least < 0)) return;
  values gray = PRODUCT(tones->luminance, red, green, blue);
  gray = gray > 0 ? gray : 0;
  values share = gray / (gray - least);
  red = gray + (red - gray) * share;
  green = gray + (green - gray) * share;
  blue = gray + (blue - gray) * share;
  colors->red = least < 0 ? GREATER(red, (values)0) : colors->red;
  colors->green = least < 0 ? GREATER(green, (values)0) : colors->green;
  colors->blue = least < 0 ? GREATER(blue, (values)0) : colors->blue;
}

// Scales bright colours by the value of the curve at their largest channel.
ALWAYS_INLINE void compress(colors *colors, const ckernels_tones *tones) {
  values largest = GREATER(GREATER(colors->red, colors->green), colors->blue), shown;
  if (!__builtin_reduce_or(largest > tones->knee)) return;
  find(&shown, &tones->curve, &largest);
  values ratio = LESSER(shown, (values)1) / largest;
  ratio = largest > tones->knee ? ratio : 1;
  colors->red *= ratio;
  colors->green *= ratio;
  colors->blue *= ratio;
}

// Maps up to a block of pixels. Callers pass a constant as `channels`.
ALWAYS_INLINE void map_block(
  float *row, size_t pixels, size_t channels, const ckernels_tones *tones) {
  float planes[4][block_pixels] = {0};
  split_planes(planes, row, pixels, channels);
  for (size_t i = 0; i < block_pixels; i += count_at_once) {
    colors colors;
    memcpy(&colors.red, planes[0] + i, sizeof(values));
    memcpy(&colors.green, planes[1] + i, sizeof(values));
    memcpy(&colors.blue, planes[2] + i, sizeof(values));
    convert(&colors, tones);
    mix(&colors, tones);
    compress(&colors, tones);
    if (channels == 4) {
      values alpha;
      memcpy(&alpha, planes[3] + i, sizeof alpha);
      colors.red *= alpha;
      colors.green *= alpha;
      colors.blue *= alpha;
    }
    memcpy(planes[0] + i, &colors.red, sizeof(values));
    memcpy(planes[1] + i, &colors.green, sizeof(values));
    memcpy(planes[2] + i, &colors.blue, sizeof(values));
  }
  join_planes(row, planes, pixels, channels, 3);
}

ALWAYS_INLINE void map(float *row, size_t pixels, size_t channels, const ckernels_tones *tones) {
  for (; pixels >= block_pixels; pixels -= block_pixels) {
    map_block(row, block_pixels, channels, tones);
    row += block_pixels * channels;
  }
  if (pixels > 0) map_block(row, pixels, channels, tones);
}

ALWAYS_INLINE void map_any(
  float *row, size_t pixels, size_t channels, const ckernels_tones *tones) {
  if (channels == 4) {
    map(row, pixels, 4, tones);
  } else {
    map(row, pixels, 3, tones);
  }
}

DEFINE_BY_LEVEL(
  ckernels_map_tones, map_any,
  (float *row, size_t pixels, size_t channels, const ckernels_tones *tones),
  (row, pixels, channels, tones))
