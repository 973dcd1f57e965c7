#include "internal.h"

enum {
  matches_per_byte = 4,  // on average; if there are more, only the longest are kept
  most_matches = longest_match,  // at one position, as all have different lengths
  unreached = UINT32_MAX,
  least_gain = 4096  // a pass that saves less than one part in this many is the last
};

// The costs of tokens, in 256ths of a bit. The costs of lengths and distances include the extra
// bits.
typedef struct token_costs {
  uint32_t values[token_values];
  uint32_t distances[distance_symbols];
} token_costs;

struct optimal_space {
  token_costs costs[most_blocks];
  uint32_t block_ends[most_blocks];  // byte offsets
  // Indices are relative to the start of the chunk.
  uint32_t first_match[chunk_bytes + 1];
  found_match matches[matches_per_byte * chunk_bytes + most_matches];
  uint32_t cost[chunk_bytes + 1];               // of the cheapest path to this position
  token choice[chunk_bytes + 1 + token_slack];  // the last token on that path
  trees trees;
};

size_t optimal_space_size(void) { return sizeof(optimal_space); }

// Finds the matches at all positions, once for all passes.
static void find_matches(chunk chunk, optimal_effort effort, optimal_space *space) {
  trees *trees = &space->trees;
  found_match found[most_matches];
  trees_clear(trees);
  for (uint32_t place = 0; place < chunk.start; place++) {
    trees_insert(trees, chunk, place, effort.good_length, effort.depth, found);
  }
  uint32_t used = 0;
  for (uint32_t place = (uint32_t)chunk.start; place < chunk.end; place++) {
    const uint8_t *bytes = chunk.bytes + place;
    space->first_match[place - chunk.start] = used;
    uint32_t left = (uint32_t)chunk.end - place;
    if (place > 0 && left >= longest_match &&
        same_bytes(bytes - 1, bytes, longest_match) == longest_match) {
      // Inside a long run, nothing beats the run.
      space->matches[used++] = (found_match){longest_match, 1};
      continue;
    }
    int count = trees_insert(trees, chunk, place, effort.good_length, effort.depth, found);
    uint32_t room = matches_per_byte * chunk_bytes - used;
    int first = (uint32_t)count + left <= room || count == 0 ? 0 : count - 1;
    for (int index = first; index < count; index++) space->matches[used++] = found[index];
  }
  space->first_match[chunk.end - chunk.start] = used;
}

static void fill_costs(const uint32_t *counts, int symbol_count, uint32_t *costs) {
  uint32_t sum = 1;
  for (int symbol = 0; symbol < symbol_count; symbol++) sum += counts[symbol];
  for (int symbol = 0; symbol < symbol_count; symbol++) {
    // A symbol that did not occur costs more than one that occurred once.
    uint32_t cost = counts[symbol] > 0 ? logarithm(sum) - logarithm(counts[symbol])
                                       : logarithm(sum) + 256;
    costs[symbol] = cost < 256 ? 256 : cost > longest_code * 256 ? longest_code * 256 : cost;
  }
}

static void fill_token_costs(const statistics *counts, token_costs *costs) {
  uint32_t literals[literal_symbols];
  fill_costs(counts->literals, literal_symbols, literals);
  memcpy(costs->values, literals, first_match_value * sizeof *literals);
  for (uint32_t length = shortest_length; length <= longest_match; length++) {
    length_code code = code_of_length(length);
    costs->values[first_match_value + length - shortest_length] =
        literals[code.symbol] + 256 * (uint32_t)code.extra_bits;
  }
  fill_costs(counts->distances, distance_symbols, costs->distances);
  for (int symbol = 0; symbol < distance_symbols; symbol++) {
    costs->distances[symbol] += 256 * (uint32_t)extra_bits_of_distance(symbol);
  }
}

// Cuts the tokens of the previous pass into blocks, and derives costs from each block.
static void take_costs(const token *tokens, size_t count, size_t slice, block *blocks,
                       optimal_space *space) {
  int block_count = split_tokens(tokens, count, slice, blocks);
  uint32_t bytes = 0;
  for (int index = 0; index < block_count; index++) {
    for (size_t token = blocks[index].start; token < blocks[index].end; token++) {
      bytes += bytes_of_token(tokens[token]);
    }
    space->block_ends[index] = bytes;
    fill_token_costs(&blocks[index].counts, &space->costs[index]);
  }
}

static inline void offer(optimal_space *space, uint32_t place, uint32_t cost, token token) {
  if (cost >= space->cost[place]) return;
  space->cost[place] = cost;
  space->choice[place] = token;
}

// Fills in the cheapest path to each position, from start to end, and returns the cost of the path
// to the end.
static uint32_t find_cheapest_paths(chunk chunk, uint32_t good_length, optimal_space *space) {
  const uint8_t *bytes = chunk.bytes + chunk.start;
  uint32_t count = (uint32_t)(chunk.end - chunk.start);
  for (uint32_t place = 1; place <= count; place++) space->cost[place] = unreached;
  space->cost[0] = 0;
  int block = 0;
  for (uint32_t place = 0; place < count;) {
    while (place >= space->block_ends[block]) block++;
    const token_costs *costs = &space->costs[block];
    uint32_t here = space->cost[place];
    offer(space, place + 1, here + costs->values[bytes[place]], bytes[place]);
    const found_match *match = &space->matches[space->first_match[place]];
    const found_match *end = &space->matches[space->first_match[place + 1]];
    uint32_t longest = 0;
    uint32_t length = shortest_length;
    for (; match < end; match++) {
      token token = token_of_match(shortest_length, match->distance);
      uint32_t base = here + costs->distances[distance_symbol_of_token(token)];
      longest = match->length;
      if (longest >= good_length) length = longest;
      for (; length <= longest; length++) {
        uint32_t more = length - shortest_length;
        offer(space, place + length, base + costs->values[first_match_value + more],
              token + more);
      }
    }
    // A long match is taken whole: no paths to the positions inside it are examined.
    place += longest >= good_length ? longest : 1;
  }
  return space->cost[count];
}

// Follows the cheapest path back from the end to the start. Tokens are written backwards from the
// end of their buffer, then moved to its start.
static size_t tokens_of_cheapest_path(uint32_t count, const optimal_space *space, token *tokens) {
  token *first = tokens + count;
  for (uint32_t place = count; place > 0; place -= bytes_of_token(space->choice[place])) {
    *--first = space->choice[place];
  }
  size_t token_count = (size_t)(tokens + count - first);
  memmove(tokens, first, token_count * sizeof *tokens);
  return token_count;
}

size_t optimal_tokens(chunk chunk, optimal_effort effort, size_t count, block *blocks,
                      optimal_space *space, token *tokens) {
  if (effort.passes == 0 || chunk.start == chunk.end) return count;
  find_matches(chunk, effort, space);
  uint32_t before = unreached;
  for (int pass = 0; pass < effort.passes; pass++) {
    take_costs(tokens, count, effort.slice, blocks, space);
    uint32_t cost = find_cheapest_paths(chunk, effort.good_length, space);
    count = tokens_of_cheapest_path((uint32_t)(chunk.end - chunk.start), space, tokens);
    // Most chunks gain almost nothing from the third pass on.
    if (cost + before / least_gain > before) break;
    before = cost;
  }
  // Matches that each save a little may together make the codes of all bytes longer.
  size_t run_count = run_tokens(chunk, space->choice);
  uint64_t run_bits = estimated_bits(space->choice, run_count, 0);
  if (run_bits >= estimated_bits(tokens, count, 0)) return count;
  memcpy(tokens, space->choice, run_count * sizeof *tokens);
  return run_count;
}
