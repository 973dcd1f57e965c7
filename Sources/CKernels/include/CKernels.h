// Inner loops over pixels. They are in C where profiling justified it: only in C can single
// functions be compiled for wider vectors.
//
// Results are bit-identical on every processor: sums have a fixed order, and multiplications are
// never fused with additions. A pointer may be null if it points to no values.

#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vectors.h"

enum {
  // The number of rows added at once. With fewer rows, the sums would pass through the cache more
  // often.
  ckernels_group_rows = 4,
  // The number of values in a cache line of 64 bytes.
  ckernels_line_values = 16,
  // The number of values that must be readable after the end of a weighted row.
  ckernels_padding = 4
};

// The source pixels that contribute to each output pixel, and their weights.
typedef struct ckernels_taps {
  // The first source pixel of each output pixel, in ascending order.
  const int32_t *firsts;
  // The offset of the first weight of each output pixel, followed by the end of the last pixel's
  // weights.
  const int32_t *offsets;
  const float *weights;
  size_t count;  // the number of output pixels
} ckernels_taps;

// A ring buffer of rows of sums, which begin `stride` values apart: the sums of output row `number`
// are in row `number % count`.
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

// Adds weighted source rows to the sums of the output rows from `first` up to, but not including,
// `end`. Source rows are added one after another.
//
// Reads and writes `count` values of each row, rounded up to ckernels_line_values. Fastest if rows
// are aligned to cache lines.
void ckernels_accumulate_rows(
  const ckernels_sums *sums, const ckernels_group *group, const ckernels_taps *taps, size_t first,
  size_t end, size_t count);

// Sets each pixel of `result` to a weighted sum of neighbouring pixels of `row`. Pixels have 1 to 4
// channels, and `row` points to the first pixel needed.
//
// Reads ckernels_padding values beyond the last pixel.
void ckernels_convolve_row(float *result, const float *row, size_t channels, const ckernels_taps *taps);

// The samples of pixels: 1 to 4 channels of 1 byte, or of 2 bytes, most significant first. The last
// of 2 or 4 channels is alpha.
typedef struct ckernels_samples {
  size_t channels;
  size_t bytes;
  bool is_straight;  // whether light is not premultiplied
} ckernels_samples;

// Looks up the linear-light values of samples. Tables have a value for each of the 256 or 65,536
// samples. Grey is looked up in the table for green.
void ckernels_decode(
  float *row, const uint8_t *samples, size_t pixels, ckernels_samples format, const float *red,
  const float *green, const float *blue, const float *alphas);

// A curve between two positive powers of 2. Each octave has 256 equal steps, each with a value and
// the difference to the next value.
typedef struct ckernels_curve {
  const float *steps;
  float lowest, highest;
} ckernels_curve;

enum { ckernels_curve_step_bits = 8 };

// The conversion from decoded PQ or HLG to the light of an sRGB display. Each matrix row is
// multiplied by green and by the differences of red and blue from green.
typedef struct ckernels_tones {
  float scale;
  float scene_luminance[3];
  ckernels_curve scene_factor;  // as a function of scene luminance; its steps are NULL if absent
  float matrix[3][3];
  float luminance[3];
  ckernels_curve curve;
  float knee;  // light below this is unchanged
} ckernels_tones;

// Maps pixels with 3 channels, or with 3 channels and alpha. Pixels with alpha are premultiplied at
// the end.
void ckernels_map_tones(float *row, size_t pixels, size_t channels, const ckernels_tones *tones);

enum { ckernels_code_steps = 4096 };

// The functions below encode linear light as 8-bit samples using `steps`, which has a word for each
// of ckernels_code_steps equal steps from 0 to 1, and one for 1. The low byte of a word is the code
// value at the lower end of its step.
//
// The bits above are the threshold, that is, the position where the next code value begins, in
// units of 2^-24 of the step, minus 1; all bits are set if the next code value begins in a later
// step. No step contains two thresholds. The first threshold lies beyond the first half of a step,
// so units of 2^-24 are exact.

// Encodes linear-light values, clamped to 0 to 1. NaN becomes 0.
void ckernels_encode(
  uint8_t *samples, const float *row, size_t count, const uint32_t *steps);

// Encodes premultiplied pixels with 1 or 3 colours and alpha as samples with straight alpha; fully
// transparent pixels are all zeros.
void ckernels_encode_alpha(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const uint32_t *steps);

// How linear light is encoded as 16-bit samples: as sRGB, or linearly. `thresholds` has the lowest
// linear-light value of each code value, then infinity.
typedef struct ckernels_codes {
  const float *thresholds;
  bool is_srgb;
} ckernels_codes;

