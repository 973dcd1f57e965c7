#include "internal.h"

void count_tokens(const token *tokens, size_t count, statistics *sums) {
  // Neighbours are often equal; with several tables their increments do not wait for each other.
  // Bytes, too, increment the first distance symbol, and their number is subtracted below: no
  // processor can predict which token is a match.
  enum { tables = 4, all_distances = 32 };
  uint32_t values[2][token_values] = {0};
  uint32_t distances[tables][all_distances] = {0};
  size_t index = 0;
  for (; index + tables <= count; index += tables) {
    for (size_t table = 0; table < tables; table++) {
      token token = tokens[index + table];
      values[table % 2][value_of_token(token)]++;
      distances[table][distance_symbol_of_token(token)]++;
    }
  }
  for (; index < count; index++) {
    values[0][value_of_token(tokens[index])]++;
    distances[0][distance_symbol_of_token(tokens[index])]++;
  }
  for (int value = 0; value < first_match_value; value++) {
    uint32_t bytes = values[0][value] + values[1][value];
    sums->literals[value] += bytes;
    distances[0][0] -= bytes;
  }
  for (int value = first_match_value; value < token_values; value++) {
    uint32_t length = (uint32_t)(value - first_match_value) + shortest_length;
    sums->literals[code_of_length(length).symbol] += values[0][value] + values[1][value];
  }
  for (int symbol = 0; symbol < distance_symbols; symbol++) {
    for (int table = 0; table < tables; table++) {
      sums->distances[symbol] += distances[table][symbol];
    }
  }
}

static uint64_t cost_of(const uint32_t *counts, int symbol_count, int bits_of_code) {
  uint32_t sum = 0;
  for (int symbol = 0; symbol < symbol_count; symbol++) sum += counts[symbol];
  if (sum == 0) return 0;
  uint64_t cost = 0;
  uint32_t whole = logarithm(sum);
  uint64_t code = (uint64_t)bits_of_code * 256;
  for (int symbol = 0; symbol < symbol_count; symbol++) {
    // Branch-free, so that compilers vectorise it.
    uint32_t count = counts[symbol];
    bool occurs = count > 0;
    // No code is shorter than one bit, however often its symbol occurs.
    uint32_t bits = whole - logarithm(occurs ? count : 1);
    cost += (uint64_t)count * (bits < 256 ? 256 : bits) + (occurs ? code : 0);
  }
  return cost;
}

uint64_t cost_of_symbols(const statistics *counts, int bits_of_code) {
  return cost_of(counts->literals, literal_symbols, bits_of_code) +
         cost_of(counts->distances, distance_symbols, bits_of_code);
}

// The extra bits of all lengths, or of all lengths and distances.
static uint64_t extra_bits_of_lengths(const statistics *counts) {
  uint64_t bits = 0;
  for (int symbol = end_of_block + 1; symbol < literal_symbols; symbol++) {
    bits += (uint64_t)counts->literals[symbol] * (unsigned)extra_bits_of_symbol(symbol);
  }
  return bits;
}

uint64_t bits_of_statistics(const statistics *counts, int bits_of_code) {
  uint64_t bits = cost_of_symbols(counts, bits_of_code) / 256 + extra_bits_of_lengths(counts);
  for (int symbol = 0; symbol < distance_symbols; symbol++) {
    bits += (uint64_t)counts->distances[symbol] * (unsigned)extra_bits_of_distance(symbol);
  }
  return bits;
}

uint64_t estimated_bits(const token *tokens, size_t count, int bits_of_code) {
  statistics counts = {0};
  count_tokens(tokens, count, &counts);
  return bits_of_statistics(&counts, bits_of_code);
}

// `total` is 256 times log2 of the number of all symbols.
static void fill_byte_costs(const statistics *counts, uint32_t total, byte_costs *costs) {
  enum { least = 8, most = 12 * 8 };
  for (int byte = 0; byte < 256; byte++) {
    uint32_t count = counts->literals[byte];
    uint32_t cost = count == 0 ? most : (total - logarithm(count)) / 32;
    costs->bytes[byte] = (uint8_t)(cost < least ? least : cost > most ? most : cost);
  }
}

