#include <stdlib.h>
#include <string.h>

#include "Deflate/bits.h"
#include "internal.h"

// Filters are chosen for a strip of a few consecutive rows.
//
// For each row, the sum of magnitudes picks a filter that works well for gradients. Flat colours
// and line art are better left unfiltered, since repetitions are then the same bytes each time. A
// single row does not show repetitions; a strip does.
//
// Bands are encoded independently, but matches reach into the band above, so both bands must filter
// the last rows of the upper one identically. Strips are counted from the end of a band, so the
// next band only needs the last one.

enum {
  first_thorough_level = 7,  // the lowest level that tries every way
  most_thorough_level = 9,   // the level that also tries a whole band without filters
  trial_level = 6,
  weighing_level = 7,  // the fastest level that weighs matches by their cost
  seen_bits = 12
};

typedef struct strip {
  const uint8_t *rows;
  const uint8_t *above;  // the row that the first is filtered against
  size_t count;
  size_t bytes_per_row;
  size_t pixel;
} strip;

// The ways to filter a strip: one filter for all rows, the smallest sum of magnitudes, or the
// fewest distinct pairs of neighbours.
enum { by_sums = codec_filter_count, by_pairs, way_count };

// The number of distinct pairs of adjacent bytes in a row. Fewer pairs mean more repetition.
static size_t pairs_in(const uint8_t *bytes, size_t count, uint64_t seen[1024]) {
  memset(seen, 0, 1024 * sizeof *seen);
  for (size_t index = 0; index + 1 < count; index++) {
    unsigned pair = (unsigned)bytes[index] << 8 | bytes[index + 1];
    seen[pair / 64] |= (uint64_t)1 << pair % 64;
  }
  size_t pairs = 0;
  for (int word = 0; word < 1024; word++) pairs += (size_t)__builtin_popcountll(seen[word]);
  return pairs;
}

static void filter_by_pairs(const strip *strip, const uint8_t *row, const uint8_t *above,
                            uint8_t *output) {
  uint64_t seen[1024];
  size_t fewest = SIZE_MAX;
  int best = 0;
  for (int type = 0; type < codec_filter_count; type++) {
    codec_filter_row_by(type, row, above, strip->bytes_per_row, strip->pixel, output);
    size_t pairs = pairs_in(output + 1, strip->bytes_per_row, seen);
    if (pairs < fewest) {
      fewest = pairs;
      best = type;
    }
  }
  codec_filter_row_by(best, row, above, strip->bytes_per_row, strip->pixel, output);
}

static void filter_strip(const strip *strip, int way, uint8_t *output) {
  const uint8_t *above = strip->above;
  const uint8_t *row = strip->rows;
  for (size_t index = 0; index < strip->count; index++) {
    switch (way) {
      case by_sums:
        codec_filter_row(row, above, strip->bytes_per_row, strip->pixel, output);
        break;
      case by_pairs: filter_by_pairs(strip, row, above, output); break;
      default: codec_filter_row_by(way, row, above, strip->bytes_per_row, strip->pixel, output);
    }
    output += strip->bytes_per_row + 1;
    above = row;
    row += strip->bytes_per_row;
  }
}

// The approximate number of positions whose next four bytes have not been seen before.
static size_t new_positions(const uint8_t *bytes, size_t count) {
  uint32_t seen[1 << seen_bits] = {0};
  size_t found = 0;
  for (size_t index = 0; index + 4 <= count; index++) {
    uint32_t value = four_bytes(bytes + index);
    uint32_t *last = &seen[hash(value, seen_bits)];
    found += *last != value;
    *last = value;
    // All positions in a run of one byte start with the same four bytes.
    if (index + 9 <= count && memcmp(bytes + index, bytes + index + 1, 8) == 0) {
      index += same_bytes(bytes + index, bytes + index + 1, count - index - 1) - 3;
    }
  }
  return found;
}

