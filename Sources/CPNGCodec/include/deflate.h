// Our own deflate encoder (RFC 1951).
//
// The output depends only on the input, the level and the version of this code, not on the
// processor, the addresses of the bytes, or earlier calls. Calls share no state, so any number may
// run at once.
#ifndef CODEC_DEFLATE_H
#define CODEC_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The largest distance of a match (RFC 1951, chapter 2).
enum { deflate_window = 32 * 1024 };

// A piece of a stream; consecutive pieces make up one stream.
typedef struct deflate_input {
  const uint8_t *bytes;
  size_t count;
  // The number of bytes in memory right before `bytes` that matches may refer to. These bytes
  // belong to earlier pieces. Any number is valid; no more than `deflate_window` are used.
  size_t ahead;
  int level;  // 0 stores; 1 is the fastest, 9 compresses best
  // The last piece ends the stream. Any other piece ends with an empty stored block, so it ends on
  // a byte boundary and can be read at once.
  bool is_last;
} deflate_input;

// The maximum size of `count` bytes after compression, at any level.
size_t deflate_bound(size_t count);

// The approximate size in bits of a piece as one block, as estimated by the search, to compare
// pieces. `level` is 1 to 6. Returns 0 if memory runs out.
size_t deflate_estimate(deflate_input input);

// A rougher estimate in less than half the time, without a level and without allocating memory.
// Pieces must be shorter than 4 GiB.
size_t deflate_trial(deflate_input input);

// Compresses a piece. `output` must have room for deflate_bound(input.count) bytes; the unused rest
// may be overwritten. Returns the compressed size, or 0 if memory runs out.
size_t deflate_encode(deflate_input input, uint8_t *output);

#pragma clang assume_nonnull end

#endif
