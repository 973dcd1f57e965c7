// The inner loops over pixels for which a profile justifies C: only C can use wider vectors in
// single functions.
//
// Results are bit-identical on every processor: sums have a fixed order, and multiplications are
// never fused with additions. Pointers to no values may be null.

#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vectors.h"

enum {
  // The number of rows added at once. With fewer rows, the sums pass through the cache more often.
  ckernels_group_rows = 4,
  // The number of values in a cache line of 64 bytes.
  ckernels_line_values = 16,
  // The number of values that must be readable after the end of a row that is weighted.
  ckernels_padding = 4
};

// The source pixels that contribute to each output pixel, and their weights.
typedef struct ckernels_taps {
  // The first source pixel of each output pixel, in ascending order.
  const int32_t *firsts;
  // The offset of the first weight of each output pixel, then the end of the last pixel's weights.
  const int32_t *offsets;
  const float *weights;
  size_t count;  // of output pixels
} ckernels_taps;

// Rows of sums that begin `stride` values apart. They are reused in turn: an output row's sums are
// in row `number % count`.
typedef struct ckernels_sums {
  float *values;
  size_t stride;
  size_t count;
} ckernels_sums;

// Up to ckernels_group_rows source rows that begin `stride` values apart, with their numbers.
typedef struct ckernels_group {
  const float *rows;
  size_t stride;
  const int32_t *sources;
  size_t count;
} ckernels_group;

// Adds weighted source rows to the sums of the output rows from `first` to before `end`. Source
// rows are added one after the other.
//
// Reads and writes `count` values of each row, rounded up to ckernels_line_values. Rows aligned to
// cache lines are the fastest.
void ckernels_accumulate_rows(
  const ckernels_sums *sums, const ckernels_group *group, const ckernels_taps *taps, size_t first,
  size_t end, size_t count);

// Sets each pixel of `result` to a weighted sum of neighbouring pixels of `row`. Pixels have 1 to
// 4 channels, and `row` begins with the first pixel that is needed.
//
// Reads ckernels_padding values beyond the last pixel.
void ckernels_convolve_row(float *result, const float *row, size_t channels, const ckernels_taps *taps);

// The samples of pixels: 1 to 4 channels of 1 byte, or of 2 bytes, of which the first is the high
// one. The last of 2 or 4 channels is alpha.
typedef struct ckernels_samples {
  size_t channels;
  size_t bytes;
  bool is_straight;  // whether light is not multiplied by alpha
} ckernels_samples;

// Looks up the light of samples. Tables have a value for each sample, 256 or 65,536. Grey is looked
// up in the table of green.
void ckernels_decode(
  float *row, const uint8_t *samples, size_t pixels, ckernels_samples format, const float *red,
  const float *green, const float *blue, const float *alphas);

// A curve between two positive powers of 2. Each octave has 256 equal steps, with a value and the
// difference to the next value.
typedef struct ckernels_curve {
  const float *steps;
  float lowest, highest;
} ckernels_curve;

enum { ckernels_curve_step_bits = 8 };

// The conversion of decoded PQ or HLG to the light of an sRGB display. Rows of matrices are the
// factors of green, and of the differences of red and blue from it.
typedef struct ckernels_tones {
  float scale;
  float scene_luminance[3];
  ckernels_curve scene_factor;  // by the luminance of the scene; its steps are NULL for none
  float matrix[3][3];
  float luminance[3];
  ckernels_curve curve;
  float knee;  // lower light is left as it is
} ckernels_tones;

// Maps pixels of 3 channels, or of 3 channels and alpha. Pixels with alpha are multiplied by it at
// the end.
void ckernels_map_tones(float *row, size_t pixels, size_t channels, const ckernels_tones *tones);

enum { ckernels_code_steps = 4096 };

// The functions below encode light as 8-bit samples by `steps`. `steps` has a word for each of
// ckernels_code_steps equal steps from 0 to 1, and one for 1. Its low byte is the code at the lower
// end of the step.
//
// The bits above are the position at which the next code begins, in 2^-24ths of the step, less 1.
// All bits are set if the next code begins in a later step. No step contains two of these
// thresholds. The first threshold is beyond the first half of a step, so 2^-24ths are exact.

// Encodes light, clamped to 0 to 1. NaN is encoded as 0.
void ckernels_encode(
  uint8_t *samples, const float *row, size_t count, const uint32_t *steps);

// Encodes pixels of 1 or 3 premultiplied colours and alpha as samples with straight alpha; fully
// transparent pixels are all zeros.
void ckernels_encode_alpha(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const uint32_t *steps);

// How light is encoded as 16-bit samples: as sRGB, or in proportion. `thresholds` has the least light
// of each code, then infinity.
typedef struct ckernels_codes {
  const float *thresholds;
  bool is_srgb;
} ckernels_codes;

