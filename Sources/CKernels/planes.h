// Blocks of pixels with separate planes for each channel, for kernels that compute with several
// pixels at once.
#ifndef KERNELS_PLANES_H
#define KERNELS_PLANES_H

#include "CKernels.h"
#include "vectors.h"
#include <stddef.h>
#include <stdint.h>

// Applies here and in every file that includes this one.
#pragma clang fp contract(off)

// A block of pixels with all its channels fits into the L1 cache. A vector holds some of its
// pixels; vectors of this type can be operands of `?:`.
enum { block_pixels = 64, count_at_once = ckernels_line_pixels };
typedef float values __attribute__((ext_vector_type(count_at_once)));
typedef uint32_t words __attribute__((ext_vector_type(count_at_once)));

#define LESSER(one, other) ((one) < (other) ? (one) : (other))
#define GREATER(one, other) ((one) > (other) ? (one) : (other))

// Splits up to a block of pixels into planes, one for each channel. Planes keep their previous
// contents after the last pixel. Callers pass `channels` as a constant.
ALWAYS_INLINE void split_planes(
  float planes[][block_pixels], const float *row, size_t pixels, size_t channels) {
  for (size_t i = 0; i < pixels; i++) {
    for (size_t channel = 0; channel < channels; channel++) {
      planes[channel][i] = row[i * channels + channel];
    }
  }
}

// Interleaves the first `joined` channels of pixels again.
ALWAYS_INLINE void join_planes(
  float *row, float planes[][block_pixels], size_t pixels, size_t channels, size_t joined) {
  for (size_t i = 0; i < pixels; i++) {
    for (size_t channel = 0; channel < joined; channel++) {
      row[i * channels + channel] = planes[channel][i];
    }
  }
}

// A matrix row multiplied by a colour, given as green and the differences of red and blue from it,
// so that greys stay exactly grey despite rounding.
#define PRODUCT(row, red, green, blue) \
  ((row)[0] * (green) + (row)[1] * ((red) - (green)) + (row)[2] * ((blue) - (green)))

// Clamps light to the range from 0 to 1; NaN becomes 0.
ALWAYS_INLINE void clamp_light(values *light) {
  *light = *light > 0 ? *light : 0;
  *light = LESSER(*light, (values)1);
}

// Encodes linear light from 0 to 1 as sRGB, accurate to within 5e-7. Black and white are exact.
//
// The 5/12th power is computed as the 5/3rd power of the fourth root, which a polynomial fits well:
// square roots are correctly rounded on every processor, but powers are not. The polynomial is in
// the distance from white, and minimises the maximum error from 0.0031308 to 1. Source of the
// curve: IEC 61966-2-1:1999.
ALWAYS_INLINE void encode_srgb(values *light) {
  values root = __builtin_elementwise_sqrt(GREATER(*light, (values)0.0031308f));
  values from_white = __builtin_elementwise_sqrt(root) - 1;
  values sum = from_white * -0.07008567452430725f - 0.12529604136943817f;
  sum = sum * from_white - 0.11652383208274841f;
  sum = sum * from_white - 0.023769060149788857f;
  sum = sum * from_white - 0.07118045538663864f;
  sum = sum * from_white + 0.5546205043792725f;
  sum = sum * from_white + 1.6666357517242432f;
  values curved = 1 + sum * from_white * 1.055f;
  *light = *light > 0.0031308f ? curved : *light * 12.92f;
}

#endif