// Encodes pixels with 1 to 4 channels as 2-byte samples, most significant byte first. Light is
// clamped to 0 to 1; NaN becomes 0. The last of 2 or 4 channels is alpha: pixels are premultiplied,
// samples have straight alpha, and fully transparent pixels are all zeros.
void ckernels_encode_16(
  uint8_t *samples, const float *row, size_t pixels, size_t channels, const ckernels_codes *table);

// The number of pixels in a vector of the line functions below.
enum { ckernels_line_pixels = 16 };

// A line is a row encoded for sharpening, in planes that begin `stride` values apart: luma, alpha,
// and the code values of each colour. The column sums of several lines are planes of alpha-weighted
// luma and of alpha, with a zero before the first column and after the last. The stride has room
// for whole vectors of ckernels_line_pixels, plus 2.

// Encodes premultiplied pixels with 1 to 4 channels at 16 bits, as above.
void ckernels_encode_line(
  float *line, size_t stride, const float *row, size_t pixels, size_t channels,
  const ckernels_codes *table);

// Adds `weight` times a line to the column sums.
void ckernels_add_line(
  float *sums, const float *line, size_t stride, size_t pixels, float weight);

// Adds `amount` times the difference between luma and blurred luma to the colours of pixels, where
// this changes them by half a code value or more. `row` is the light of `line`; `decoded` has the
// light of each of the 65,536 code values.
void ckernels_sharpen(
  float *row, size_t pixels, size_t channels, const float *line, const float *sums, size_t stride,
  float amount, const float *decoded);

// A conversion of premultiplied light: by a matrix between primaries, with rows as in
// ckernels_tones; then to values encoded as sRGB, from 0 to 1 with an error of at most 5e-7.
typedef struct ckernels_conversion {
  float matrix[3][3];
  bool has_matrix;
  bool encodes;
} ckernels_conversion;

// Converts pixels with 3 channels, or with 3 channels and alpha, in place.
void ckernels_convert(
  float *row, size_t pixels, size_t channels, const ckernels_conversion *conversion);

// The channels of the blended pixels and of the result, and the bytes per sample. Grey is expanded
// to RGB, and pixels without alpha are opaque.
typedef struct ckernels_blend {
  size_t channels;
  size_t result_channels;
  size_t bytes;
} ckernels_blend;

// Blends encoded pixels with straight alpha over a background in the form of the result. Encoded
// samples are premultiplied, mixed, and rounded to nearest.
void ckernels_blend_over(
  uint8_t *result, const uint8_t *samples, size_t pixels, ckernels_blend form,
  const uint8_t *background);

// The perceived distance between colours: HyAB (Abasi, Amani Tehran and Fairchild, 2020) in OKLab.
// Black and white are 1 apart.
//
// Pixels have red in the low byte, then green, blue and straight alpha, in sRGB; `light` has the
// linear-light value of each of the 256 samples. Samples are mixed with a grey `background` from 0
// to 255.
void ckernels_differ(
  float *distances, const uint32_t *before, const uint32_t *after, size_t count,
  const float *light, uint8_t background);

// The side of the window for structural similarity, and the number of values per pixel below: for
// each of three colours, both samples minus 128, the sum of their squares, and their product.
enum { ckernels_window = 11, ckernels_moments_values = 12 };

// Computes these moments for pixels stored as for ckernels_differ.
void ckernels_moments(
  float *moments, const uint32_t *before, const uint32_t *after, size_t count, uint8_t background);

// Sets each sum to the weighted sum of ckernels_window values of `row` that are `stride` apart.
void ckernels_weigh_window(
  float *sums, const float *row, size_t stride, size_t count, const float *weights);

// The sum of the structural similarities of pixels that are not ignored. The similarity of a pixel
// is the mean over its colours, computed from the moments of its window (Wang, Bovik, Sheikh and
// Simoncelli, 2004).
double ckernels_similarity(const float *moments, size_t count, const bool *ignored);

// Adds 8-bit samples to sums.
void ckernels_sum(uint16_t *sums, const uint8_t *samples, size_t count);

// Adds 8-bit RGBA pixels to four sums per pixel, with colours premultiplied and rounded.
void ckernels_sum_premultiplied(uint16_t *sums, const uint8_t *samples, size_t pixels);

// Whether all alpha samples are at their maximum. `samples` holds whole pixels, each of which ends
// with its alpha.
bool ckernels_is_opaque(
  const uint8_t *samples, size_t count, size_t pixel_bytes, size_t alpha_bytes);

// The number of columns of the matrices below.
enum { ckernels_matrix_columns = 32 };

// Multiplies matrices, which are stored row by row. `left` has `rows` rows, of which only the first
// `right_rows` columns are used.
void ckernels_multiply(
  double *result, const double *left, size_t rows, const double *right, size_t right_rows);

#endif
