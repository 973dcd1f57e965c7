#include "internal.h"

// Huffman's algorithm with two queues: the two lightest nodes are joined until only one is left.
// Leaves are sorted, and inner nodes are created in order of weight, so the lightest node is always
// at the head of one of the queues.

typedef struct node {
  uint32_t weight;
  uint16_t parent;
} node;

// Sorts by weight, and symbols of equal weight by number, so that all machines agree. A shellsort:
// at most 286 numbers are hardly worth calling qsort().
static void sort(uint64_t *keys, int count) {
  static const int gaps[] = {132, 57, 23, 10, 4, 1};
  for (int pass = 0; pass < (int)(sizeof gaps / sizeof *gaps); pass++) {
    int gap = gaps[pass];
    for (int index = gap; index < count; index++) {
      uint64_t key = keys[index];
      int place = index;
      for (; place >= gap && keys[place - gap] > key; place -= gap) {
        keys[place] = keys[place - gap];
      }
      keys[place] = key;
    }
  }
}

static void join(node *nodes, int leaf_count) {
  int leaf = 0, joint = leaf_count;
  for (int end = leaf_count; end < 2 * leaf_count - 1; end++) {
    nodes[end].weight = 0;
    for (int child = 0; child < 2; child++) {
      bool takes_leaf =
          leaf < leaf_count && (joint == end || nodes[leaf].weight <= nodes[joint].weight);
      int lightest = takes_leaf ? leaf++ : joint++;
      nodes[end].weight += nodes[lightest].weight;
      nodes[lightest].parent = (uint16_t)end;
    }
  }
}

// Counts the leaves of each depth, after raising those deeper than `longest`. There are then too
// many short codes. For each excess code, a leaf higher up moves one level down and becomes the
// sibling of a raised leaf.
static void count_depths(const node *nodes, int leaf_count, int longest, int depths[]) {
  uint16_t depth[2 * literal_symbols];
  int root = 2 * leaf_count - 2;
  depth[root] = 0;
  uint32_t used = 0;  // in codes of length `longest`, of which there are 2^longest
  for (int length = 0; length <= longest; length++) depths[length] = 0;
  for (int index = root - 1; index >= 0; index--) {
    depth[index] = (uint16_t)(depth[nodes[index].parent] + 1);
    if (index >= leaf_count) continue;
    int length = depth[index] < longest ? depth[index] : longest;
    depths[length]++;
    used += 1u << (longest - length);
  }
  for (; used > 1u << longest; used--) {
    int length = longest - 1;
    while (depths[length] == 0) length--;
    depths[length]--;
    depths[length + 1] += 2;
    depths[longest]--;
  }
}

void huffman_lengths(const uint32_t *counts, int symbol_count, int longest, uint8_t *lengths) {
  uint64_t keys[literal_symbols];
  int leaf_count = 0;
  for (int symbol = 0; symbol < symbol_count; symbol++) {
    lengths[symbol] = 0;
    if (counts[symbol] > 0) keys[leaf_count++] = (uint64_t)counts[symbol] << 9 | (unsigned)symbol;
  }
  if (leaf_count == 0) return;
  if (leaf_count == 1) {
    lengths[keys[0] & 511] = 1;
    return;
  }
  sort(keys, leaf_count);
  node nodes[2 * literal_symbols];
  for (int leaf = 0; leaf < leaf_count; leaf++) nodes[leaf].weight = (uint32_t)(keys[leaf] >> 9);
  join(nodes, leaf_count);
  int depths[longest_code + 1];
  count_depths(nodes, leaf_count, longest, depths);
  // The rarest symbols get the longest codes.
  int leaf = 0;
  for (int length = longest; length > 0; length--) {
    for (int left = depths[length]; left > 0; left--) {
      lengths[keys[leaf++] & 511] = (uint8_t)length;
    }
  }
}

static uint16_t reversed(unsigned code, int length) {
  unsigned result = 0;
  for (int bit = 0; bit < length; bit++) result |= (code >> bit & 1) << (length - 1 - bit);
  return (uint16_t)result;
}

void huffman_codes(const uint8_t *lengths, int symbol_count, uint16_t *codes) {
  // RFC 1951, 3.2.2: codes of the same length are consecutive, in the order of their symbols.
  unsigned length_counts[longest_code + 1] = {0};
  for (int symbol = 0; symbol < symbol_count; symbol++) length_counts[lengths[symbol]]++;
  unsigned next[longest_code + 1] = {0};
  length_counts[0] = 0;
  for (int length = 1; length <= longest_code; length++) {
    next[length] = (next[length - 1] + length_counts[length - 1]) << 1;
  }
  for (int symbol = 0; symbol < symbol_count; symbol++) {
    int length = lengths[symbol];
    codes[symbol] = length == 0 ? 0 : reversed(next[length]++, length);
  }
}