// Encodes pixels of 1 to 4 channels as samples of two bytes, of which the first is the high one.
// Light is clamped to 0 to 1, NaN to 0. The last of 2 or 4 channels is alpha: colours are
// premultiplied, samples straight, and fully transparent pixels all zeros.
void ckernels_encode_16(
  uint8_t *samples, const float *row, size_t pixels, size_t channels, const ckernels_codes *table);

// A line is a row that is encoded to be sharpened, in planes that begin `stride` values apart: luma,
// alpha, and the codes of each colour. The sums of columns of lines are planes of luma weighted by
// alpha and of alpha, with a zero before the first column and after the last. The stride has room for
// whole vectors of 16 pixels, and for 2 more.

// Encodes premultiplied pixels of 1 to 4 channels with 16 bits, as above.
void ckernels_encode_line(
  float *line, size_t stride, const float *row, size_t pixels, size_t channels,
  const ckernels_codes *table);

// Adds `weight` times a line to the sums of columns.
void ckernels_add_line(
  float *sums, const float *line, size_t stride, size_t pixels, float weight);

// Adds `amount` of the difference between luma and blurred luma to the colours of pixels that it
// changes by half a code or more. `row` is the light of `line`; `decoded` has the light of each of
// 65,536 codes.
void ckernels_sharpen(
  float *row, size_t pixels, size_t channels, const float *line, const float *sums, size_t stride,
  float amount, const float *decoded);

// A conversion of premultiplied light: by a matrix between primaries, whose rows are as those of
// ckernels_tones; then to samples encoded as sRGB, from 0 to 1 and within 5e-7 of them.
typedef struct ckernels_conversion {
  float matrix[3][3];
  bool has_matrix;
  bool encodes;
} ckernels_conversion;

// Converts pixels of 3 channels, or of 3 channels and alpha, in place.
void ckernels_convert(
  float *row, size_t pixels, size_t channels, const ckernels_conversion *conversion);

// The channels of pixels that are blended and of the result, and the bytes of their samples. Grey
// becomes equal colours, and what has no alpha is opaque.
typedef struct ckernels_blend {
  size_t channels;
  size_t result_channels;
  size_t bytes;
} ckernels_blend;

// Blends encoded pixels with straight alpha over a background of the form of the result. Encoded
// samples are mixed, premultiplied, and rounded to the nearest.
void ckernels_blend_over(
  uint8_t *result, const uint8_t *samples, size_t pixels, ckernels_blend form,
  const uint8_t *background);

// The perceived distances of colours: HyAB (Abasi, Amani Tehran and Fairchild, 2020) in OKLab.
// Black and white are 1 apart.
//
// Pixels are red in the low byte, then green, blue and straight alpha, in sRGB; `light` is its
// table of 256. Samples are mixed with a grey `ground` of 0 to 255.
void ckernels_differ(
  float *distances, const uint32_t *before, const uint32_t *after, size_t count,
  const float *light, uint8_t ground);

// The side of the window of structural similarity, and the number of values of a pixel below: for each
// of three colours both samples less 128, the sum of their squares, and their product.
enum { ckernels_window = 11, ckernels_moments_values = 12 };

// Computes these values for pixels in the form of ckernels_differ.
void ckernels_moments(
  float *moments, const uint32_t *before, const uint32_t *after, size_t count, uint8_t ground);

// Sets each sum to the weighted sum of ckernels_window values of `row` that are `stride` apart.
void ckernels_weigh_window(
  float *sums, const float *row, size_t stride, size_t count, const float *weights);

// The sum of the structural similarities of pixels that are not ignored. Each is the mean of its
// colours, by the moments of its window (Wang, Bovik, Sheikh and Simoncelli, 2004).
double ckernels_similarity(const float *moments, size_t count, const bool *ignored);

// Adds 8-bit samples to sums.
void ckernels_sum(uint16_t *sums, const uint8_t *samples, size_t count);

// Adds RGBA pixels of 8 bits to four sums per pixel, with colours multiplied by alpha and rounded.
void ckernels_sum_premultiplied(uint16_t *sums, const uint8_t *samples, size_t pixels);

// Whether all alpha samples are the maximum, in whole pixels of which the last bytes are alpha.
bool ckernels_is_opaque(
  const uint8_t *samples, size_t count, size_t pixel_bytes, size_t alpha_bytes);

// The number of columns of the matrices below.
enum { ckernels_matrix_columns = 32 };

// Multiplies matrices, which are stored row by row. `left` has `rows` rows, of which the first
// columns are used, as many as `right` has rows.
void ckernels_multiply(
  double *result, const double *left, size_t rows, const double *right, size_t right_rows);

#endif
