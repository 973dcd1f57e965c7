#include "internal.h"

// Whether any row's pixels depend on their left neighbours, a chain whose latency a wavefront
// hides. Rows filtered by None and Up have no chain.
static bool have_chains(const codec_filtered_rows *rows, size_t row_count) {
  for (size_t row = 0; row < row_count; row++) {
    uint8_t type = codec_filter_type(rows, row);
    if (type != codec_filter_none && type != codec_filter_up) return true;
  }
  return false;
}

// Reverses the filters of as many rows as is fastest, and returns their number.
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
