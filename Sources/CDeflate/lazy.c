#include "internal.h"

enum {
  hash_bits = 15,
  short_hash_bits = 13,
  // A run of this length is taken as it is, and its bytes are not put into the chains: all
  // would stand in one chain, which is long and leads nowhere.
  long_run = 16,
  part_bytes = 16 * 1024,
  longest_skip = 8
};

// Hash chains: the last place of each hash of four bytes, the distance from each place to the one
// before it in its chain, and the last place of each hash of three bytes.
//
// Only the lowest 16 bits of a place are kept, and an empty chain leads to the start of the bytes.
// A place that is found may therefore be wrong, and bytes are always compared.
typedef struct chains {
  uint16_t last[1 << hash_bits];
  uint16_t last_of_three[1 << short_hash_bits];
  uint16_t back[deflate_window];
} chains;

struct lazy_space {
  chains chains;
  token tokens[part_bytes + longest_match + token_slack];
};

size_t lazy_space_size(void) { return sizeof(lazy_space); }

typedef struct search {
  chunk chunk;
  lazy_effort effort;
  byte_costs *costs;
  chains *chains;
  uint32_t next;  // the first place that is not in the chains
} search;

typedef struct match {
  uint32_t length;  // 0: none
  uint32_t distance;
  int32_t gain;  // about 8 times the bits that it saves
} match;

static inline uint32_t limited(uint32_t value, uint32_t most) {
  return value < most ? value : most;
}

// Fibonacci hashing: the highest bits of a product with 2^32 over the golden ratio.
static inline uint32_t hash(uint32_t value, int bits) { return value * 0x9E3779B1u >> (32 - bits); }

// Puts a place into its chain and returns how far back the one before it lies.
static inline uint32_t insert(chains *chains, uint32_t place, uint32_t value) {
  uint16_t *last = &chains->last[hash(value, hash_bits)];
  uint16_t distance = (uint16_t)(place - *last);
  *last = (uint16_t)place;
  chains->back[place % deflate_window] = distance;
  return distance;
}

// The same for three bytes, of which only the last place is kept.
static inline uint32_t insert_three(chains *chains, uint32_t place, uint32_t value) {
  uint16_t *last = &chains->last_of_three[hash(value << 8, short_hash_bits)];
  uint16_t distance = (uint16_t)(place - *last);
  *last = (uint16_t)place;
  return distance;
}

static inline void insert_up_to(search *search, uint32_t end) {
  end = limited(end, search->chunk.end - shortest_match + 1);
  for (uint32_t place = search->next; place < end; place++) {
    insert(search->chains, place, four_bytes(search->chunk.bytes + place));
  }
  if (search->next < end) search->next = end;
}

// A match with what it saves compared to writing its bytes one by one, judged by the first four.
static inline match judged(const search *search, const uint8_t *bytes, uint32_t length,
                           uint32_t distance) {
  const uint8_t *costs = search->costs->bytes;
  int32_t four = costs[bytes[0]] + costs[bytes[1]] + costs[bytes[2]] + costs[bytes[3]];
  int32_t saved = four * (int32_t)length / 4;
  return (match){length, distance, saved - search->costs->match - 8 * highest_bit(distance)};
}

// The best match at a place, which is put into the chains. Four bytes are there.
__attribute__((always_inline)) static inline match find(search *search, uint32_t place,
                                                        int depth) {
  const uint8_t *bytes = search->chunk.bytes + place;
  uint32_t most = limited(search->chunk.end - place, longest_match);
  uint32_t reach = limited(place, deflate_window);
  uint32_t value = four_bytes(bytes);
  uint32_t step = insert(search->chains, place, value);
  search->next = place + 1;
  if (place > 0 && value == four_bytes(bytes - 1)) {
    uint32_t length = (uint32_t)same_bytes(bytes - 1, bytes, most);
    if (length >= long_run) return (match){length, 1, INT32_MAX};
  }
  match best = {0};
  uint32_t distance = 0, length = shortest_match - 1;
  for (int left = depth; left > 0 && step > 0; left--) {
    distance += step;
    if (distance > reach) break;
    const uint8_t *other = bytes - distance;
    // The bytes that make a match longer than the best are looked at first.
    if (four_bytes(other + length - 3) == four_bytes(bytes + length - 3) &&
        four_bytes(other) == value) {
      uint32_t same = 4 + (uint32_t)same_bytes(other + 4, bytes + 4, most - 4);
      if (same > length) {
        length = same;
        // One that is longer by a byte may lie so far away that it saves less.
        match longer = judged(search, bytes, length, distance);
        if (best.length == 0 || longer.gain > best.gain) best = longer;
        if (length >= search->effort.nice || length == most) break;
      }
    }
    step = search->chains->back[(place - distance) % deflate_window];
  }
  uint32_t nearest = insert_three(search->chains, place, value);
  if (best.length > 0) return best;
  if (nearest == 0 || nearest > reach || (four_bytes(bytes - nearest) ^ value) << 8 != 0) {
    return (match){0};
  }
  return judged(search, bytes, shortest_length, nearest);
}

