#include "internal.h"

// A quick, rough search: one position per hash, the first match found, and no tokens. It tells data
// that repeats from data that does not, which is enough for choosing between two pieces.

enum {
  trial_hash_bits = 12,
  // Only the start of a longer match is remembered: its bytes are already known.
  short_match = 32
};

// The last position of each hash of four bytes, plus one; 0 for none.
typedef struct last_places {
  uint32_t places[1 << trial_hash_bits];
} last_places;

static inline uint32_t exchange(last_places *last, const uint8_t *bytes, uint32_t place) {
  uint32_t *slot = &last->places[hash(four_bytes(bytes + place), trial_hash_bits)];
  uint32_t before = *slot;
  *slot = place + 1;
  return before;
}

// The distance of a match of four bytes or more; 0 for none.
static inline uint32_t distance_of_match(last_places *last, const uint8_t *bytes, uint32_t place) {
  uint32_t before = exchange(last, bytes, place);
  uint32_t distance = place + 1 - before;
  if (before == 0 || distance > deflate_window) return 0;
  return four_bytes(bytes + place - distance) == four_bytes(bytes + place) ? distance : 0;
}

static void count_symbols(chunk chunk, statistics *counts) {
  last_places last = {0};
  const uint8_t *bytes = chunk.bytes;
  uint32_t place = 0, end = (uint32_t)chunk.end;
  while (place < chunk.start && place + shortest_match <= end) exchange(&last, bytes, place++);
  place = (uint32_t)chunk.start;
  while (place + shortest_match <= end) {
    uint32_t distance = distance_of_match(&last, bytes, place);
    if (distance == 0) {
      counts->literals[bytes[place++]]++;
      continue;
    }
    uint32_t most = end - place < longest_match ? end - place : longest_match;
    const uint8_t *start = bytes + place;
    uint32_t length = (uint32_t)same_bytes(start - distance, start, most);
    token match = token_of_match(length, distance);
    counts->literals[code_of_length(length).symbol]++;
    counts->distances[distance_symbol_of_token(match)]++;
    uint32_t known = place + (length < short_match ? length : 1);
    place += length;
    for (uint32_t next = place - length + 1; next < known && next + shortest_match <= end; next++) {
      exchange(&last, bytes, next);
    }
  }
  while (place < end) counts->literals[bytes[place++]]++;
}

size_t deflate_trial(deflate_input input) {
  statistics counts = {0};
  count_symbols(chunk_of_input(input), &counts);
  return bits_of_head + (size_t)bits_of_statistics(&counts, bits_per_code);
}
