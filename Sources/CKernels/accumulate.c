#include "CKernels.h"

#include "vectors.h"

#pragma clang fp contract(off)

// One cache line. If rows are aligned to cache lines, no load crosses the boundary between two
// lines; such a load would take twice as long.
typedef float cache_line __attribute__((vector_size(ckernels_line_values * sizeof(float))));
// The values of a cache line, of unknown alignment.
typedef float values __attribute__((vector_size(sizeof(cache_line)), aligned(sizeof(float))));

enum { pair = 2 };

// The sums of one or two output rows, and the weights with which source rows are added to them.
typedef struct targets {
  float *sums[pair];
  float weights[pair][ckernels_group_rows];
} targets;

// Adds to both rows of a pair, so that the light is loaded only once. A single row is a pair whose
// second row is unused.
ALWAYS_INLINE void add(
  const targets *targets, size_t outputs, const ckernels_group *group, size_t row_count,
  size_t count) {
  for (size_t i = 0; i < count; i += ckernels_line_values) {
    cache_line sums[pair];
    for (size_t k = 0; k < outputs; k++) sums[k] = *(const values *)(targets->sums[k] + i);
    for (size_t row = 0; row < row_count; row++) {
      cache_line light = *(const values *)(group->rows + row * group->stride + i);
      for (size_t k = 0; k < outputs; k++) sums[k] += targets->weights[k][row] * light;
    }
    for (size_t k = 0; k < outputs; k++) *(values *)(targets->sums[k] + i) = sums[k];
  }
}

ALWAYS_INLINE void add_any(
  const targets *targets, size_t outputs, const ckernels_group *group, size_t count) {
  // The numbers of rows are constants, so that each call becomes a specialised loop.
  switch (group->count) {
    case 1: add(targets, outputs, group, 1, count); break;
    case 2: add(targets, outputs, group, 2, count); break;
    case 3: add(targets, outputs, group, 3, count); break;
    default: add(targets, outputs, group, ckernels_group_rows, count); break;
  }
}

ALWAYS_INLINE void find_weights(
  float *weights, const ckernels_group *group, const ckernels_taps *taps, size_t output) {
  const int32_t start = taps->offsets[output], end = taps->offsets[output + 1];
  for (size_t row = 0; row < group->count; row++) {
    int32_t place = start + group->sources[row] - taps->firsts[output];
    weights[row] = place >= start && place < end ? taps->weights[place] : 0;
  }
}

ALWAYS_INLINE void accumulate_rows(
  const ckernels_sums *sums, const ckernels_group *group, const ckernels_taps *taps, size_t first,
  size_t end, size_t count) {
  for (size_t output = first; output < end; output += pair) {
    targets targets;
    size_t outputs = end - output < pair ? 1 : pair;
    for (size_t k = 0; k < outputs; k++) {
      targets.sums[k] = sums->values + (output + k) % sums->count * sums->stride;
      find_weights(targets.weights[k], group, taps, output + k);
    }
    if (outputs == pair) {
      add_any(&targets, pair, group, count);
    } else {
      add_any(&targets, 1, group, count);
    }
  }
}

DEFINE_BY_LEVEL(
  ckernels_accumulate_rows, accumulate_rows,
  (const ckernels_sums *sums, const ckernels_group *group, const ckernels_taps *taps, size_t first,
   size_t end, size_t count),
  (sums, group, taps, first, end, count))
