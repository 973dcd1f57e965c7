#include <stdbool.h>

#include "internal.h"

// Data without matches, such as filtered rows of photographs, is encoded byte by byte. Only runs of
// one byte, as in the gaps between pictures, become matches, at distance 1.

typedef struct stretch_ahead {
  uint32_t count;  // bytes before a run, or before bytes that may start one
  bool ends_in_run;
} stretch_ahead;

// Looks for the start of a run among eight bytes, without a branch. In photographs, bytes are often
// equal by chance, so branches would be mispredicted.
static inline stretch_ahead ahead_of_run(const uint8_t *bytes) {
  const uint64_t low = 0x7F7F7F7F7F7F7F7F;
  uint64_t changes = eight_bytes(bytes) ^ eight_bytes(bytes - 1);
  // The highest bit of each byte that equals the previous byte.
  uint64_t equal = ~(((changes & low) + low) | changes | low);
  uint64_t runs = equal & equal >> 8 & equal >> 16 & equal >> 24;
  uint32_t count = runs != 0 ? (uint32_t)__builtin_ctzll(runs) / 8 : 8 - shortest_match + 1;
  return (stretch_ahead){count, runs != 0};
}

// The length of the run at `start`, which is known to have at least the minimum length.
static inline uint32_t run_length(chunk chunk, size_t start) {
  size_t left = chunk.end - start;
  size_t most = left < longest_match ? left : longest_match;
  const uint8_t *bytes = chunk.bytes + start;
  return (uint32_t)same_bytes(bytes - 1, bytes, most);
}

size_t run_tokens(chunk chunk, token *tokens) {
  token *next = tokens;
  size_t index = chunk.start;
  // The very first byte has no previous byte.
  if (index == 0 && chunk.end > 0) *next++ = chunk.bytes[index++];
  while (index + 8 <= chunk.end) {
    stretch_ahead ahead = ahead_of_run(chunk.bytes + index);
    for (int byte = 0; byte < 8; byte++) next[byte] = chunk.bytes[index + (size_t)byte];
    next += ahead.count;
    index += ahead.count;
    if (ahead.ends_in_run) {
      uint32_t length = run_length(chunk, index);
      *next++ = token_of_match(length, 1);
      index += length;
    }
  }
  while (index < chunk.end) {
    uint32_t length = run_length(chunk, index);
    *next++ = length < shortest_match ? chunk.bytes[index] : token_of_match(length, 1);
    index += length < shortest_match ? 1 : length;
  }
  return (size_t)(next - tokens);
}
