// Chunks behind the pixels, found without reading the pixels and without libpng: it
// would have to be given the whole file.
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "cpng_reader.h"

enum { signature_count = 8, header_count = 8, frame_count = 12 };

// How many chunks are looked at one after the other: a file of a gigabyte can hold
// ninety million empty ones. Runs of equal IDAT chunks count as one.
enum { step_limit = 65536 };

// Reads at a place of the file and leaves the decoder where it is.
static bool read_at(const cpng_source *source, uint64_t offset, uint8_t *bytes, size_t count) {
  if (cpng_source_holds_start(source) && offset <= source->end && count <= source->end - offset) {
    memcpy(bytes, source->buffer + offset, count);
    return true;
  }
  if (source->descriptor < 0) return false;
  while (count > 0) {
    ssize_t got = pread(source->descriptor, bytes, count, (off_t)offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    offset += (uint64_t)got;
    count -= (size_t)got;
  }
  return true;
}

static bool read_header(const cpng_source *source, uint64_t offset, uint8_t *header) {
  return read_at(source, offset, header, header_count);
}

static uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool is_equal_header(const cpng_source *source, uint64_t offset, const uint8_t *header) {
  uint8_t other[header_count];
  return read_header(source, offset, other) && memcmp(other, header, header_count) == 0;
}

// The place of the last of a run of IDAT chunks of one length, as most writers make
// them. The run is not walked: its last chunk is looked for where a chunk of that
// length would end near the end of the file, then farther and farther ahead of that. A
// header that stands exactly there is in the run, unless someone went to great lengths
// to hide one in the pixels; then a chunk may be missed or be found that is none.
static uint64_t last_of_run(const cpng_source *source, uint64_t first, const uint8_t *header,
                            uint64_t size) {
  if (size < first) return first;
  uint64_t stride = (uint64_t)big_endian(header) + frame_count;
  uint64_t inside = 0;
  uint64_t outside = (size - first) / stride;
  for (uint64_t step = 1; inside == 0 && outside > step; step *= 2) {
    if (is_equal_header(source, first + (outside - step) * stride, header)) {
      inside = outside - step;
    } else {
      outside -= step;
    }
  }
  while (outside > inside + 1) {
    uint64_t middle = inside + (outside - inside) / 2;
    if (is_equal_header(source, first + middle * stride, header)) {
      inside = middle;
    } else {
      outside = middle;
    }
  }
  return first + inside * stride;
}

bool cpng_reader_find_trailing(const cpng_reader *reader, const char *type, cpng_chunk *chunk) {
  const cpng_source *source = &reader->source;
  uint64_t size = source->size;
  uint64_t offset = signature_count;
  bool has_data = false;
  for (int step = 0; step < step_limit; step++) {
    uint8_t header[header_count];
    if (!read_header(source, offset, header)) return false;
    uint32_t count = big_endian(header);
    const uint8_t *name = header + 4;
    if (memcmp(name, "IEND", 4) == 0) return false;
    if (has_data && memcmp(name, type, 4) == 0) {
      *chunk = (cpng_chunk){.offset = offset, .count = count};
      return count <= png_get_chunk_malloc_max(reader->png) && offset + frame_count + count <= size;
    }
    if (!has_data && memcmp(name, "IDAT", 4) == 0) {
      has_data = true;
      offset = last_of_run(source, offset, header, size);
    }
    offset += (uint64_t)count + frame_count;
  }
  return false;
}

bool cpng_reader_copy_trailing(const cpng_reader *reader, cpng_chunk chunk, uint8_t *bytes) {
  uint8_t header[header_count];
  uint8_t checksum[4];
  uint64_t data = chunk.offset + header_count;
  if (!read_header(&reader->source, chunk.offset, header) ||
      !read_at(&reader->source, data, bytes, chunk.count) ||
      !read_at(&reader->source, data + chunk.count, checksum, sizeof checksum)) {
    return false;
  }
  uLong expected = crc32(crc32(0, header + 4, 4), bytes, chunk.count);
  return big_endian(checksum) == expected;
}
