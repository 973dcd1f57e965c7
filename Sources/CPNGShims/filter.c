#include "cpng_filter.h"

#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define HAS_AVX2_VARIANT 1
#define AVX2 __attribute__((target("avx2")))
#else
#define HAS_AVX2_VARIANT 0
#endif

enum { filter_none, filter_left, filter_above, filter_average, filter_paeth, filter_count };

// The sums of this many magnitudes fit into 16 bits: the narrower, the more in a vector.
enum { segment = 480 };

// Written in bytes without branches, so that compilers make vectors of it.

ALWAYS_INLINE uint8_t magnitude(uint8_t value) {
  uint8_t negated = (uint8_t)-value;
  return value < negated ? value : negated;
}

ALWAYS_INLINE uint8_t distance(uint8_t a, uint8_t b) { return (uint8_t)(a > b ? a - b : b - a); }

ALWAYS_INLINE uint8_t average(uint8_t left, uint8_t above) {
  return (uint8_t)((left & above) + ((left ^ above) >> 1));
}

// The neighbour nearest to left + above - corner.
//
// The distance to left is |above - corner|, to above |left - corner|; to the
// corner it is their sum when both lie on the same side of it, where the corner
// cannot be the nearest, and else their difference.
ALWAYS_INLINE uint8_t paeth(uint8_t left, uint8_t above, uint8_t corner) {
  uint8_t to_left = distance(above, corner);
  uint8_t to_above = distance(left, corner);
  bool above_is_nearer = to_above < to_left;
  uint8_t nearer = above_is_nearer ? above : left;
  uint8_t nearest = above_is_nearer ? to_above : to_left;
  bool is_between = (above > corner) != (left > corner);
  return is_between && distance(to_left, to_above) < nearest ? corner : nearer;
}

ALWAYS_INLINE uint8_t predicted(int type, uint8_t left, uint8_t above, uint8_t corner) {
  switch (type) {
    case filter_left: return left;
    case filter_above: return above;
    case filter_average: return average(left, above);
    case filter_paeth: return paeth(left, above, corner);
    default: return 0;
  }
}

// Adds the magnitudes of bytes `start` ..< `end`, which have a left neighbour.
ALWAYS_INLINE void add_magnitudes(const uint8_t *row, const uint8_t *above, size_t pixel,
                                  size_t start, size_t end, uint64_t sums[filter_count]) {
  uint16_t none = 0, left = 0, up = 0, mean = 0, nearest = 0;
  for (size_t i = start; i < end; i++) {
    uint8_t a = row[i - pixel], b = above[i], c = above[i - pixel];
    none += magnitude(row[i]);
    left += magnitude((uint8_t)(row[i] - a));
    up += magnitude((uint8_t)(row[i] - b));
    mean += magnitude((uint8_t)(row[i] - average(a, b)));
    nearest += magnitude((uint8_t)(row[i] - paeth(a, b, c)));
  }
  sums[filter_none] += none;
  sums[filter_left] += left;
  sums[filter_above] += up;
  sums[filter_average] += mean;
  sums[filter_paeth] += nearest;
}

ALWAYS_INLINE int best_type(const uint8_t *row, const uint8_t *above, size_t count,
                            size_t pixel) {
  uint64_t sums[filter_count] = {0};
  for (int type = 0; type < filter_count; type++) {
    for (size_t i = 0; i < pixel; i++) {
      sums[type] += magnitude((uint8_t)(row[i] - predicted(type, 0, above[i], 0)));
    }
  }
  for (size_t start = pixel; start < count; start += segment) {
    size_t end = count - start < segment ? count : start + segment;
    add_magnitudes(row, above, pixel, start, end, sums);
  }
  int best = filter_none;
  for (int type = 1; type < filter_count; type++) {
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

// A constant type in each call, so that each becomes a loop of its own.
ALWAYS_INLINE void filter_row(const uint8_t *row, const uint8_t *above, size_t count,
                              size_t pixel, uint8_t *restrict filtered) {
  int type = best_type(row, above, count, pixel);
  *filtered++ = (uint8_t)type;
  switch (type) {
    case filter_none: memcpy(filtered, row, count); break;
    case filter_left: apply(filter_left, row, above, count, pixel, filtered); break;
    case filter_above: apply(filter_above, row, above, count, pixel, filtered); break;
    case filter_average: apply(filter_average, row, above, count, pixel, filtered); break;
    default: apply(filter_paeth, row, above, count, pixel, filtered); break;
  }
}

#if HAS_AVX2_VARIANT
AVX2 static void filter_row_avx2(const uint8_t *row, const uint8_t *above, size_t count,
                                 size_t pixel, uint8_t *filtered) {
  filter_row(row, above, count, pixel, filtered);
}
#endif

void cpng_filter_row(const uint8_t *row, const uint8_t *above, size_t count,
                     size_t bytes_per_pixel, uint8_t *filtered) {
#if HAS_AVX2_VARIANT
  if (__builtin_cpu_supports("avx2")) {
    filter_row_avx2(row, above, count, bytes_per_pixel, filtered);
    return;
  }
#endif
  filter_row(row, above, count, bytes_per_pixel, filtered);
}
