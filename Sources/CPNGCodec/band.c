#include <stdlib.h>

#include "internal.h"

enum { stream_header = 2 };  // RFC 1950, 2.2

// Two bytes that state deflate, a window of 32 KiB, and the level on a scale of four.
static void put_stream_header(int level, uint8_t *bytes) {
  unsigned effort = level < 2 ? 0 : level < 6 ? 1 : level == 6 ? 2 : 3;
  unsigned header = 0x7800 | effort << 6;
  header += 31 - header % 31;
  bytes[0] = (uint8_t)(header >> 8);
  bytes[1] = (uint8_t)header;
}

static bool encode(const codec_band *band, const uint8_t *filtered, codec_encoded_band *piece) {
  size_t ahead = band->lead * (band->bytes_per_row + 1);
  size_t count = band->count * (band->bytes_per_row + 1);
  size_t capacity = stream_header + deflate_bound(count);
  uint8_t *bytes = capacity <= UINT32_MAX ? malloc(capacity) : NULL;
  if (bytes == NULL) return false;
  if (band->is_first) {
    put_stream_header(band->compression_level, bytes);
    piece->count = stream_header;
  }
  deflate_input input = {.bytes = filtered + ahead,
                         .count = count,
                         .ahead = ahead,
                         .level = band->compression_level,
                         .is_last = band->is_last};
  size_t deflated = deflate_encode(input, bytes + piece->count);
  piece->bytes = bytes;
  piece->count += deflated;
  piece->checksum = codec_adler32(1, input.bytes, count);
  piece->filtered_count = count;
  return deflated > 0;
}

bool codec_encode_band(codec_band band, codec_encoded_band *piece) {
  *piece = (codec_encoded_band){0};
  uint8_t *filtered = malloc((band.lead + band.count) * (band.bytes_per_row + 1));
  bool is_whole = filtered != NULL && codec_filter_band(&band, filtered) &&
                  encode(&band, filtered, piece);
  free(filtered);
  if (!is_whole) codec_encoded_band_free(piece);
  return is_whole;
}

void codec_encoded_band_free(codec_encoded_band *piece) {
  free((void *)piece->bytes);
  piece->bytes = NULL;
}
