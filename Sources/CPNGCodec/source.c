#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internal.h"

// The first fetch is enough for a header and a small profile, so reading ten thousand headers does
// not read ten thousand pictures.
enum { first_fetch = 8 * 1024, later_fetch = 64 * 1024 };

static codec_source *source_create(int descriptor, size_t capacity, uint64_t size) {
  codec_source *source = malloc(sizeof *source);
  uint8_t *buffer = malloc(capacity);
  if (source == NULL || buffer == NULL) {
    free(source);
    free(buffer);
    return NULL;
  }
  *source = (codec_source){.descriptor = descriptor,
                           .buffer = buffer,
                           .capacity = capacity,
                           .next_fetch = first_fetch,
                           .size = size};
  return source;
}

static codec_status open_descriptor(int descriptor, codec_source **source) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return codec_status_refused;
  if (S_ISDIR(status.st_mode)) return codec_status_folder;
  if (!S_ISREG(status.st_mode)) return codec_status_special;
  *source = source_create(descriptor, later_fetch, (uint64_t)status.st_size);
  return *source == NULL ? codec_status_exhausted : codec_status_ok;
}

codec_status codec_source_open_file(codec_source **source, int descriptor) {
  *source = NULL;
  codec_status status = open_descriptor(descriptor, source);
  if (status != codec_status_ok) {
    int error_number = errno;
    close(descriptor);
    errno = error_number;
  }
  return status;
}

codec_status codec_source_open_bytes(codec_source **source, const uint8_t *bytes, size_t count) {
  *source = source_create(-1, count > 0 ? count : 1, count);
  if (*source == NULL) return codec_status_exhausted;
  if (count > 0) memcpy((*source)->buffer, bytes, count);
  (*source)->end = count;
  (*source)->fetched = count;
  return codec_status_ok;
}

uint64_t codec_source_size(const codec_source *source) { return source->size; }

void codec_source_close(codec_source *source) {
  if (source->descriptor >= 0) close(source->descriptor);
  free(source->buffer);
  free(source);
}

ptrdiff_t codec_source_fetch(codec_source *source) {
  if (source->descriptor < 0) return 0;
  // The first bytes are kept as long as there is room: the walk over chunks looks at them again.
  if (source->start == source->end && source->end == source->capacity) {
    source->start = source->end = 0;
  }
  size_t room = source->capacity - source->end;
  size_t count = source->next_fetch < room ? source->next_fetch : room;
  ptrdiff_t got;
  do {
    source->read_count++;
    got = read(source->descriptor, source->buffer + source->end, count);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return got;
  source->end += (size_t)got;
  source->fetched += (uint64_t)got;
  source->next_fetch = later_fetch;
  return got;
}

const uint8_t *codec_source_peek(codec_source *source, size_t count) {
  while (source->end - source->start < count) {
    if (source->descriptor < 0) return NULL;
    size_t buffered = source->end - source->start;
    memmove(source->buffer, source->buffer + source->start, buffered);
    source->start = 0;
    source->end = buffered;
    if (codec_source_fetch(source) <= 0) return NULL;
  }
  return source->buffer + source->start;
}

const uint8_t *codec_source_beginning(codec_source *source, size_t *count) {
  ptrdiff_t got = 1;
  while (source->end < codec_signature_count && got > 0) got = codec_source_fetch(source);
  *count = source->end;
  return got < 0 ? NULL : source->buffer;
}

ptrdiff_t codec_source_read(void *context, uint8_t *buffer, size_t count) {
  codec_source *source = context;
  if (source->start == source->end) {
    ptrdiff_t got = codec_source_fetch(source);
    if (got <= 0) return got;
  }
  size_t buffered = source->end - source->start;
  size_t copied = count < buffered ? count : buffered;
  memcpy(buffer, source->buffer + source->start, copied);
  source->start += copied;
  return (ptrdiff_t)copied;
}

bool codec_source_rewind(codec_source *source) {
  source->start = 0;
  if (source->descriptor < 0) return true;
  source->end = 0;
  return lseek(source->descriptor, 0, SEEK_SET) == 0;
}

// Whether all fetched bytes are still in the buffer; always true for a small file.
static bool holds_start(const codec_source *source) { return source->fetched == source->end; }

const uint8_t *codec_source_contents(const codec_source *source, size_t *count) {
  *count = source->end;
  return holds_start(source) && source->end == source->size ? source->buffer : NULL;
}

uint64_t codec_source_bytes_fetched(const codec_source *source) { return source->fetched; }

uint64_t codec_source_read_count(const codec_source *source) { return source->read_count; }

static ssize_t read_piece(codec_source *source, uint64_t offset, uint8_t *bytes, size_t count) {
  ssize_t got;
  do {
    source->read_count++;
    got = pread(source->descriptor, bytes, count, (off_t)offset);
  } while (got < 0 && errno == EINTR);
  return got;
}

// Copies up to `count` bytes from the block that contains the first of them, since chunk heads are
// often close together. Returns the number of bytes, or 0 if there are none.
static size_t copy_from_block(codec_source *source, uint64_t offset, uint8_t *bytes, size_t count) {
  uint64_t start = offset - offset % codec_block_count;
  if (source->block_count == 0 || source->block_offset != start) {
    ssize_t got = read_piece(source, start, source->block, codec_block_count);
    source->block_offset = start;
    source->block_count = got < 0 ? 0 : (size_t)got;
  }
  size_t place = (size_t)(offset - start);
  if (place >= source->block_count) return 0;
  size_t left = source->block_count - place;
  size_t copied = count < left ? count : left;
  memcpy(bytes, source->block + place, copied);
  return copied;
}

bool codec_source_read_at(codec_source *source, uint64_t offset, uint8_t *bytes, size_t count) {
  if (holds_start(source) && offset <= source->end && count <= source->end - offset) {
    memcpy(bytes, source->buffer + offset, count);
    return true;
  }
  if (source->descriptor < 0) return false;
  while (count > 0) {
    ssize_t got = count < codec_block_count
                      ? (ssize_t)copy_from_block(source, offset, bytes, count)
                      : read_piece(source, offset, bytes, count);
    if (got <= 0) return false;
    bytes += got;
    offset += (uint64_t)got;
    count -= (size_t)got;
  }
  return true;
}
