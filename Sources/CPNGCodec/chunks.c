// The chunks before and after the pixels, found without reading the pixels, and their contents.
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "internal.h"

enum {
  frame_count = codec_chunk_head_count + codec_checksum_count,  // a chunk without its data
  piece_count = 8 * 1024,
  // A one-gigabyte file can hold ninety million empty chunks.
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

// Finds the last of a run of IDAT chunks of the same length, as most writers produce them: 20 MB of
// pixels are often 2,500 chunks. Searches backwards from the end of the file, at the offsets where
// chunks of this length would begin.
//
// A chunk head at one of these offsets belongs to the run, unless it was planted in the data of a
// chunk; a planted head may hide a chunk or add one. Returns the first chunk if the search finds
// none.
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

// Moves the walk past the run of IDAT chunks that starts at its position.
static bool skip_run(codec_source *source, codec_walk *walk) {
  chunk_head head, next;
  if (!read_head(source, walk->offset, &head)) return false;
  uint64_t stride = (uint64_t)codec_big_endian(head.bytes) + frame_count;
  // If the next chunk has another type or length, this is not a run, so nothing is guessed.
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

static uint64_t data_offset(codec_chunk chunk) { return chunk.offset + codec_chunk_head_count; }

bool codec_source_copy_part(codec_source *source, codec_chunk chunk, uint32_t offset,
                            uint8_t *bytes, uint32_t count) {
  return offset <= chunk.count && count <= chunk.count - offset &&
         codec_source_read_at(source, data_offset(chunk) + offset, bytes, count);
}

struct codec_chunk_reader {
  codec_source *source;
  codec_chunk chunk;
  uint32_t offset;    // offset of the next read
  uint32_t checksum;  // of the type and the bytes read so far
  bool is_compressed;
  z_stream zlib;
  uint8_t input[piece_count];
};

static uint32_t take(codec_chunk_reader *reader, uint8_t *bytes, size_t limit) {
  uint32_t left = reader->chunk.count - reader->offset;
  uint32_t count = limit < left ? (uint32_t)limit : left;
  if (!codec_source_copy_part(reader->source, reader->chunk, reader->offset, bytes, count)) {
    return 0;
  }
  reader->offset += count;
  reader->checksum = codec_crc32(reader->checksum, bytes, count);
  return count;
}

// Reads up to an offset. Returns false if the file ends before it.
static bool pass(codec_chunk_reader *reader, uint32_t offset) {
  while (reader->offset < offset) {
    uint32_t left = offset - reader->offset;
    if (take(reader, reader->input, left < piece_count ? left : piece_count) == 0) return false;
  }
  return true;
}

codec_chunk_reader *codec_chunk_reader_create(codec_source *source, codec_chunk chunk,
                                              uint32_t offset, bool is_compressed) {
  // The input buffer is several kilobytes; clearing it would take longer than reading most chunks.
  codec_chunk_reader *reader = malloc(sizeof *reader);
  if (reader == NULL) return NULL;
  reader->source = source;
  reader->chunk = chunk;
  reader->offset = 0;
  reader->is_compressed = false;
  reader->zlib = (z_stream){0};
  const uint8_t type[4] = {(uint8_t)(chunk.type >> 24), (uint8_t)(chunk.type >> 16),
                           (uint8_t)(chunk.type >> 8), (uint8_t)chunk.type};
  reader->checksum = codec_crc32(0, type, sizeof type);
  if (!pass(reader, offset) || (is_compressed && inflateInit(&reader->zlib) != Z_OK)) {
    free(reader);
    return NULL;
  }
  reader->is_compressed = is_compressed;
  return reader;
}

void codec_chunk_reader_destroy(codec_chunk_reader *reader) {
  if (reader->is_compressed) inflateEnd(&reader->zlib);
  free(reader);
}

bool codec_chunk_reader_end(codec_chunk_reader *reader) {
  uint8_t checksum[codec_checksum_count];
  return pass(reader, reader->chunk.count) &&
         codec_source_read_at(reader->source, data_offset(reader->chunk) + reader->chunk.count,
                              checksum, sizeof checksum) &&
         codec_big_endian(checksum) == reader->checksum;
}

static codec_chunk_status inflate_next(codec_chunk_reader *reader) {
  z_stream *zlib = &reader->zlib;
  while (zlib->avail_out > 0) {
    if (zlib->avail_in == 0) {
      zlib->next_in = reader->input;
      zlib->avail_in = take(reader, reader->input, sizeof reader->input);
    }
    switch (inflate(zlib, Z_NO_FLUSH)) {
      case Z_OK: break;
      case Z_STREAM_END: return codec_chunk_status_whole;
      case Z_MEM_ERROR: return codec_chunk_status_exhausted;
      case Z_BUF_ERROR: return codec_chunk_status_short;
      default: return codec_chunk_status_broken;
    }
  }
  return codec_chunk_status_more;
}

codec_chunk_status codec_chunk_reader_next(codec_chunk_reader *reader, uint8_t *bytes,
                                           size_t *count) {
  if (!reader->is_compressed) {
    size_t limit = *count;
    *count = take(reader, bytes, limit);
    if (reader->offset == reader->chunk.count) return codec_chunk_status_whole;
    return *count == limit ? codec_chunk_status_more : codec_chunk_status_short;
  }
  reader->zlib.next_out = bytes;
  reader->zlib.avail_out = (uInt)*count;
  codec_chunk_status status = inflate_next(reader);
  *count -= reader->zlib.avail_out;
  return status;
}
