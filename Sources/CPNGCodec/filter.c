#include <string.h>

#include "internal.h"
#include "paeth.h"

// The sums of this many magnitudes fit into 16 bits: smaller sums allow wider vectors.
enum { segment = 480 };

// Written with bytes and without branches, so that compilers vectorise it.

ALWAYS_INLINE uint8_t magnitude(uint8_t value) {
  uint8_t negated = (uint8_t)-value;
  return value < negated ? value : negated;
}

ALWAYS_INLINE uint8_t average(uint8_t left, uint8_t above) {
  return CODEC_AVERAGE(uint8_t, left, above);
}

ALWAYS_INLINE uint8_t paeth(uint8_t left, uint8_t above, uint8_t corner) {
  return CODEC_PAETH(uint8_t, left, above, corner);
}

ALWAYS_INLINE uint8_t predicted(int type, uint8_t left, uint8_t above, uint8_t corner) {
  switch (type) {
    case codec_filter_sub: return left;
    case codec_filter_up: return above;
    case codec_filter_average: return average(left, above);
    case codec_filter_paeth: return paeth(left, above, corner);
    default: return 0;
  }
}

// Adds the magnitudes of bytes `start` ..< `end`, all of which have a left neighbour.
ALWAYS_INLINE void add_magnitudes(const uint8_t *row, const uint8_t *above, size_t pixel,
                                  size_t start, size_t end, uint64_t sums[codec_filter_count]) {
  uint16_t none = 0, left = 0, up = 0, mean = 0, nearest = 0;
  for (size_t i = start; i < end; i++) {
    uint8_t a = row[i - pixel], b = above[i], c = above[i - pixel];
    none += magnitude(row[i]);
    left += magnitude((uint8_t)(row[i] - a));
    up += magnitude((uint8_t)(row[i] - b));
    mean += magnitude((uint8_t)(row[i] - average(a, b)));
    nearest += magnitude((uint8_t)(row[i] - paeth(a, b, c)));
  }
  sums[codec_filter_none] += none;
  sums[codec_filter_sub] += left;
  sums[codec_filter_up] += up;
  sums[codec_filter_average] += mean;
  sums[codec_filter_paeth] += nearest;
}

ALWAYS_INLINE bool are_zeros(const uint8_t *bytes, size_t count) {
  return count == 0 || (bytes[0] == 0 && memcmp(bytes, bytes + 1, count - 1) == 0);
}

ALWAYS_INLINE int best_type(const uint8_t *row, const uint8_t *above, size_t count,
                            size_t pixel) {
  // If the row equals the one above, Up gives a sum of 0, the smallest possible.
  if (memcmp(row, above, count) == 0) {
    return are_zeros(row, count) ? codec_filter_none : codec_filter_up;
  }
  uint64_t sums[codec_filter_count] = {0};
  for (int type = 0; type < codec_filter_count; type++) {
    for (size_t i = 0; i < pixel; i++) {
      sums[type] += magnitude((uint8_t)(row[i] - predicted(type, 0, above[i], 0)));
    }
  }
  for (size_t start = pixel; start < count; start += segment) {
    size_t end = count - start < segment ? count : start + segment;
    add_magnitudes(row, above, pixel, start, end, sums);
  }
  int best = codec_filter_none;
  for (int type = 1; type < codec_filter_count; type++) {
    if (sums[type] < sums[best]) best = type;
  }
  return best;
}

ALWAYS_INLINE void apply(int type, const uint8_t *row, const uint8_t *above, size_t count,
                         size_t pixel, uint8_t *filtered) {
  for (size_t i = 0; i < pixel; i++) {
    filtered[i] = (uint8_t)(row[i] - predicted(type, 0, above[i], 0));
  }
  for (size_t i = pixel; i < count; i++) {
    filtered[i] =
        (uint8_t)(row[i] - predicted(type, row[i - pixel], above[i], above[i - pixel]));
  }
}

// Each call passes `type` as a constant, and so becomes a specialised loop.
ALWAYS_INLINE void filter_row_by(int type, const uint8_t *row, const uint8_t *above, size_t count,
                                 size_t pixel, uint8_t *restrict filtered) {
  *filtered++ = (uint8_t)type;
  switch (type) {
    case codec_filter_none: memcpy(filtered, row, count); break;
    case codec_filter_sub: apply(codec_filter_sub, row, above, count, pixel, filtered); break;
    case codec_filter_up: apply(codec_filter_up, row, above, count, pixel, filtered); break;
    case codec_filter_average:
      apply(codec_filter_average, row, above, count, pixel, filtered);
      break;
    default: apply(codec_filter_paeth, row, above, count, pixel, filtered); break;
  }
}

ALWAYS_INLINE void filter_row(const uint8_t *row, const uint8_t *above, size_t count,
                              size_t pixel, uint8_t *restrict filtered) {
  filter_row_by(best_type(row, above, count, pixel), row, above, count, pixel, filtered);
}

void codec_filter_row_by(int type, const uint8_t *row, const uint8_t *above, size_t count,
                         size_t bytes_per_pixel, uint8_t *filtered) {
  filter_row_by(type, row, above, count, bytes_per_pixel, filtered);
}

DEFINE_BY_AVX2(codec_filter_row, filter_row,
               (const uint8_t *row, const uint8_t *above, size_t count, size_t bytes_per_pixel,
                uint8_t *filtered),
               (row, above, count, bytes_per_pixel, filtered))