// The approximate size in bits of rows that follow the `ahead` bytes before them; 0 if memory runs
// out.
static size_t estimated(const uint8_t *filtered, size_t count, size_t ahead) {
  return deflate_estimate((deflate_input){
      .bytes = filtered, .count = count, .ahead = ahead, .level = trial_level});
}

// Filters by sums, or not at all if that is better, since unfiltered flat colours repeat far more
// often. A position is new if its bytes have not occurred before. If many positions of the strip
// are new, as in photographs, filtering by sums is right. If almost none are new, as in a
// background, the filter does not matter.
//
// Otherwise the numbers of new positions with and without a filter are compared, and a clear
// difference decides. If the numbers are close, the middle third of the strip is tried both ways;
// the trial includes the bytes before that third, because flat colours repeat in other rows. The
// thresholds were measured on icons, screenshots, emoji and photographs.
static void filter_quickly(const strip *strip, uint8_t *trial, uint8_t *output) {
  enum { noise = 4, blank = 4096, far_less = 13, far_more = 20, sixteen = 16, trial_part = 3 };
  size_t filtered_row = strip->bytes_per_row + 1;
  size_t count = strip->count * filtered_row;
  filter_strip(strip, by_sums, output);
  size_t new_filtered = new_positions(output, count);
  if (new_filtered > count / noise || new_filtered < count / blank) return;
  filter_strip(strip, codec_filter_none, trial);
  size_t new_plain = new_positions(trial, count);
  if (new_plain * sixteen > new_filtered * far_more) return;
  if (new_plain * sixteen >= new_filtered * far_less) {
    size_t rows = (strip->count - 1) / trial_part + 1;
    size_t part = rows * filtered_row;
    size_t ahead = (strip->count - rows) / 2 * filtered_row;
    deflate_input plain = {.bytes = trial + ahead, .count = part, .ahead = ahead};
    deflate_input filtered = {.bytes = output + ahead, .count = part, .ahead = ahead};
    if (deflate_trial(plain) >= deflate_trial(filtered)) return;
  }
  memcpy(output, trial, count);
}

// The sizes of strips in bits, filtered and unfiltered.
typedef struct strip_bits {
  size_t filtered;
  size_t plain;
} strip_bits;

// Tries all ways, and keeps the one that needs the fewest bits, given the `ahead` bytes before
// `output`. Returns false if memory runs out.
static bool filter_thoroughly(const strip *strip, size_t ahead, uint8_t *trial, uint8_t *output,
                              strip_bits *sums) {
  enum { later_gain = 32 };
  size_t count = strip->count * (strip->bytes_per_row + 1);
  size_t fewest = SIZE_MAX;
  memcpy(trial, output - ahead, ahead);
  trial += ahead;
  for (int way = 0; way < way_count; way++) {
    filter_strip(strip, way, trial);
    size_t bits = estimated(trial, count, ahead);
    if (bits == 0) return false;
    // Unfiltered bytes repeat in later strips, which this trial does not see.
    if (way == codec_filter_none) {
      sums->plain += bits;
      bits -= bits / later_gain;
    }
    if (bits < fewest) {
      fewest = bits;
      memcpy(output, trial, count);
    }
  }
  sums->filtered += fewest;
  return true;
}

// The compressed size of rows that follow the `ahead` bytes before them; 0 if memory runs out.
static size_t weighed(const uint8_t *filtered, size_t count, size_t ahead, uint8_t *output) {
  return deflate_encode((deflate_input){.bytes = filtered,
                                        .count = count,
                                        .ahead = ahead,
                                        .level = weighing_level,
                                        .is_last = true},
                        output);
}

