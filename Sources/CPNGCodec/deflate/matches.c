#include <string.h>

#include "deflate.h"

enum {
  shortest = codec_shortest_match,
  longest = codec_longest_match,
  stride = 8,
  hash_bits = 13,
  seed_step = 3,  // enough of the places ahead to find what repeats
  run_bits = 8,
  match_bits = 12  // of a length and a distance, without the distance's own bits
};

// A small part of the search that zlib does: only the last place with the same four bytes is
// tried, and only the sum of the savings is kept.
typedef struct search {
  const uint8_t *bytes;  // from the first that a match may lie at
  size_t end;
  int32_t places[1 << hash_bits];
} search;

static uint32_t four_bytes(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

static int32_t *place_of(search *search, uint32_t value) {
  return &search->places[value * 2654435761u >> (32 - hash_bits)];
}

static size_t same_bytes(const search *search, size_t first, size_t second) {
  const uint8_t *one = search->bytes + first;
  const uint8_t *other = search->bytes + second;
  size_t left = search->end - second;
  size_t most = left < longest ? left : longest;
  size_t count = shortest;
  while (count + stride <= most && memcmp(one + count, other + count, stride) == 0) count += stride;
  while (count < most && one[count] == other[count]) count++;
  return count;
}

// The bits that bytes take without a match.
static int bits_of(const uint8_t *bytes, size_t count, const uint8_t costs[256]) {
  int bits = 0;
  for (size_t index = 0; index < count;) {
    size_t run = 0;
    const uint8_t *rest = bytes + index;
    while (index + run < count && rest[run] == *(rest + run - 1)) run++;
    bits += run < shortest ? costs[bytes[index]] : run_bits;
    index += run < shortest ? 1 : run;
  }
  return bits;
}

static int bits_of_match(size_t distance) {
  return match_bits + 31 - __builtin_clz((unsigned)distance);
}

size_t codec_matches_gain(codec_stretch stretch, const uint8_t costs[256]) {
  size_t ahead = stretch.ahead < codec_window ? stretch.ahead : codec_window;
  search search = {.bytes = stretch.bytes - ahead, .end = ahead + stretch.count};
  memset(search.places, 0xFF, sizeof search.places);  // -1: nowhere
  for (size_t index = 0; index + shortest <= ahead; index += seed_step) {
    *place_of(&search, four_bytes(search.bytes + index)) = (int32_t)index;
  }

  size_t gained_bits = 0;
  // The first byte has none before it and cannot start a run.
  for (size_t index = ahead + 1; index + shortest <= search.end;) {
    uint32_t value = four_bytes(search.bytes + index);
    if (value == four_bytes(search.bytes + index - 1)) {
      index += same_bytes(&search, index - 1, index);
      continue;
    }
    int32_t *place = place_of(&search, value);
    int32_t earlier = *place;
    *place = (int32_t)index;
    size_t distance = index - (size_t)earlier;
    if (earlier >= 0 && distance <= codec_window && four_bytes(search.bytes + earlier) == value) {
      size_t count = same_bytes(&search, (size_t)earlier, index);
      int saved = bits_of(search.bytes + index, count, costs) - bits_of_match(distance);
      if (saved > 0) {
        gained_bits += (size_t)saved;
        index += count;
        continue;
      }
    }
    index++;
  }
  return gained_bits / 8;
}
