// Chunks ahead of the pixels and behind them, found without reading the pixels.
#include <string.h>

#include "internal.h"

enum {
  frame_count = codec_chunk_head_count + codec_checksum_count,  // a chunk without its data
  // A file of a gigabyte can hold ninety million empty chunks.
  maximum_chunks = 65536,
  maximum_probes = 256
};

typedef struct chunk_head {
  uint8_t bytes[codec_chunk_head_count];
} chunk_head;

static bool read_head(const codec_source *source, uint64_t offset, chunk_head *head) {
  return codec_source_read_at(source, offset, head->bytes, sizeof head->bytes);
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

// Leaves the walk behind the run of IDAT chunks at whose first it stands.
static bool skip_run(const codec_source *source, codec_walk *walk) {
  chunk_head head;
  if (!read_head(source, walk->offset, &head)) return false;
  walk->offset = last_of_run(source, walk->offset, &head);
  walk->offset += (uint64_t)codec_big_endian(head.bytes) + frame_count;
  walk->is_at_data = false;
  return true;
}

bool codec_walk_next(const codec_source *source, codec_walk *walk, codec_chunk *chunk) {
  if (walk->offset == 0) walk->offset = codec_signature_count;
  if (walk->is_at_data && !skip_run(source, walk)) return false;
  while (walk->chunk_count++ < maximum_chunks) {
    chunk_head head;
    if (!read_head(source, walk->offset, &head)) return false;
    *chunk = (codec_chunk){.offset = walk->offset,
                           .count = codec_big_endian(head.bytes),
                           .type = codec_big_endian(head.bytes + 4)};
    if (chunk->type == codec_chunk_type_end) return false;
    if (chunk->type == codec_chunk_type_data && !walk->has_data) {
      walk->has_data = walk->is_at_data = true;
      return true;
    }
    walk->offset += (uint64_t)chunk->count + frame_count;
    if (walk->offset > source->size) return false;
    if (chunk->type != codec_chunk_type_data) return true;
  }
  return false;
}

bool codec_source_copy_chunk(const codec_source *source, codec_chunk chunk, uint8_t *bytes) {
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

bool codec_source_copy_beginning(const codec_source *source, codec_chunk chunk, uint8_t *bytes,
                                 uint32_t count) {
  return count <= chunk.count &&
         codec_source_read_at(source, chunk.offset + codec_chunk_head_count, bytes, count);
}

// ---- Excerpts ----

// The signature, and the header of a picture of one grey pixel.
static const uint8_t excerpt_head[] = {0x89, 'P',  'N',  'G',  '\r', '\n', 0x1A, '\n', 0,
                                       0,    0,    13,   'I',  'H',  'D',  'R',  0,    0,
                                       0,    1,    0,    0,    0,    1,    8,    0,    0,
                                       0,    0,    0x3A, 0x7E, 0x9B, 0x55};
static const uint8_t excerpt_tail[codec_chunk_head_count] = {0, 0, 0, 0, 'I', 'D', 'A', 'T'};

static size_t smaller(uint64_t one, size_t other) { return one < other ? (size_t)one : other; }

static ptrdiff_t copy_part(codec_excerpt *excerpt, const uint8_t *part, size_t part_count,
                           uint8_t *buffer, size_t count) {
  size_t copied = smaller(part_count - excerpt->position, count);
  memcpy(buffer, part + excerpt->position, copied);
  excerpt->position += copied;
  return (ptrdiff_t)copied;
}

ptrdiff_t codec_excerpt_read(void *context, uint8_t *buffer, size_t count) {
  codec_excerpt *excerpt = context;
  if (excerpt->part == 0) {
    if (excerpt->position < sizeof excerpt_head) {
      return copy_part(excerpt, excerpt_head, sizeof excerpt_head, buffer, count);
    }
    excerpt->part = 1;
    excerpt->position = 0;
  }
  while (excerpt->part <= excerpt->chunk_count) {
    codec_chunk chunk = excerpt->chunks[excerpt->part - 1];
    uint64_t left = (uint64_t)chunk.count + frame_count - excerpt->position;
    if (left > 0) {
      size_t copied = smaller(left, count);
      uint64_t offset = chunk.offset + excerpt->position;
      // A file that has become shorter ends here.
      if (!codec_source_read_at(excerpt->source, offset, buffer, copied)) return 0;
      excerpt->position += copied;
      return (ptrdiff_t)copied;
    }
    excerpt->part++;
    excerpt->position = 0;
  }
  if (excerpt->position == sizeof excerpt_tail) return 0;
  return copy_part(excerpt, excerpt_tail, sizeof excerpt_tail, buffer, count);
}