// Removes the filters from a whole band if that makes it smaller. In pictures with few colours,
// filters make individual strips smaller, but unfiltered bands have longer matches within the
// distances searched at this level. Without filters, sheets with 2 bits per pixel shrink by up to a
// twentieth. Only a search that weighs matches shows this. Returns false if memory runs out.
static bool unfilter_band(const codec_band *band, strip_bits sums, uint8_t *filtered) {
  enum { hopeless = 8 };
  if (sums.plain > sums.filtered + sums.filtered / hopeless) return true;
  size_t filtered_row = band->bytes_per_row + 1;
  size_t ahead = band->lead * filtered_row;
  size_t count = band->count * filtered_row;
  // The band below filters the last strip by itself.
  size_t kept_rows = band->is_last ? 0 : (codec_window - 1) / filtered_row + 1;
  if (band->count <= kept_rows) return true;
  size_t plain_rows = band->count - kept_rows;
  uint8_t *plain = malloc(ahead + count);
  uint8_t *output = malloc(deflate_bound(count));
  bool has_memory = plain != NULL && output != NULL;
  if (has_memory) {
    const uint8_t *rows = band->rows + band->lead * band->bytes_per_row;
    memcpy(plain, filtered, ahead + count);
    for (size_t row = 0; row < plain_rows; row++) {
      codec_filter_row_by(codec_filter_none, rows + row * band->bytes_per_row, NULL,
                          band->bytes_per_row, band->bytes_per_pixel,
                          plain + ahead + row * filtered_row);
    }
    if (memcmp(plain + ahead, filtered + ahead, plain_rows * filtered_row) != 0) {
      size_t before = weighed(filtered + ahead, count, ahead, output);
      size_t after = weighed(plain + ahead, count, ahead, output);
      has_memory = before > 0 && after > 0;
      if (after < before) memcpy(filtered + ahead, plain + ahead, plain_rows * filtered_row);
    }
  }
  free(plain);
  free(output);
  return has_memory;
}

bool codec_filter_band(const codec_band *band, uint8_t *filtered) {
  size_t filtered_row = band->bytes_per_row + 1;
  size_t row_count = band->lead + band->count;
  size_t strip_rows = (codec_window - 1) / filtered_row + 1;
  bool is_thorough = band->compression_level >= first_thorough_level;
  uint8_t *nothing = calloc(1, band->bytes_per_row);
  size_t strip_bytes = strip_rows * filtered_row;
  uint8_t *trial = malloc(codec_window + strip_bytes);
  bool has_memory = nothing != NULL && trial != NULL;
  // Bytes before the last strip of the band above are out of reach of matches.
  size_t next = band->lead < strip_rows ? 0 : band->lead - strip_rows;
  memset(filtered, 0, next * filtered_row);
  strip_bits sums = {0};
  while (has_memory && next < row_count) {
    const uint8_t *rows = band->rows + next * band->bytes_per_row;
    size_t left = next < band->lead ? band->lead - next : row_count - next;
    size_t count = (left - 1) % strip_rows + 1;
    strip strip = {.rows = rows,
                   .above = next == 0 ? nothing : rows - band->bytes_per_row,
                   .count = count,
                   .bytes_per_row = band->bytes_per_row,
                   .pixel = band->bytes_per_pixel};
    uint8_t *output = filtered + next * filtered_row;
    next += count;
    if (is_thorough) {
      // The next band also filters the last strip of this one, with nothing before it.
      bool is_last = next == band->lead || next == row_count;
      size_t before = (size_t)(output - filtered);
      size_t ahead = is_last ? 0 : before < codec_window ? before : codec_window;
      has_memory = filter_thoroughly(&strip, ahead, trial, output, &sums);
    } else if (band->compression_level == 0) {
      // A filter would only take time, since it does not make stored rows smaller.
      filter_strip(&strip, codec_filter_none, output);
    } else {
      filter_quickly(&strip, trial, output);
    }
  }
  free(nothing);
  free(trial);
  if (has_memory && band->compression_level == most_thorough_level) {
    has_memory = unfilter_band(band, sums, filtered);
  }
  return has_memory;
}
