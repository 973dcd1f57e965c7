#include "CKernels.h"

#include "always_inline.h"

#pragma clang fp contract(off)

#if defined(__x86_64__)
#define HAS_X86_VARIANTS 1
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f"), min_vector_width(512)))
#else
#define HAS_X86_VARIANTS 0
#endif

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

#if HAS_X86_VARIANTS
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
#if HAS_X86_VARIANTS
  // The first processors with AVX-512 slow down while they use it; those with VBMI do not.
  if (__builtin_cpu_supports("avx512vbmi")) {
    fold_avx512(sums, rows, stride, weights, count);
    return;
  }
  if (__builtin_cpu_supports("avx2")) {
    fold_avx2(sums, rows, stride, weights, count);
    return;
  }
#endif
  fold(sums, rows, stride, weights, count);
}
