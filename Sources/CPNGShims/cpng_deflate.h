// Filtered rows become a piece of a deflate stream, in the way that suits them.
#ifndef CPNG_DEFLATE_H
#define CPNG_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cpng_stretch {
  const uint8_t *bytes;
  size_t count;  // less than 4 GiB
  size_t ahead;  // how many bytes right ahead of `bytes` matches may reach
} cpng_stretch;

// Room that is enough for `count` bytes at any level.
size_t cpng_deflate_bound(size_t count);

// Writes data that end on a byte, and end the stream if they are the last.
// Returns how many bytes came out, or 0 when memory runs out.
size_t cpng_deflate(cpng_stretch stretch, int level, bool is_last, uint8_t *output,
                    size_t capacity);

#endif
