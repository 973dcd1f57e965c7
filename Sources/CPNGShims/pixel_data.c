#include "cpng_pixel_data.h"

#include <string.h>

static const uint8_t chunk_type[4] = {'I', 'D', 'A', 'T'};

// Length and type.
enum { chunk_head = 8, checksum_count = 4 };

static uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void begin_chunk(cpng_pixel_data *data, uint32_t count) {
  cpng_span type = {chunk_type, sizeof chunk_type};
  data->chunk_left = count;
  data->chunk_crc = cpng_inflater_crc32(data->inflater, 0, type);
}

// Goes from the end of a chunk into the next one that is not empty, if there
// is one.
static bool next_chunk(cpng_pixel_data *data) {
  while (data->chunk_left == 0 && !data->is_at_end) {
    const uint8_t *checksum = cpng_source_peek(data->source, checksum_count);
    if (checksum == NULL || big_endian(checksum) != data->chunk_crc) return false;
    data->source->start += checksum_count;
    const uint8_t *head = cpng_source_peek(data->source, chunk_head);
    if (head == NULL) return false;
    data->is_at_end = memcmp(head + 4, chunk_type, sizeof chunk_type) != 0;
    if (data->is_at_end) return true;
    uint32_t count = big_endian(head);
    if (count > INT32_MAX) return false;
    data->source->start += chunk_head;
    begin_chunk(data, count);
  }
  return true;
}

// Makes the next bytes that lie in one piece the input. Returns false, and
// leaves it empty, where there are none.
static bool next_input(cpng_pixel_data *data) {
  if (!next_chunk(data) || data->is_at_end) return false;
  cpng_source *source = data->source;
  if (source->start == source->end && cpng_source_fetch(source) <= 0) return false;
  size_t count = source->end - source->start;
  if (count > data->chunk_left) count = data->chunk_left;
  data->input = (cpng_span){source->buffer + source->start, count};
  source->start += count;
  data->chunk_left -= (uint32_t)count;
  data->chunk_crc = cpng_inflater_crc32(data->inflater, data->chunk_crc, data->input);
  return true;
}

// Gathers up to `count` bytes that have not been unpacked.
static size_t gather(cpng_pixel_data *data, uint8_t *bytes, size_t count) {
  size_t gathered = 0;
  while (gathered < count && (data->input.count > 0 || next_input(data))) {
    bytes[gathered++] = *data->input.bytes++;
    data->input.count--;
  }
  return gathered;
}

// Source: RFC 1950, 2.2 (data format).
bool cpng_pixel_data_begin(cpng_pixel_data *data, uint32_t first_count, uint64_t total) {
  begin_chunk(data, first_count);
  data->adler = 1;
  uint8_t header[2];
  if (gather(data, header, sizeof header) != sizeof header) return false;
  bool is_deflate = (header[0] & 0x0F) == 8;
  uint32_t window_bits = (header[0] >> 4) + 8u;
  bool has_dictionary = (header[1] & 0x20) != 0;
  if (!is_deflate || window_bits > 15 || has_dictionary) return false;
  if (((uint32_t)header[0] << 8 | header[1]) % 31 != 0) return false;
  // libpng keeps no larger window than the header asks for, so that a header
  // that asks for too small a one can make it fail where we would not.
  return window_bits == 15 || total <= (uint64_t)1 << window_bits;
}

bool cpng_pixel_data_read(cpng_pixel_data *data, uint8_t *output, size_t count) {
  cpng_span unpacked = {output, count};
  while (count > 0) {
    // Without input too: ISA-L unpacks ahead and may hold what is missing.
    if (data->input.count == 0) next_input(data);
    size_t offered = data->input.count;
    cpng_inflation inflation;
    size_t added = cpng_inflater_run(data->inflater, &data->input, output, count, &inflation);
    if (inflation == cpng_inflation_broken) return false;
    if (added == 0 && data->input.count == offered) return false;
    output += added;
    count -= added;
  }
  data->adler = cpng_inflater_adler32(data->inflater, data->adler, unpacked);
  return true;
}

// The end-of-block code, perhaps an empty block and the Adler-32. Files with
// more than this are odd.
enum { longest_tail = 256 };

bool cpng_pixel_data_end(cpng_pixel_data *data) {
  uint8_t tail[longest_tail];
  uint8_t surplus[longest_tail + 8];
  size_t surplus_count;
  cpng_span input = {tail, gather(data, tail, sizeof tail)};
  if (!cpng_inflater_end(data->inflater, input, surplus, &surplus_count)) return false;
  if (surplus_count != checksum_count || big_endian(surplus) != data->adler) return false;
  return data->input.count == 0 && next_chunk(data) && data->is_at_end;
}
