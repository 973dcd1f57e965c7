#include "cpng_unfilter.h"

#include <string.h>

#include "cpng_wavefront.h"

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

// The filters that look at the pixel on the left. `pixel_bytes` is a constant
// where this is called.
static inline __attribute__((always_inline)) void add_left(uint8_t type, const uint8_t *filtered,
                                                           const uint8_t *above, uint8_t *row,
                                                           size_t count, size_t pixel_bytes) {
  int left[8] = {0}, corner[8] = {0};
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

static void unfilter_row(const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count,
                         size_t pixel_bytes) {
  uint8_t type = *filtered++;
  if (type == cpng_filter_none) {
    memcpy(row, filtered, count);
    return;
  }
  if (type == cpng_filter_up) {
    add_above(filtered, above, row, count);
    return;
  }
  switch (pixel_bytes) {
    case 1: add_left(type, filtered, above, row, count, 1); break;
    case 2: add_left(type, filtered, above, row, count, 2); break;
    case 3: add_left(type, filtered, above, row, count, 3); break;
    case 4: add_left(type, filtered, above, row, count, 4); break;
    case 6: add_left(type, filtered, above, row, count, 6); break;
    default: add_left(type, filtered, above, row, count, 8); break;
  }
}

// None and Up have no chain from pixel to pixel that would have to be hidden.
static bool has_chains(const cpng_filtered_rows *rows) {
  for (size_t row = 0; row < cpng_wavefront_rows; row++) {
    uint8_t type = rows->filtered[row * rows->filtered_stride];
    if (type != cpng_filter_none && type != cpng_filter_up) return true;
  }
  return false;
}

static void skip(cpng_filtered_rows *rows, size_t row_count) {
  rows->filtered += row_count * rows->filtered_stride;
  rows->rows += row_count * rows->stride;
}

void cpng_unfilter(const cpng_filtered_rows *all, size_t row_count, bool is_portable) {
  cpng_filtered_rows rows = *all;
  while (row_count > 0) {
    if (!is_portable && row_count >= cpng_wavefront_rows && has_chains(&rows) &&
        cpng_wavefront_unfilter(&rows)) {
      skip(&rows, cpng_wavefront_rows);
      row_count -= cpng_wavefront_rows;
    } else {
      unfilter_row(rows.filtered, rows.rows, rows.rows + rows.stride, rows.byte_count,
                   rows.pixel_bytes);
      skip(&rows, 1);
      row_count--;
    }
  }
}
