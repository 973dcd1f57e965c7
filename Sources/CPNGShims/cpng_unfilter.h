// Takes back the filters of PNG rows.
//
// Source: PNG specification, chapter 9 (filtering).
#ifndef CPNG_UNFILTER_H
#define CPNG_UNFILTER_H

#include "include/CPNGShims.h"

enum {
  cpng_filter_none = 0,
  cpng_filter_sub,
  cpng_filter_up,
  cpng_filter_average,
  cpng_filter_paeth,
  cpng_filter_count
};

// How many rows are taken at once where that pays.
enum { cpng_wavefront_rows = 8, cpng_wide_wavefront_rows = 16 };

// Bytes behind a row that may be read, and written with anything.
enum { cpng_row_slack = 8 };

// Rows one below the other, of `byte_count` bytes without the filter type and
// pixels of `pixel_bytes` bytes.
typedef struct cpng_filtered_rows {
  const uint8_t *filtered;  // each row behind its filter type, 0 to 4
  size_t filtered_stride;
  uint8_t *rows;  // one row more: the first is the one above
  size_t stride;
  size_t byte_count;
  size_t pixel_bytes;
} cpng_filtered_rows;

// Which neighbours a filter looks at; one that looks at their average does so besides.
typedef struct cpng_filter_neighbors {
  bool left, above, corner, average;
} cpng_filter_neighbors;

// Of the row of that number.
static inline cpng_filter_neighbors cpng_neighbors_of(const cpng_filtered_rows *rows, size_t row) {
  uint8_t type = rows->filtered[row * rows->filtered_stride];
  bool is_paeth = type == cpng_filter_paeth;
  return (cpng_filter_neighbors){.left = is_paeth || type == cpng_filter_sub,
                                 .above = is_paeth || type == cpng_filter_up,
                                 .corner = is_paeth,
                                 .average = type == cpng_filter_average};
}

// Whether the filters of all of the first rows are Paeth.
static inline bool cpng_are_paeth(const cpng_filtered_rows *rows, size_t row_count) {
  for (size_t row = 0; row < row_count; row++) {
    if (!cpng_neighbors_of(rows, row).corner) return false;
  }
  return true;
}

// Fills the second to the last row in. `filtered` has the slack behind its last
// row, `rows` behind each row. The portable way gives the same rows, slower.
void cpng_unfilter(const cpng_filtered_rows *rows, size_t row_count, bool is_portable);

// Fills the bytes from `start` to `end` of one row in, whole pixels. What is above them, and
// on their left, is filled in.
void cpng_unfilter_part(const cpng_filtered_rows *rows, size_t row, size_t start, size_t end);

#endif
