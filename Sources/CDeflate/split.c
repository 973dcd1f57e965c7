#include "internal.h"

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

// The bits that joining a block and the next saves; negative if it costs bits.
static int64_t saving(const block *one, const block *next) {
  block sum = {.counts = sum_of(&one->counts, &next->counts)};
  return (int64_t)(one->cost + next->cost + 256 * bits_of_head) - (int64_t)cost_of_block(&sum);
}

// Starts with the smallest blocks, and joins the two neighbours whose join saves most, until no
// join saves anything. This locates a change of statistics to a slice, and looks at each token only
// once.
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
