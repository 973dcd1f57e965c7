// The bytes of a file or of a memory block, handed out in order.
#ifndef CPNG_SOURCE_H
#define CPNG_SOURCE_H

#include "cpng_failure.h"

typedef struct cpng_source {
  int descriptor;  // -1 once there is nothing more to fetch
  uint8_t *buffer;
  size_t capacity;
  size_t start;  // what is buffered and not handed out: start ..< end
  size_t end;
  size_t next_fetch;
  uint64_t fetched;
  uint64_t size;  // of the file when it was opened
} cpng_source;

void cpng_source_init(cpng_source *source);
cpng_status cpng_source_open_file(cpng_source *source, const char *path, cpng_failure *failure);
cpng_status cpng_source_open_bytes(cpng_source *source, const uint8_t *bytes, size_t count,
                                   cpng_failure *failure);
void cpng_source_close(cpng_source *source);

// Buffers at least one byte more than is there now. Returns the number of bytes
// added, 0 at the end of the file, or -1 with errno set.
ptrdiff_t cpng_source_fetch(cpng_source *source);

// The next bytes in one piece, without handing them out. Returns NULL where the
// file has fewer left. `count` is at most a few.
const uint8_t *cpng_source_peek(cpng_source *source, size_t count);

// Whether what has been fetched is all there, from the first byte on: before the buffer is used
// again, which it never is for a small file.
bool cpng_source_holds_start(const cpng_source *source);

// Goes back to the first byte. Returns false with errno set when the system
// refuses.
bool cpng_source_rewind(cpng_source *source);

#endif