void sample_costs(chunk whole, token *tokens, byte_costs *costs) {
  enum { slices = 4, most = 128 * 1024 };
  statistics sums = {0};
  size_t count = whole.end - whole.start;
  size_t step = (count < most ? count : most) / slices;
  for (size_t slice = 0; slice < slices; slice++) {
    size_t start = whole.start + slice * step;
    chunk part = {whole.bytes, start, start + step / slices};
    count_tokens(tokens, run_tokens(part, tokens), &sums);
  }
  uint32_t total = 1;
  for (int symbol = 0; symbol < literal_symbols; symbol++) total += sums.literals[symbol];
  fill_byte_costs(&sums, logarithm(total), costs);
  costs->match = 8 * 8;  // typical of most pictures
}

void learn_costs(const statistics *counts, byte_costs *costs) {
  uint32_t total = 0, matches = 0;
  for (int symbol = 0; symbol < literal_symbols; symbol++) {
    total += counts->literals[symbol];
    if (symbol > end_of_block) matches += counts->literals[symbol];
  }
  if (matches == 0) return;
  fill_byte_costs(counts, logarithm(total), costs);
  uint64_t cost = cost_of(counts->distances, distance_symbols, 0);
  for (int symbol = end_of_block + 1; symbol < literal_symbols; symbol++) {
    uint32_t count = counts->literals[symbol];
    if (count > 0) cost += (uint64_t)count * (logarithm(total) - logarithm(count));
  }
  cost += 256 * extra_bits_of_lengths(counts);
  // The number of extra bits of a distance is one less than the index of its highest bit.
  costs->match = (int32_t)(cost / matches / 32) - 8;
}

static uint64_t cost_of_block(const block *block) {
  return cost_of_symbols(&block->counts, bits_per_code);
}

static statistics sum_of(const statistics *one, const statistics *other) {
  statistics sum;
  for (int symbol = 0; symbol < literal_symbols; symbol++) {
    sum.literals[symbol] = one->literals[symbol] + other->literals[symbol];
  }
  for (int symbol = 0; symbol < distance_symbols; symbol++) {
    sum.distances[symbol] = one->distances[symbol] + other->distances[symbol];
  }
  return sum;
}

// The bits saved by joining a block with the next; negative if joining costs bits.
static int64_t saving(const block *one, const block *next) {
  block sum = {.counts = sum_of(&one->counts, &next->counts)};
  return (int64_t)(one->cost + next->cost + 256 * bits_of_head) - (int64_t)cost_of_block(&sum);
}

// Starts with the smallest blocks, and repeatedly joins the two neighbours whose joining saves the
// most, until no join saves anything. This locates a change of statistics to within a slice, and
// looks at each token only once.
int split_tokens(const token *tokens, size_t count, size_t slice, block blocks[most_blocks]) {
  size_t slices = count / slice;
  if (slices > most_blocks) slices = most_blocks;
  if (slices < 1) slices = 1;
  int next[most_blocks];  // neighbours of each remaining block
  int previous[most_blocks];
  int64_t savings[most_blocks];
  int last = (int)slices - 1;
  for (int index = 0; index <= last; index++) {
    block *block = &blocks[index];
    block->start = count * (size_t)index / slices;
    block->end = count * (size_t)(index + 1) / slices;
    block->counts = (statistics){0};
    count_tokens(tokens + block->start, block->end - block->start, &block->counts);
    block->cost = cost_of_block(block);
    next[index] = index + 1;
    previous[index] = index - 1;
    if (index > 0) savings[index - 1] = saving(&blocks[index - 1], block);
  }
  for (;;) {
    int best = 0;
    for (int index = 0; next[index] <= last; index = next[index]) {
      if (savings[index] > savings[best]) best = index;
    }
    int joined = next[best];
    if (joined > last || savings[best] <= 0) break;
    blocks[best].end = blocks[joined].end;
    blocks[best].counts = sum_of(&blocks[best].counts, &blocks[joined].counts);
    blocks[best].cost = cost_of_block(&blocks[best]);
    next[best] = next[joined];
    if (next[best] <= last) {
      previous[next[best]] = best;
      savings[best] = saving(&blocks[best], &blocks[next[best]]);
    } else {
      savings[best] = INT64_MIN;
    }
    int before = previous[best];
    if (before >= 0) savings[before] = saving(&blocks[before], &blocks[best]);
  }
  int block_count = 0;
  for (int index = 0; index <= last; index = next[index]) {
    if (index != block_count) blocks[block_count] = blocks[index];
    block_count++;
  }
  return block_count;
}
