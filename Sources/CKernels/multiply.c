#include "CKernels.h"

#include "vectors.h"

#pragma clang fp contract(off)

// The part of a result row that stays in registers, which is several times as fast as keeping sums
// in memory.
enum { block = 16 };

typedef double values __attribute__((vector_size(block * sizeof(double)), aligned(sizeof(double))));

ALWAYS_INLINE void multiply(
  double *result, const double *left, size_t rows, const double *right, size_t right_rows) {
  const size_t columns = ckernels_matrix_columns;
  for (size_t row = 0; row < rows; row++) {
    for (size_t column = 0; column < columns; column += block) {
      values sums = {0};
      for (size_t i = 0; i < right_rows; i++) {
        sums += left[row * columns + i] * *(const values *)(right + i * columns + column);
      }
      *(values *)(result + row * columns + column) = sums;
    }
  }
}

DEFINE_BY_AVX2(
  ckernels_multiply, multiply,
  (double *result, const double *left, size_t rows, const double *right, size_t right_rows),
  (result, left, rows, right, right_rows))
