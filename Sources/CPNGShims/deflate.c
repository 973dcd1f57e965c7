#include "cpng_deflate.h"

#include <stdlib.h>
#include <zlib.h>

#include "cpng_literals.h"

enum {
  window_bits = 15,
  window = 1 << window_bits,  // how far back a match may lie (RFC 1951, chapter 2)
  memory_level = 9,           // the longest blocks, so the fewest tables of codes
  flush_mark = 16,            // more than the empty block takes that ends a piece
  sample_count = 16 * 1024,
  least_gain = 150,     // one part in this many is worth a search
  last_brisk_level = 6  // above it, every byte is
};

size_t cpng_deflate_bound(size_t count) {
  // zlib's own bound wants a stream; this covers the 9 bits that a byte takes
  // in a fixed block, and the mark at the end.
  return cpng_literals_bound(count) + flush_mark;
}

static size_t deflate_by_zlib(cpng_stretch stretch, int level, int strategy, bool is_last,
                              uint8_t *output, size_t capacity) {
  z_stream stream = {0};
  if (deflateInit2(&stream, level, Z_DEFLATED, -window_bits, memory_level, strategy) != Z_OK) {
    return 0;
  }
  size_t dictionary = stretch.ahead < window ? stretch.ahead : window;
  deflateSetDictionary(&stream, stretch.bytes - dictionary, (uInt)dictionary);
  stream.next_in = (uint8_t *)stretch.bytes;
  stream.avail_in = (uInt)stretch.count;
  stream.next_out = output;
  stream.avail_out = (uInt)capacity;
  int status = deflate(&stream, is_last ? Z_FINISH : Z_SYNC_FLUSH);
  // Room that is left tells a whole flush from one cut short.
  bool is_whole = status == (is_last ? Z_STREAM_END : Z_OK) && stream.avail_out > 0;
  deflateEnd(&stream);
  return is_whole ? capacity - stream.avail_out : 0;
}

// From the middle, with what lies ahead of it.
static cpng_stretch sample_of(cpng_stretch stretch) {
  if (stretch.count <= sample_count) return stretch;
  size_t start = (stretch.count - sample_count) / 2;
  return (cpng_stretch){stretch.bytes + start, sample_count, stretch.ahead + start};
}

typedef enum method { method_literals, method_long_matches, method_all_matches } method;

// In photographs a search finds next to nothing and takes nine tenths of the
// time; where pictures come again it halves the file. Z_FILTERED ignores short
// matches, which is right for soft shades and wrong for flat colours.
//
// A sample of flat ground says nothing about the rest, and bytes without any
// order are better stored, as zlib does.
static method chosen_method(cpng_stretch stretch, int level) {
  cpng_stretch sample = sample_of(stretch);
  uint8_t output[sample_count + sample_count / 8 + 1024];
  size_t literals = cpng_literals_deflate(sample.bytes, sample.count, false, output);
  size_t filtered = deflate_by_zlib(sample, level, Z_FILTERED, false, output, sizeof output);
  bool is_telling = literals > sample.count / 8 && literals < sample.count;
  bool finds_little = filtered + literals / least_gain >= literals;
  if (level <= last_brisk_level && is_telling && finds_little) return method_literals;
  size_t plain =
      deflate_by_zlib(sample, level, Z_DEFAULT_STRATEGY, false, output, sizeof output);
  return plain < filtered ? method_all_matches : method_long_matches;
}

size_t cpng_deflate(cpng_stretch stretch, int level, bool is_last, uint8_t *output,
                    size_t capacity) {
  switch (level == 0 ? method_all_matches : chosen_method(stretch, level)) {
    case method_literals:
      return cpng_literals_deflate(stretch.bytes, stretch.count, is_last, output);
    case method_long_matches:
      return deflate_by_zlib(stretch, level, Z_FILTERED, is_last, output, capacity);
    default:
      return deflate_by_zlib(stretch, level, Z_DEFAULT_STRATEGY, is_last, output, capacity);
  }
}
