#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "deflate.h"

enum {
  window_bits = 15,           // of codec_window
  memory_level = 9,           // the longest blocks, so the fewest tables of codes
  flush_mark = 16,            // more than the empty block takes that ends a piece
  sample_count = 16 * 1024,
  // A search has to save at least one part in `minimum_gain`, or one in `minimum_sparse_gain`
  // of what shrinks to less than one part in `sparse` without it. The latter is judged by so
  // many slices, each one part in `slice_part` of its share.
  minimum_gain = 130,
  sparse = 8,
  minimum_sparse_gain = 20,
  slices = 4,
  slice_part = 4,
  last_fast_level = 6  // above it, every byte is searched
};

size_t codec_deflate_bound(size_t count) {
  // zlib's own bound wants a stream; this covers the 9 bits that a byte takes
  // in a fixed block, and the mark at the end.
  return codec_literals_bound(count) + flush_mark;
}

static size_t deflate_by_zlib(codec_stretch stretch, int level, int strategy, bool is_last,
                              uint8_t *output, size_t capacity) {
  z_stream stream = {0};
  if (deflateInit2(&stream, level, Z_DEFLATED, -window_bits, memory_level, strategy) != Z_OK) {
    return 0;
  }
  size_t dictionary = stretch.ahead < codec_window ? stretch.ahead : codec_window;
  deflateSetDictionary(&stream, stretch.bytes - dictionary, (uInt)dictionary);
  stream.next_in = (uint8_t *)stretch.bytes;
  stream.avail_in = (uInt)stretch.count;
  stream.next_out = output;
  stream.avail_out = (uInt)capacity;
  int status = deflate(&stream, is_last ? Z_FINISH : Z_SYNC_FLUSH);
  // A flush that fills all the room may have been cut short.
  bool is_whole = status == (is_last ? Z_STREAM_END : Z_OK) && stream.avail_out > 0;
  deflateEnd(&stream);
  return is_whole ? capacity - stream.avail_out : 0;
}

static codec_stretch middle(codec_stretch stretch, size_t count) {
  if (stretch.count <= count) return stretch;
  size_t start = (stretch.count - count) / 2;
  return (codec_stretch){stretch.bytes + start, count, stretch.ahead + start};
}

// Soft shades have short matches by chance, which cost more than they save and which
// Z_FILTERED ignores; flat colours have them for a reason. Decided by a sample of the middle.
static int chosen_strategy(codec_stretch stretch, int level) {
  stretch = middle(stretch, sample_count);
  uint8_t output[sample_count + sample_count / 8 + 1024];
  size_t filtered = deflate_by_zlib(stretch, level, Z_FILTERED, false, output, sizeof output);
  size_t plain =
      deflate_by_zlib(stretch, level, Z_DEFAULT_STRATEGY, false, output, sizeof output);
  return plain < filtered ? Z_DEFAULT_STRATEGY : Z_FILTERED;
}

// Replaces `count` bytes of output by the result of a search, where that is shorter.
static size_t searched(codec_stretch stretch, int level, bool is_last, uint8_t *output,
                       size_t count) {
  uint8_t *shorter = malloc(count);
  if (shorter == NULL) return count;
  int strategy = chosen_strategy(stretch, level);
  size_t found = deflate_by_zlib(stretch, level, strategy, is_last, shorter, count);
  if (found > 0) {
    memcpy(output, shorter, found);
    count = found;
  }
  free(shorter);
  return count;
}

// In most photographs and icons a search finds next to nothing, takes nine tenths of the time,
// and makes icons even larger by its many short matches; where pictures repeat it halves the
// file. `count` is the length without a search.
static bool search_pays(codec_stretch stretch, size_t count, const uint8_t costs[256]) {
  if (count >= stretch.count / sparse) {
    return codec_matches_gain(stretch, costs) > count / minimum_gain;
  }
  // Mostly runs, for which zlib has longer codes: only a large gain makes up for that. It is
  // estimated from slices all over the band, since text and paper may share one.
  size_t gain = 0;
  for (size_t slice = 0; slice < slices; slice++) {
    size_t start = slice * stretch.count / slices;
    size_t length = stretch.count / slices / slice_part;
    gain += codec_matches_gain(
        (codec_stretch){stretch.bytes + start, length, stretch.ahead + start}, costs);
  }
  return gain > count / slice_part / minimum_sparse_gain;
}

static size_t compressed(codec_stretch stretch, int level, bool is_last, uint8_t *output) {
  uint8_t costs[256];
  size_t count = codec_literals_deflate(stretch.bytes, stretch.count, is_last, output, costs);
  if (count == 0) return 0;
  bool searches = level > last_fast_level || search_pays(stretch, count, costs);
  return searches ? searched(stretch, level, is_last, output, count) : count;
}

size_t codec_deflate(codec_stretch stretch, int level, bool is_last, uint8_t *output,
                    size_t capacity) {
  size_t count = level == 0 ? stretch.count : compressed(stretch, level, is_last, output);
  // 0 too, which says that memory ran out.
  if (count < stretch.count) return count;
  // Noise is better stored.
  return deflate_by_zlib(stretch, 0, Z_DEFAULT_STRATEGY, is_last, output, capacity);
}
