#include <string.h>

#include "internal.h"
#include "paeth.h"

codec_filter_neighbors codec_neighbors_of(const codec_filtered_rows *rows, size_t row) {
  uint8_t type = codec_filter_type(rows, row);
  bool is_paeth = type == codec_filter_paeth;
  return (codec_filter_neighbors){.left = is_paeth || type == codec_filter_sub,
                                  .above = is_paeth || type == codec_filter_up,
                                  .corner = is_paeth,
                                  .average = type == codec_filter_average};
}

bool codec_are_paeth(const codec_filtered_rows *rows, size_t row_count) {
  for (size_t row = 0; row < row_count; row++) {
    if (codec_filter_type(rows, row) != codec_filter_paeth) return false;
  }
  return true;
}

static void add_above(const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count) {
  for (size_t index = 0; index < count; index++) {
    row[index] = (uint8_t)(filtered[index] + above[index]);
  }
}

// Callers pass `pixel_bytes` as a constant.
ALWAYS_INLINE codec_bytes load_pixel(const uint8_t *bytes, size_t pixel_bytes) {
  uint64_t value = 0;
  memcpy(&value, bytes, pixel_bytes);
  return (codec_bytes)(codec_two_lanes){value, 0};
}

ALWAYS_INLINE void store_pixel(codec_bytes pixel, uint8_t *bytes, size_t pixel_bytes) {
  uint64_t value = ((codec_two_lanes)pixel)[0];
  memcpy(bytes, &value, pixel_bytes);
}

ALWAYS_INLINE codec_bytes predicted(uint8_t type, codec_bytes left, codec_bytes above,
                                    codec_bytes corner) {
  switch (type) {
    case codec_filter_sub: return left;
    case codec_filter_average: return CODEC_AVERAGE(codec_bytes, left, above);
    default: return CODEC_PAETH(codec_bytes, left, above, corner);
  }
}

// The filters that use the left neighbour. The first pixel of a row has none.
ALWAYS_INLINE void add_left(uint8_t type, const uint8_t *filtered, const uint8_t *above,
                            uint8_t *row, size_t count, bool is_first, size_t pixel_bytes) {
  codec_bytes left = {0}, corner = {0};
  if (!is_first) {
    left = load_pixel(row - pixel_bytes, pixel_bytes);
    corner = load_pixel(above - pixel_bytes, pixel_bytes);
  }
  for (size_t start = 0; start < count; start += pixel_bytes) {
    codec_bytes up = load_pixel(above + start, pixel_bytes);
    left = predicted(type, left, up, corner) + load_pixel(filtered + start, pixel_bytes);
    corner = up;
    store_pixel(left, row + start, pixel_bytes);
  }
}

void codec_unfilter_part(const codec_filtered_rows *rows, size_t row, size_t start, size_t end) {
  uint8_t type = codec_filter_type(rows, row);
  const uint8_t *filtered = rows->filtered + row * rows->filtered_stride + 1 + start;
  const uint8_t *above = rows->rows + row * rows->stride + start;
  uint8_t *target = rows->rows + (row + 1) * rows->stride + start;
  size_t count = end - start;
  bool is_first = start == 0;
  if (type == codec_filter_none) {
    memcpy(target, filtered, count);
    return;
  }
  if (type == codec_filter_up) {
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

// Whether any row's pixels depend on their left neighbours, a chain whose latency a wavefront
// hides. Rows with the filters None and Up have no such chain.
static bool have_chains(const codec_filtered_rows *rows, size_t row_count) {
  for (size_t row = 0; row < row_count; row++) {
    uint8_t type = codec_filter_type(rows, row);
    if (type != codec_filter_none && type != codec_filter_up) return true;
  }
  return false;
}

// Reverses the filters of as many rows as are fastest to process together, and returns their
// number.
static size_t unfilter_some(const codec_filtered_rows *rows, size_t row_count, bool is_portable) {
  const size_t wide = codec_avx2_wavefront_rows(rows->pixel_bytes), narrow = codec_wavefront_rows;
  if (!is_portable && row_count >= wide && have_chains(rows, wide) &&
      codec_avx2_wavefront_unfilter(rows)) {
    return wide;
  }
  if (!is_portable && row_count >= narrow && have_chains(rows, narrow)) {
    codec_wavefront_unfilter(rows);
    return narrow;
  }
  codec_unfilter_part(rows, 0, 0, rows->byte_count);
  return 1;
}

void codec_unfilter(const codec_filtered_rows *all, size_t row_count, bool is_portable) {
  codec_filtered_rows rows = *all;
  while (row_count > 0) {
    size_t count = unfilter_some(&rows, row_count, is_portable);
    rows.filtered += count * rows.filtered_stride;
    rows.rows += count * rows.stride;
    row_count -= count;
  }
}
