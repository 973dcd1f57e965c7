// Our own deflate encoder (RFC 1951).
//
// The bytes that come out depend on the bytes that go in, the level and the version of this
// code only: not on the processor, on where the bytes lie in memory, or on other calls. There
// is no state between calls; any number may run at once.
#ifndef C_DEFLATE_H
#define C_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// The largest distance of a match (RFC 1951, chapter 2).
enum { deflate_window = 32 * 1024 };

// A piece of a stream: all pieces in a row make one stream.
typedef struct deflate_input {
  const uint8_t *bytes;
  size_t count;
  // How many bytes in memory right before `bytes` belong to earlier pieces: matches may reach into
  // them. Any number; no more than `deflate_window` are used.
  size_t ahead;
  int level;  // 0 stores; 1 is the fastest, 9 makes the fewest bytes
  // The last piece ends the stream. Others end with an empty stored block, so that they too
  // end on a byte and can be read as soon as they are there.
  bool is_last;
} deflate_input;

// The most that `count` bytes become, at any level.
size_t deflate_bound(size_t count);

// About how many bits a piece would take as one block, found by the search alone; for comparing
// pieces. `level` is 1 to 6. Returns 0 when memory runs out.
size_t deflate_estimate(deflate_input input);

// The same, roughly and in less than half of the time, at no level and without memory. Pieces
// are shorter than 4 GiB.
size_t deflate_trial(deflate_input input);

// Compresses a piece. `output` has room for deflate_bound(input.count) bytes; what is not
// filled may be overwritten with anything. Returns how many bytes came out, or 0 when memory
// runs out.
size_t deflate_encode(deflate_input input, uint8_t *output);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
