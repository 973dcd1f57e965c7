#include "internal.h"

enum {
  hash_bits = 15,
  short_hash_bits = 13,
  // A run of this length is taken as it is. Its bytes do not enter the chains: all of them would
  // end up in one long, useless chain. Only its end is inserted, since the bytes after a run are
  // often found through the end of the run.
  long_run = 16,
  end_of_run = 24,  // at most half of the run.
  // Only the end of a match of this length is inserted; the rest of its bytes can be found at the
  // earlier occurrence.
  long_match = 32,
  end_of_match = 16,
  longest_skip = 8
};

// Hash chains: the last position of each hash of four bytes, and each position's distance to the
// previous one in its chain; also the last position of each hash of three bytes.
//
// Only the lowest 16 bits of a position are kept, and an empty chain leads to the start of the
// bytes. Positions may therefore be wrong, so bytes are always compared.
typedef struct chains {
  uint16_t last[1 << hash_bits];
  uint16_t last_of_three[1 << short_hash_bits];
  uint16_t back[deflate_window];
} chains;

struct lazy_search {
  chains chains;
  chunk chunk;
  lazy_effort effort;
  byte_costs costs;
  size_t place;     // end of the tokens
  size_t next;      // first position not in the chains
  size_t runs_end;  // up to here only runs are looked for
  int given_up;     // number of times that matches saved nothing
  int believed;     // number of following parts in which matches are assumed to save something
  token tokens[lazy_surplus];
};

size_t lazy_search_size(void) { return sizeof(lazy_search); }

size_t lazy_place(const lazy_search *search) { return search->place; }

void lazy_begin(lazy_search *search, chunk chunk, lazy_effort effort) {
  search->chunk = chunk;
  search->effort = effort;
  sample_costs(chunk, search->tokens, &search->costs);
  memset(search->chains.last, 0, sizeof search->chains.last);
  memset(search->chains.last_of_three, 0, sizeof search->chains.last_of_three);
  search->place = chunk.start;
  search->next = 0;
  search->runs_end = chunk.start;
  search->given_up = 0;
  search->believed = 0;
}

typedef struct match {
  uint32_t length;  // 0: none
  uint32_t distance;
  int32_t gain;  // about 8 times the bits it saves
} match;

static inline size_t limited(size_t value, size_t most) { return value < most ? value : most; }

// Inserts a position into its chain and returns the distance to the previous one.
static inline uint32_t insert(chains *chains, size_t place, uint32_t value) {
  uint16_t *last = &chains->last[hash(value, hash_bits)];
  uint16_t distance = (uint16_t)(place - *last);
  *last = (uint16_t)place;
  chains->back[place % deflate_window] = distance;
  return distance;
}

// Inserts a hash of three bytes, for which only the last position is kept.
static inline uint32_t insert_three(chains *chains, size_t place, uint32_t value) {
  uint16_t *last = &chains->last_of_three[hash(value << 8, short_hash_bits)];
  uint16_t distance = (uint16_t)(place - *last);
  *last = (uint16_t)place;
  return distance;
}

static inline void insert_up_to(lazy_search *search, size_t end) {
  end = limited(end, search->chunk.end - shortest_match + 1);
  for (size_t place = search->next; place < end; place++) {
    insert(&search->chains, place, four_bytes(search->chunk.bytes + place));
  }
  if (search->next < end) search->next = end;
}

// A match, and what it saves compared with literal bytes, estimated from the first four of them.
static inline match judged(const lazy_search *search, const uint8_t *bytes, uint32_t length,
                           uint32_t distance) {
  const uint8_t *costs = search->costs.bytes;
  int32_t four = costs[bytes[0]] + costs[bytes[1]] + costs[bytes[2]] + costs[bytes[3]];
  int32_t saved = four * (int32_t)length / 4;
  return (match){length, distance, saved - search->costs.match - 8 * highest_bit(distance)};
}