// Searches from `place` to `end`, or a bit further by the last match.
static uint32_t search_part(search *search, uint32_t place, uint32_t end, token **tokens) {
  const uint8_t *bytes = search->chunk.bytes;
  const lazy_effort effort = search->effort;
  // Later places have fewer than four bytes left to look for.
  uint32_t last = search->chunk.end - shortest_match;
  if (end > last + 1) end = last + 1;
  token *next = *tokens;
  uint32_t misses = 0;
  insert_up_to(search, place);
  while (place < end) {
    match match = find(search, place, effort.depth);
    if (match.length == 0 || match.gain <= 0) {
      uint32_t skipped = limited(misses++ >> effort.boredom, longest_skip);
      for (uint32_t left = limited(1 + skipped, end - place); left > 0; left--) {
        *next++ = bytes[place++];
      }
      continue;
    }
    misses = 0;
    // Not behind the end of the part, whose tokens have room for one match more.
    while (match.length < effort.patience && place < end && place < last) {
      struct match later = find(search, place + 1, (effort.depth + 1) / 2);
      if (later.length == 0 || later.gain <= match.gain) break;
      *next++ = bytes[place++];
      match = later;
    }
    *next++ = token_of_match(match.length, match.distance);
    place += match.length;
    if (match.distance == 1 && match.length >= long_run) {
      search->next = place - shortest_match + 1;
    }
    insert_up_to(search, place);
  }
  *tokens = next;
  return place;
}

size_t lazy_tokens(chunk whole, lazy_effort effort, lazy_space *space, token *tokens) {
  byte_costs costs;
  sample_costs(whole, tokens, &costs);
  search search = {whole, effort, &costs, &space->chains, 0};
  memset(search.chains->last, 0, sizeof search.chains->last);
  memset(search.chains->last_of_three, 0, sizeof search.chains->last_of_three);
  token *next = tokens;
  uint32_t place = whole.start;
  int given_up = 0, believed = 0;
  while (place + shortest_match <= whole.end) {
    token *first = next;
    chunk part = {whole.bytes, place, 0};
    place = search_part(&search, place, place + part_bytes, &next);
    part.end = place;
    size_t count = (size_t)(next - first);
    // With few tokens the search is quick, and what one part has shown is taken to hold for the
    // next ones.
    if (count < part_bytes / 32) continue;
    if (count < part_bytes / 4 && believed > 0) {
      believed--;
      continue;
    }
    statistics found = {0};
    count_tokens(first, count, &found);
    learn_costs(&found, &costs);
    if (!effort.gives_up) continue;
    // Photographs have short matches by chance, which make the codes of all other bytes longer.
    size_t run_count = run_tokens(part, space->tokens);
    if (estimated_bits(space->tokens, run_count, 0) <= bits_of_statistics(&found, 0)) {
      memcpy(first, space->tokens, run_count * sizeof *first);
      // Skips one part and three parts in turn, as rows may repeat at a distance above one part.
      uint32_t parts = given_up++ % 2 == 0 ? 1 : 3;
      part = (chunk){whole.bytes, place, limited(place + parts * part_bytes, whole.end)};
      next = first + run_count;
      if (part.start < part.end) next += run_tokens(part, next);
      place = part.end;
    } else {
      believed = 7;
    }
  }
  while (place < whole.end) *next++ = whole.bytes[place++];
  return (size_t)(next - tokens);
}
