#include <stdbool.h>
#include <string.h>

#include "deflate.h"

enum { stride = 8 };

// The first byte lowest.
static inline uint64_t eight_bytes(const uint8_t *bytes) {
  uint64_t value = 0;
  for (int byte = 0; byte < stride; byte++) value |= (uint64_t)bytes[byte] << 8 * byte;
  return value;
}

typedef struct stretch_ahead {
  int count;  // bytes ahead of a run, or of the bytes that may start one
  bool ends_in_run;
} stretch_ahead;

// Looks for the start of a run among eight bytes, without a branch: in photographs bytes are
// often equal by chance, which branches would guess wrong.
static inline stretch_ahead ahead_of_run(const uint8_t *bytes) {
  const uint64_t low = 0x7F7F7F7F7F7F7F7F;
  uint64_t changes = eight_bytes(bytes) ^ eight_bytes(bytes - 1);
  // The highest bit of each byte that is as the one before it.
  uint64_t equal = ~(((changes & low) + low) | changes | low);
  uint64_t runs = equal & equal >> 8 & equal >> 16 & equal >> 24;
  int count = runs != 0 ? __builtin_ctzll(runs) / 8 : stride - codec_shortest_match + 1;
  return (stretch_ahead){count, runs != 0};
}

// The length of the run from `start` on, of which the shortest has been seen.
static size_t run_length(const uint8_t *bytes, size_t start, size_t count) {
  size_t limit = count - start < codec_longest_match ? count : start + codec_longest_match;
  size_t end = start + codec_shortest_match;
  while (end + stride <= limit && memcmp(bytes + end, bytes + end - 1, stride) == 0) end += stride;
  while (end < limit && bytes[end] == bytes[end - 1]) end++;
  return end - start;
}

static codec_token token_of_run(size_t length) {
  return (codec_token)(codec_first_run_token + length - codec_shortest_match);
}

size_t codec_tokenize(const uint8_t *bytes, size_t count, codec_token *tokens) {
  codec_token *next = tokens;
  size_t index = 0;
  if (count > 0) *next++ = bytes[index++];
  while (index + stride <= count) {
    stretch_ahead ahead = ahead_of_run(bytes + index);
    for (size_t byte = 0; byte < stride; byte++) next[byte] = bytes[index + byte];
    next += ahead.count;
    index += (size_t)ahead.count;
    if (ahead.ends_in_run) {
      size_t length = run_length(bytes, index, count);
      *next++ = token_of_run(length);
      index += length;
    }
  }
  while (index < count) {
    if (count - index >= codec_shortest_match &&
        memcmp(bytes + index, bytes + index - 1, codec_shortest_match) == 0) {
      size_t length = run_length(bytes, index, count);
      *next++ = token_of_run(length);
      index += length;
    } else {
      *next++ = bytes[index++];
    }
  }
  return (size_t)(next - tokens);
}
