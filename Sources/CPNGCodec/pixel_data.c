#include <string.h>

#include "internal.h"

static const uint8_t chunk_type[4] = {'I', 'D', 'A', 'T'};

static void begin_chunk(codec_pixel_data *data, uint32_t count) {
  data->chunk_left = count;
  data->chunk_crc = codec_crc32(0, chunk_type, sizeof chunk_type);
}

// Moves from the end of a chunk to the next one that is not empty, if there is one.
static bool next_chunk(codec_pixel_data *data) {
  while (data->chunk_left == 0 && !data->is_at_end) {
    const uint8_t *checksum = codec_source_peek(data->source, codec_checksum_count);
    if (checksum == NULL || codec_big_endian(checksum) != data->chunk_crc) return false;
    data->source->start += codec_checksum_count;
    const uint8_t *head = codec_source_peek(data->source, codec_chunk_head_count);
    if (head == NULL) return false;
    data->is_at_end = memcmp(head + 4, chunk_type, sizeof chunk_type) != 0;
    if (data->is_at_end) return true;
    uint32_t count = codec_big_endian(head);
    if (count > INT32_MAX) return false;
    data->source->start += codec_chunk_head_count;
    begin_chunk(data, count);
  }
  return true;
}

// A chunk is decompressed in pieces of this many bytes, as in libpng (PNG_IDAT_READ_SIZE). If a
// piece is incomplete, libpng reads the file again, in smaller pieces.
enum { libpng_piece = 8192 };

// Sets the input to the next pieces that are contiguous in memory. Returns false, and leaves the
// input empty, if there are none.
static bool next_input(codec_pixel_data *data) {
  if (!next_chunk(data) || data->is_at_end) return false;
  codec_source *source = data->source;
  size_t piece = data->chunk_left < libpng_piece ? data->chunk_left : libpng_piece;
  if (codec_source_peek(source, piece) == NULL) return false;
  size_t count = source->end - source->start;
  count = count < data->chunk_left ? count - count % piece : data->chunk_left;
  data->input = (codec_span){source->buffer + source->start, count};
  source->start += count;
  data->chunk_left -= (uint32_t)count;
  data->chunk_crc = codec_crc32(data->chunk_crc, data->input.bytes, count);
  return true;
}

// Gathers up to `count` bytes of compressed input.
static size_t gather(codec_pixel_data *data, uint8_t *bytes, size_t count) {
  size_t gathered = 0;
  while (gathered < count && (data->input.count > 0 || next_input(data))) {
    bytes[gathered++] = *data->input.bytes++;
    data->input.count--;
  }
  return gathered;
}

// Source: RFC 1950, 2.2 (data format).
bool codec_pixel_data_begin(codec_pixel_data *data, uint32_t first_count) {
  begin_chunk(data, first_count);
  data->adler = 1;
  uint8_t header[2];
  if (gather(data, header, sizeof header) != sizeof header) return false;
  bool is_deflate = (header[0] & 0x0F) == 8;
  uint32_t window_bits = (header[0] >> 4) + 8u;
  bool has_dictionary = (header[1] & 0x20) != 0;
  if (!is_deflate || window_bits > 15 || has_dictionary) return false;
  return ((uint32_t)header[0] << 8 | header[1]) % 31 == 0;
}

bool codec_pixel_data_read(codec_pixel_data *data, uint8_t *output, size_t count) {
  for (size_t done = 0; done < count;) {
    // May be called without input: ISA-L decompresses in advance, and may hold the missing bytes.
    if (data->input.count == 0) next_input(data);
    size_t offered = data->input.count;
    codec_inflation inflation;
    size_t added = codec_inflater_run(data->inflater, &data->input, output + done, count - done,
                                      &inflation);
    if (inflation == codec_inflation_broken) return false;
    if (added == 0 && data->input.count == offered) return false;
    done += added;
  }
  data->adler = codec_adler32(data->adler, output, count);
  return true;
}

bool codec_pixel_data_continues(codec_pixel_data *data) {
  return data->input.count > 0 || next_input(data);
}

// The end-of-block code, possibly an empty block, and the Adler-32. Files with a longer tail count
// as unusual.
enum { longest_tail = 256 };

bool codec_pixel_data_end(codec_pixel_data *data) {
  uint8_t tail[longest_tail];
  uint8_t surplus[longest_tail + 8];
  size_t surplus_count;
  codec_span input = {tail, gather(data, tail, sizeof tail)};
  if (!codec_inflater_end(data->inflater, input, surplus, &surplus_count)) return false;
  if (surplus_count != codec_checksum_count) return false;
  if (codec_big_endian(surplus) != data->adler) return false;
  return data->input.count == 0 && next_chunk(data) && data->is_at_end;
}
