// Chunks ahead of the pixels and behind them, found without reading the pixels, and what they hold.
#include <string.h>
#include <zlib.h>

#include "internal.h"

enum {
  frame_count = codec_chunk_head_count + codec_checksum_count,  // a chunk without its data
  // A file of a gigabyte can hold ninety million empty chunks.
  maximum_chunks = 65536,
  maximum_probes = 256,
  type_data = 0x49444154,  // IDAT
  type_end = 0x49454E44    // IEND
};

typedef struct chunk_head {
  uint8_t bytes[codec_chunk_head_count];
} chunk_head;

static bool read_head(codec_source *source, uint64_t offset, chunk_head *head) {
  return codec_source_read_at(source, offset, head->bytes, sizeof head->bytes);
}

// The last of a run of IDAT chunks of one length, as most writers make them: 20 MB of pixels are
// often 2,500 chunks. Searches backwards from the end of the file, at the offsets where chunks of
// that length would begin. A head at such an offset is part of the run, unless someone hid one in
// the data of a chunk: a chunk may then be missed, or one found that the file does not have.
// Returns the first chunk where the search finds none.
static uint64_t last_of_run(codec_source *source, uint64_t first, const chunk_head *head) {
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
static bool skip_run(codec_source *source, codec_walk *walk) {
  chunk_head head, next;
  if (!read_head(source, walk->offset, &head)) return false;
  uint64_t stride = (uint64_t)codec_big_endian(head.bytes) + frame_count;
  // Behind a chunk that is no part of a run there is nothing to guess.
  if (read_head(source, walk->offset + stride, &next) && memcmp(&next, &head, sizeof head) == 0) {
    walk->offset = last_of_run(source, walk->offset, &head);
  }
  walk->offset += stride;
  walk->is_at_data = false;
  return true;
}

bool codec_walk_next(codec_source *source, codec_walk *walk, codec_chunk *chunk) {
  if (walk->offset == 0) walk->offset = codec_signature_count;
  if (walk->is_at_data && !skip_run(source, walk)) return false;
  while (walk->chunk_count++ < maximum_chunks) {
    chunk_head head;
    if (!read_head(source, walk->offset, &head)) return false;
    *chunk = (codec_chunk){.offset = walk->offset,
                           .count = codec_big_endian(head.bytes),
                           .type = codec_big_endian(head.bytes + 4)};
    if (chunk->type == type_end) return false;
    if (chunk->type == type_data && !walk->has_data) {
      walk->has_data = walk->is_at_data = true;
      return true;
    }
    walk->offset += (uint64_t)chunk->count + frame_count;
    if (walk->offset > source->size) return false;
    if (chunk->type != type_data) return true;
  }
  return false;
}

bool codec_source_copy_chunk(codec_source *source, codec_chunk chunk, uint8_t *bytes) {
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

bool codec_source_copy_beginning(codec_source *source, codec_chunk chunk, uint8_t *bytes,
                                 uint32_t count) {
  return count <= chunk.count &&
         codec_source_read_at(source, chunk.offset + codec_chunk_head_count, bytes, count);
}

codec_unfolding codec_unfold(const uint8_t *stream, size_t stream_count, uint8_t *bytes,
                             size_t *count) {
  z_stream zlib = {.next_in = (uint8_t *)stream, .avail_in = (uInt)stream_count};
  if (inflateInit(&zlib) != Z_OK) return codec_unfolding_exhausted;
  zlib.next_out = bytes;
  zlib.avail_out = (uInt)*count;
  int status = inflate(&zlib, Z_SYNC_FLUSH);
  inflateEnd(&zlib);
  *count -= zlib.avail_out;
  if (status == Z_STREAM_END) return codec_unfolding_whole;
  if (zlib.avail_out == 0) return codec_unfolding_more;
  switch (status) {
    case Z_MEM_ERROR: return codec_unfolding_exhausted;
    case Z_DATA_ERROR:
    case Z_NEED_DICT: return codec_unfolding_broken;
    default: return codec_unfolding_short;
  }
}
