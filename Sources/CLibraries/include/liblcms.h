// Little CMS 2 (clibrary_lcms), which converts colours using any ICC profile.
#ifndef CLIBRARIES_LIBLCMS_H
#define CLIBRARIES_LIBLCMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The samples of a pixel, in sequence, with alpha last.
typedef struct clcms_samples {
  uint8_t colors;    // 1 for grey, 3 for RGB, 4 for CMYK
  bool is_inverted;  // 0 is the maximum of a colour
  bool has_alpha;
  bool is_deep;  // 16-bit big endian instead of 8-bit
} clcms_samples;

// A conversion to sRGB, or to grey with the sRGB transfer curve. It may be used by any number of
// threads.
typedef struct clcms_transform clcms_transform;

// Returns NULL if Little CMS rejects the profile for these samples. Grey stays grey; RGB and CMYK
// become RGB. Converted samples have 16 bits, and alpha is copied. The rendering intent is relative
// colorimetric.
//
// `is_tabulated`: computes a table for the whole conversion, which takes a while but then saves
// time for each pixel, at some loss of precision.
clcms_transform *_Nullable clcms_transform_create(const uint8_t *profile, size_t count,
                                                  clcms_samples samples, bool is_tabulated);
void clcms_transform_destroy(clcms_transform *transform);

void clcms_convert(const clcms_transform *transform, const void *pixels, void *converted,
                   size_t count);

#pragma clang assume_nonnull end

#endif
