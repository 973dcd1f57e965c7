#include "CKernels.h"

#include "planes.h"
#include <string.h>

ALWAYS_INLINE void multiply(values colors[3], const float matrix[3][3]) {
  values red = colors[0], green = colors[1], blue = colors[2];
  for (size_t color = 0; color < 3; color++) {
    colors[color] = PRODUCT(matrix[color], red, green, blue);
  }
}

// Encodes premultiplied colours: they are divided by alpha, encoded, then multiplied by alpha
// again.
ALWAYS_INLINE void encode(values colors[3], const values *alpha) {
  values divisor = *alpha > 0 ? *alpha : 1;
  for (size_t color = 0; color < 3; color++) {
    values light = colors[color] / divisor;
    clamp_light(&light);
    encode_srgb(&light);
    colors[color] = light * *alpha;
  }
}

// Converts up to a block of pixels. Callers pass a constant as `channels`.
ALWAYS_INLINE void convert_block(
  float *row, size_t pixels, size_t channels, const ckernels_conversion *conversion) {
  float planes[4][block_pixels] = {0};
  split_planes(planes, row, pixels, channels);
  for (size_t i = 0; i < block_pixels; i += count_at_once) {
    values colors[3], alpha = 1;
    for (size_t color = 0; color < 3; color++) memcpy(colors + color, planes[color] + i, sizeof *colors);
    if (channels == 4) memcpy(&alpha, planes[3] + i, sizeof alpha);
    if (conversion->has_matrix) multiply(colors, conversion->matrix);
    if (conversion->encodes) encode(colors, &alpha);
    for (size_t color = 0; color < 3; color++) memcpy(planes[color] + i, colors + color, sizeof *colors);
  }
  join_planes(row, planes, pixels, channels, 3);
}

ALWAYS_INLINE void convert(
  float *row, size_t pixels, size_t channels, const ckernels_conversion *conversion) {
  for (; pixels >= block_pixels; pixels -= block_pixels) {
    convert_block(row, block_pixels, channels, conversion);
    row += block_pixels * channels;
  }
  if (pixels > 0) convert_block(row, pixels, channels, conversion);
}

ALWAYS_INLINE void convert_any(
  float *row, size_t pixels, size_t channels, const ckernels_conversion *conversion) {
  if (channels == 4) {
    convert(row, pixels, 4, conversion);
  } else {
    convert(row, pixels, 3, conversion);
  }
}

DEFINE_BY_LEVEL(
  ckernels_convert, convert_any,
  (float *row, size_t pixels, size_t channels, const ckernels_conversion *conversion),
  (row, pixels, channels, conversion))
