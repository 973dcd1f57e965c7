#include <CDeflate.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

enum { stream_header = 2 };  // RFC 1950, 2.2

// Two bytes that say: deflate, a window of 32 KiB, and the level in four steps.
static void put_stream_header(int level, uint8_t *bytes) {
  unsigned effort = level < 2 ? 0 : level < 6 ? 1 : level == 6 ? 2 : 3;
  unsigned header = 0x7800 | effort << 6;
  header += 31 - header % 31;
  bytes[0] = (uint8_t)(header >> 8);
  bytes[1] = (uint8_t)header;
}

// All rows of the band and those above it, each behind its filter type.
static uint8_t *filtered_rows(const codec_band *band, size_t row_count) {
  size_t bytes_per_row = band->bytes_per_row;
  uint8_t *filtered = malloc(row_count * (bytes_per_row + 1));
  uint8_t *nothing = calloc(1, bytes_per_row);
  if (filtered == NULL || nothing == NULL) {
    free(filtered);
    free(nothing);
    return NULL;
  }
  uint8_t *output = filtered;
  for (size_t index = 0; index < row_count; index++) {
    const uint8_t *row = band->rows + index * bytes_per_row;
    if (band->compression_level == 0) {
      // A filter would only take time: rows that are stored get no smaller by it.
      *output = 0;
      memcpy(output + 1, row, bytes_per_row);
    } else {
      const uint8_t *above = index == 0 ? nothing : row - bytes_per_row;
      codec_filter_row(row, above, bytes_per_row, band->bytes_per_pixel, output);
    }
    output += bytes_per_row + 1;
  }
  free(nothing);
  return filtered;
}

static bool encode(const codec_band *band, const uint8_t *filtered, codec_piece *piece) {
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
  piece->checksum = codec_adler32(1, (codec_span){input.bytes, count});
  piece->filtered_count = count;
  return deflated > 0;
}

bool codec_encode_band(codec_band band, codec_piece *piece) {
  *piece = (codec_piece){0};
  uint8_t *filtered = filtered_rows(&band, band.lead + band.count);
  bool is_whole = filtered != NULL && encode(&band, filtered, piece);
  free(filtered);
  if (!is_whole) codec_piece_free(piece);
  return is_whole;
}

void codec_piece_free(codec_piece *piece) {
  free((void *)piece->bytes);
  piece->bytes = NULL;
}
