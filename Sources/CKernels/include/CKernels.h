// The inner loops of pixels that a profile asked to have in C: only C can ask for wider
// vectors function by function.
//
// Results are the same bits on every processor: sums are made in a fixed order, and
// products are never fused with additions.

#ifndef CKERNELS_H
#define CKERNELS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum {
  // So many rows are folded at once: fewer, and the sums go through the cache more often.
  ckernels_fold_rows = 4,
  // So many values must be readable behind the last one of a row that is weighed.
  ckernels_padding = 4
};

// Adds weighted rows to a row of sums, row after row.
//
// `rows` are ckernels_fold_rows rows, each `stride` values after the one before it, and
// `weights` is one weight for each.
void ckernels_fold(
  float *sums, const float *rows, size_t stride, const float *weights, size_t count);

// Which pixels of a row make each pixel of another, and by what weights.
typedef struct ckernels_taps {
  // For each pixel that is made, the number of the first that it is made of; never less than
  // the one before.
  const int32_t *firsts;
  // Where the weights of each start, and after the last where they end.
  const int32_t *offsets;
  const float *weights;
  size_t count;  // of the pixels that are made
} ckernels_taps;

// Makes each pixel of `result` the sum of neighbouring pixels of `row`, each times its weight.
// Pixels have 1 to 4 channels, and `row` starts with the first that is needed at all.
//
// Reads ckernels_padding values more than the pixels have.
void ckernels_weigh(float *result, const float *row, size_t channels, const ckernels_taps *taps);

// Looks up the light of 8-bit samples in a table of 256.
void ckernels_decode(float *row, const uint8_t *samples, size_t count, const float *table);

// The same for pixels of 1 or 3 colours and alpha, which come out premultiplied; `alphas`
// is the table of alpha.
void ckernels_decode_alpha(
  float *row, const uint8_t *samples, size_t pixels, size_t colors, const float *table,
  const float *alphas);

enum { ckernels_code_steps = 4096 };

// How light becomes samples of 8 bits.
typedef struct ckernels_code_table {
  // The code at the lower end of each of the equal steps from 0 to 1, and at 1.
  const uint16_t *starts;
  // For each code, the least light that is encoded as it; one more at the end is out of reach.
  // No step holds two of them.
  const float *thresholds;
} ckernels_code_table;

// Encodes light, clamped to 0 to 1; what is not a number counts as 0.
void ckernels_encode(
  uint8_t *samples, const float *row, size_t count, const ckernels_code_table *table);

// Lays pixels of 1 or 3 premultiplied colours and alpha over an opaque background, and
// encodes what is seen, without alpha.
void ckernels_encode_over(
  uint8_t *samples, const float *row, size_t pixels, size_t colors, const float *background,
  const ckernels_code_table *table);

// Does at once what ckernels_decode_alpha and ckernels_encode_over do one after the other.
// `light` has to be the table that `table` is the reverse of, so that what is opaque stays as
// it is.
void ckernels_lay(
  uint8_t *result, const uint8_t *samples, size_t pixels, size_t colors, const float *light,
  const float *alphas, const float *background, const ckernels_code_table *table);

#pragma clang assume_nonnull end

#endif
