// The inner loops of resampling that a profile asked to have in C: only C can ask for
// wider vectors function by function.
//
// Results are the same bits on every processor: sums are made in a fixed order, and
// products are never fused with additions.

#ifndef CKERNELS_H
#define CKERNELS_H

#include <stddef.h>

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

// Weighs neighbouring pixels of 1 to 4 channels: sets `result` to the sum of the pixels
// from `row` on, each times its weight.
//
// Reads ckernels_padding values more than the pixels have.
void ckernels_weigh(
  float *result, const float *row, size_t channels, const float *weights, size_t count);

#pragma clang assume_nonnull end

#endif
