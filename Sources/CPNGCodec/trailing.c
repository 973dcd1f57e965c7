// Chunks behind the pixels, found without reading the pixels.
#include <string.h>

#include "internal.h"

enum {
  frame_count = codec_chunk_head_count + codec_checksum_count,  // a chunk without its data
  // A file of a gigabyte can hold ninety million empty chunks.
  maximum_chunks = 65536,
  maximum_probes = 256,
  maximum_beginning = 32
};

typedef struct chunk_head {
  uint8_t bytes[codec_chunk_head_count];
} chunk_head;

static bool read_head(const codec_source *source, uint64_t offset, chunk_head *head) {
  return codec_source_read_at(source, offset, head->bytes, sizeof head->bytes);
}

static bool has_type(const chunk_head *head, const char *type) {
  return memcmp(head->bytes + 4, type, 4) == 0;
}

// The last of a run of IDAT chunks of one length, as most writers make them: 20 MB of pixels are
// often 2,500 chunks. Searches backwards from the end of the file, at the offsets where chunks of
// that length would begin. A head at such an offset is part of the run, unless someone hid one in
// the data of a chunk: a chunk may then be missed, or one found that the file does not have.
// Returns the first chunk where the search finds none.
static uint64_t last_of_run(const codec_source *source, uint64_t first, const chunk_head *head) {
  uint64_t stride = (uint64_t)codec_big_endian(head->bytes) + frame_count;
  uint64_t index = source->size > first ? (source->size - first) / stride : 0;
  for (int probe = 0; probe < maximum_probes && index > 0; probe++, index--) {
    chunk_head other;
    uint64_t offset = first + index * stride;
    if (read_head(source, offset, &other) && memcmp(&other, head, sizeof other) == 0) {
      return offset;
    }
  }
  return first;
}

// Whether the `count` bytes of data of the chunk at `offset` start with `beginning`.
static bool begins_with(const codec_source *source, uint64_t offset, uint32_t count,
                        const uint8_t *beginning, uint32_t beginning_count) {
  uint8_t bytes[maximum_beginning];
  return beginning_count <= count && beginning_count <= sizeof bytes &&
         codec_source_read_at(source, offset + codec_chunk_head_count, bytes, beginning_count) &&
         memcmp(bytes, beginning, beginning_count) == 0;
}

bool codec_source_find_trailing(const codec_source *source, const char *type,
                                const uint8_t *beginning, uint32_t beginning_count,
                                uint32_t maximum_count, codec_chunk *chunk) {
  uint64_t offset = codec_signature_count;
  bool has_data = false;
  for (int chunks = 0; chunks < maximum_chunks; chunks++) {
    chunk_head head;
    if (!read_head(source, offset, &head) || has_type(&head, "IEND")) return false;
    uint32_t count = codec_big_endian(head.bytes);
    if (has_data && has_type(&head, type) &&
        begins_with(source, offset, count, beginning, beginning_count)) {
      *chunk = (codec_chunk){.offset = offset, .count = count};
      return count <= maximum_count && offset + frame_count + count <= source->size;
    }
    if (!has_data && has_type(&head, "IDAT")) {
      has_data = true;
      offset = last_of_run(source, offset, &head);
    }
    offset += (uint64_t)count + frame_count;
  }
  return false;
}

bool codec_source_copy_trailing(const codec_source *source, codec_chunk chunk, uint8_t *bytes) {
  chunk_head head;
  uint8_t checksum[codec_checksum_count];
  uint64_t data = chunk.offset + codec_chunk_head_count;
  if (!read_head(source, chunk.offset, &head) ||
      !codec_source_read_at(source, data, bytes, chunk.count) ||
      !codec_source_read_at(source, data + chunk.count, checksum, sizeof checksum)) {
    return false;
  }
  uint32_t expected = codec_crc32(0, (codec_span){head.bytes + 4, 4});
  expected = codec_crc32(expected, (codec_span){bytes, chunk.count});
  return codec_big_endian(checksum) == expected;
}