// The best match at a position, which is added to the chains. Four bytes must be available.
__attribute__((always_inline)) static inline match find(lazy_search *search, size_t place,
                                                        int depth) {
  const uint8_t *bytes = search->chunk.bytes + place;
  uint32_t most = (uint32_t)limited(search->chunk.end - place, longest_match);
  uint32_t reach = (uint32_t)limited(place, deflate_window);
  uint32_t value = four_bytes(bytes);
  uint32_t step = insert(&search->chains, place, value);
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
    // First compares the bytes that would make a match longer than the best so far.
    if (four_bytes(other + length - 3) == four_bytes(bytes + length - 3) &&
        four_bytes(other) == value) {
      uint32_t same = 4 + (uint32_t)same_bytes(other + 4, bytes + 4, most - 4);
      if (same > length) {
        length = same;
        // A match that is longer by one byte may be so far away that it saves less.
        match longer = judged(search, bytes, length, distance);
        if (best.length == 0 || longer.gain > best.gain) best = longer;
        if (length >= search->effort.good_length || length == most) break;
      }
    }
    step = search->chains.back[(place - distance) % deflate_window];
  }
  uint32_t nearest = insert_three(&search->chains, place, value);
  if (best.length > 0) return best;
  if (nearest == 0 || nearest > reach || (four_bytes(bytes - nearest) ^ value) << 8 != 0) {
    return (match){0};
  }
  return judged(search, bytes, shortest_length, nearest);
}

// Searches up to `end`, or beyond it by the rest of the last match. Returns the end of the tokens.
static token *search_part(lazy_search *search, size_t end, token *next) {
  const uint8_t *bytes = search->chunk.bytes;
  const lazy_effort effort = search->effort;
  size_t place = search->place;
  // Later positions have fewer than four bytes left.
  size_t last = search->chunk.end - shortest_match;
  if (end > last + 1) end = last + 1;
  uint32_t misses = 0;
  insert_up_to(search, place);
  while (place < end) {
    match match = find(search, place, effort.depth);
    if (match.length == 0 || match.gain <= 0) {
      size_t skipped = limited(misses++ >> effort.skip_shift, longest_skip);
      for (size_t left = limited(1 + skipped, end - place); left > 0; left--) {
        *next++ = bytes[place++];
      }
      continue;
    }
    misses = 0;
    // Stops at the end of the part, as there is room for only one more match.
    while (match.length < effort.lazy_limit && place < end && place < last) {
      struct match later = find(search, place + 1, (effort.depth + 1) / 2);
      if (later.length == 0 || later.gain <= match.gain) break;
      *next++ = bytes[place++];
      match = later;
    }
    *next++ = token_of_match(match.length, match.distance);
    place += match.length;
    if (match.distance == 1 && match.length >= long_run) {
      search->next = place - limited(match.length / 2, end_of_run);
    } else if (match.length >= long_match) {
      search->next = place - end_of_match;
    }
    insert_up_to(search, place);
  }
  search->place = place;
  return next;
}

// Learns from a part that has been searched, and replaces its matches with runs if they save
// nothing. Returns the end of the tokens.
static token *judge_part(lazy_search *search, chunk part, token *first, token *end) {
  size_t count = (size_t)(end - first);
  // If there are few tokens, the search is fast anyway.
  if (count < part_bytes / 32) return end;
  bool is_quick = count < part_bytes / 4;
  bool is_believed = search->believed > 0;
  if (is_believed) search->believed--;
  if (is_believed && is_quick) return end;
  statistics found = {0};
  count_tokens(first, count, &found);
  learn_costs(&found, &search->costs);
  if (is_believed || !search->effort.gives_up) return end;
  // Photographs have short accidental matches, which make the codes of all other bytes longer.
  size_t run_count = run_tokens(part, search->tokens);
  uint64_t run_bits = estimated_bits(search->tokens, run_count, 0);
  uint64_t found_bits = bits_of_statistics(&found, 0);
  if (run_bits > found_bits) {
    // The result for one part predicts the following parts, unless the two sizes were close.
    bool is_clear = run_bits > found_bits + found_bits / 8;
    if (is_quick || is_clear) search->believed = 7;
    return end;
  }
  // Skips one part and three parts alternately, since rows may repeat at a distance of more than
  // one part.
  size_t parts = search->given_up++ % 2 == 0 ? 1 : 3;
  search->runs_end = limited(part.end + parts * part_bytes, search->chunk.end);
  memcpy(first, search->tokens, run_count * sizeof *first);
  return first + run_count;
}

size_t lazy_tokens(lazy_search *search, size_t enough, token *tokens) {
  chunk whole = search->chunk;
  token *next = tokens;
  while (search->place < whole.end && (size_t)(next - tokens) < enough) {
    chunk part = {whole.bytes, search->place, search->place + part_bytes};
    if (part.start < search->runs_end) {
      part.end = limited(part.end, search->runs_end);
      next += run_tokens(part, next);
      search->place = part.end;
    } else if (part.start + shortest_match <= whole.end) {
      token *first = next;
      next = search_part(search, part.end, next);
      part.end = search->place;
      next = judge_part(search, part, first, next);
    } else {
      *next++ = whole.bytes[search->place++];
    }
  }
  return (size_t)(next - tokens);
}
