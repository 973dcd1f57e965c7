#include "cpng_source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The first fetch is enough for a header and a small profile, so that looking
// at ten thousand headers does not read ten thousand pictures.
enum { first_fetch = 8 * 1024, later_fetch = 64 * 1024 };

void cpng_source_init(cpng_source *source) {
  *source = (cpng_source){.descriptor = -1, .next_fetch = first_fetch};
}

cpng_status cpng_source_open_file(cpng_source *source, const char *path, cpng_failure *failure) {
  // Without O_NONBLOCK, opening a pipe waits for someone to write into it.
  source->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (source->descriptor < 0) return cpng_failure_record_refusal(failure, errno);
  struct stat status;
  if (fstat(source->descriptor, &status) != 0) return cpng_failure_record_refusal(failure, errno);
  if (S_ISDIR(status.st_mode)) {
    return cpng_failure_record(failure, cpng_status_folder, "a folder");
  }
  if (!S_ISREG(status.st_mode)) {
    return cpng_failure_record(failure, cpng_status_special, "not a regular file");
  }
  source->buffer = malloc(later_fetch);
  if (source->buffer == NULL) {
    return cpng_failure_record(failure, cpng_status_exhausted, "not enough memory");
  }
  source->capacity = later_fetch;
  source->size = (uint64_t)status.st_size;
  return cpng_status_ok;
}

cpng_status cpng_source_open_bytes(cpng_source *source, const uint8_t *bytes, size_t count,
                                   cpng_failure *failure) {
  if (count == 0) return cpng_status_ok;
  source->buffer = malloc(count);
  if (source->buffer == NULL) {
    return cpng_failure_record(failure, cpng_status_exhausted, "not enough memory");
  }
  memcpy(source->buffer, bytes, count);
  source->capacity = count;
  source->end = count;
  source->fetched = count;
  source->size = count;
  return cpng_status_ok;
}

void cpng_source_close(cpng_source *source) {
  if (source->descriptor >= 0) close(source->descriptor);
  free(source->buffer);
}

ptrdiff_t cpng_source_fetch(cpng_source *source) {
  if (source->descriptor < 0) return 0;
  if (source->start == source->end) source->start = source->end = 0;
  size_t room = source->capacity - source->end;
  size_t count = source->next_fetch < room ? source->next_fetch : room;
  ptrdiff_t got;
  do {
    got = read(source->descriptor, source->buffer + source->end, count);
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return got;
  source->end += (size_t)got;
  source->fetched += (uint64_t)got;
  source->next_fetch = later_fetch;
  return got;
}

const uint8_t *cpng_source_peek(cpng_source *source, size_t count) {
  while (source->end - source->start < count) {
    if (source->descriptor < 0) return NULL;
    size_t buffered = source->end - source->start;
    memmove(source->buffer, source->buffer + source->start, buffered);
    source->start = 0;
    source->end = buffered;
    if (cpng_source_fetch(source) <= 0) return NULL;
  }
  return source->buffer + source->start;
}

bool cpng_source_holds_start(const cpng_source *source) { return source->fetched == source->end; }

bool cpng_source_rewind(cpng_source *source) {
  source->start = 0;
  if (source->descriptor < 0) return true;
  source->end = 0;
  return lseek(source->descriptor, 0, SEEK_SET) == 0;
}
