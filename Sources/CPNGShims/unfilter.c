#include "cpng_unfilter.h"

#include <string.h>

#include "cpng_wavefront.h"
#include "cpng_wide_wavefront.h"

// The same as the formula of the specification; see wavefront.c. Written so
// that no branch is left for the processor to guess.
static inline int paeth(int left, int above, int corner) {
  int lesser = left < above ? left : above;
  int greater = left < above ? above : left;
  int threshold = 3 * corner - left - above;
  int nearest = greater <= threshold ? lesser : corner;
  return threshold <= lesser ? greater : nearest;
}

static void add_above(const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count) {
  for (size_t index = 0; index < count; index++) {
    row[index] = (uint8_t)(filtered[index] + above[index]);
  }
}

// The filters that look at the pixel on the left, which is there unless `is_first`.
// `pixel_bytes` is a constant where this is called.
static inline __attribute__((always_inline)) void add_left(uint8_t type, const uint8_t *filtered,
                                                           const uint8_t *above, uint8_t *row,
                                                           size_t count, bool is_first,
                                                           size_t pixel_bytes) {
  int left[8] = {0}, corner[8] = {0};
  for (size_t byte = 0; byte < pixel_bytes && !is_first; byte++) {
    left[byte] = row[(ptrdiff_t)byte - (ptrdiff_t)pixel_bytes];
    corner[byte] = above[(ptrdiff_t)byte - (ptrdiff_t)pixel_bytes];
  }
  for (size_t start = 0; start < count; start += pixel_bytes) {
    for (size_t byte = 0; byte < pixel_bytes; byte++) {
      int up = above[start + byte];
      int prediction = type == cpng_filter_sub       ? left[byte]
                       : type == cpng_filter_average ? (left[byte] + up) / 2
                                                     : paeth(left[byte], up, corner[byte]);
      left[byte] = (uint8_t)(filtered[start + byte] + prediction);
      corner[byte] = up;
      row[start + byte] = (uint8_t)left[byte];
    }
  }
}

void cpng_unfilter_part(const cpng_filtered_rows *rows, size_t row, size_t start, size_t end) {
  const uint8_t *filtered = rows->filtered + row * rows->filtered_stride;
  uint8_t type = *filtered;
  filtered += 1 + start;
  const uint8_t *above = rows->rows + row * rows->stride + start;
  uint8_t *target = rows->rows + (row + 1) * rows->stride + start;
  size_t count = end - start;
  bool is_first = start == 0;
  if (type == cpng_filter_none) {
    memcpy(target, filtered, count);
    return;
  }
  if (type == cpng_filter_up) {
    add_above(filtered, above, target, count);
    return;
  }
  switch (rows->pixel_bytes) {
    case 1: add_left(type, filtered, above, target, count, is_first, 1); break;
    case 2: add_left(type, filtered, above, target, count, is_first, 2); break;
    case 3: add_left(type, filtered, above, target, count, is_first, 3); break;
    case 4: add_left(type, filtered, above, target, count, is_first, 4); break;
    case 6: add_left(type, filtered, above, target, count, is_first, 6); break;
    default: add_left(type, filtered, above, target, count, is_first, 8); break;
  }
}

// None and Up have no chain from pixel to pixel that would have to be hidden.
static bool have_chains(const cpng_filtered_rows *rows, size_t row_count) {
  for (size_t row = 0; row < row_count; row++) {
    uint8_t type = rows->filtered[row * rows->filtered_stride];
    if (type != cpng_filter_none && type != cpng_filter_up) return true;
  }
  return false;
}

// Takes as many of the rows as are fastest taken together, and returns how many.
static size_t unfilter_some(const cpng_filtered_rows *rows, size_t row_count, bool is_portable) {
  enum { wide = cpng_wide_wavefront_rows, narrow = cpng_wavefront_rows };
  if (!is_portable && row_count >= wide && have_chains(rows, wide) &&
      cpng_wide_wavefront_unfilter(rows)) {
    return wide;
  }
  if (!is_portable && row_count >= narrow && have_chains(rows, narrow) &&
      cpng_wavefront_unfilter(rows)) {
    return narrow;
  }
  cpng_unfilter_part(rows, 0, 0, rows->byte_count);
  return 1;
}

void cpng_unfilter(const cpng_filtered_rows *all, size_t row_count, bool is_portable) {
  cpng_filtered_rows rows = *all;
  while (row_count > 0) {
    size_t count = unfilter_some(&rows, row_count, is_portable);
    rows.filtered += count * rows.filtered_stride;
    rows.rows += count * rows.stride;
    row_count -= count;
  }
}
