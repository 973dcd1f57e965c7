// Little CMS 2 (clibrary_lcms), which converts colours by any ICC profile.
#ifndef CLIBRARIES_LIBLCMS_H
#define CLIBRARIES_LIBLCMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The samples of a pixel, one after the other, with alpha last.
typedef struct clcms_samples {
  uint8_t colors;    // 1 for grey, 3 for RGB, 4 for CMYK
  bool is_inverted;  // 0 is the most of a colour
  bool has_alpha;
  bool is_deep;  // 16 bits big endian, else 8
} clcms_samples;

// A conversion to sRGB, or to grey with the transfer curve of sRGB. Any number of threads may use one.
typedef struct clcms_transform clcms_transform;

// Returns NULL if Little CMS rejects the profile for these samples. Grey stays grey, RGB and CMYK
// become RGB. Converted samples have 16 bits, and alpha is copied. The rendering intent is relative
// colorimetric.
//
// `is_tabulated`: one table is computed for the whole conversion. This takes a while, and then saves
// time for each pixel, at some loss of precision.
clcms_transform *_Nullable clcms_transform_create(const uint8_t *profile, size_t count,
                                                  clcms_samples samples, bool is_tabulated);
void clcms_transform_destroy(clcms_transform *transform);

void clcms_convert(const clcms_transform *transform, const void *pixels, void *converted,
                   size_t count);

#pragma clang assume_nonnull end

#endif
