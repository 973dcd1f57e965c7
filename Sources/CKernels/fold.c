#include "CKernels.h"

#include <CVectors.h>

#pragma clang fp contract(off)

ALWAYS_INLINE void fold(
  float *restrict sums, const float *restrict rows, size_t stride, const float *weights,
  size_t count) {
  const float first = weights[0], second = weights[1], third = weights[2], fourth = weights[3];
  for (size_t i = 0; i < count; i++) {
    float sum = sums[i] + first * rows[i];
    sum += second * rows[stride + i];
    sum += third * rows[2 * stride + i];
    sum += fourth * rows[3 * stride + i];
    sums[i] = sum;
  }
}

#if HAS_X86_VECTORS
AVX2 static void fold_avx2(
  float *sums, const float *rows, size_t stride, const float *weights, size_t count) {
  fold(sums, rows, stride, weights, count);
}

AVX512 static void fold_avx512(
  float *sums, const float *rows, size_t stride, const float *weights, size_t count) {
  fold(sums, rows, stride, weights, count);
}
#endif

void ckernels_fold(
  float *sums, const float *rows, size_t stride, const float *weights, size_t count) {
#if HAS_X86_VECTORS
  switch (vectors_available()) {
    case vectors_level_avx512: fold_avx512(sums, rows, stride, weights, count); return;
    case vectors_level_avx2: fold_avx2(sums, rows, stride, weights, count); return;
    case vectors_level_baseline: break;
  }
#endif
  fold(sums, rows, stride, weights, count);
}
