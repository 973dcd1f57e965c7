#include <stdbool.h>
#include <stdlib.h>

#include "deflate.h"

typedef struct node {
  uint64_t weight;
  int parent;
  int symbol;
} node;

static int by_weight(const void *left, const void *right) {
  const node *a = left, *b = right;
  if (a->weight != b->weight) return a->weight < b->weight ? -1 : 1;
  return a->symbol - b->symbol;
}

// Joins the two lightest nodes until one is left. Leaves are sorted, and joints come out in
// order, so that the lightest is always the next of one or the other.
static int join(node *nodes, int leaf_count) {
  int leaf = 0, joint = leaf_count, end = leaf_count;
  while (end < 2 * leaf_count - 1) {
    node sum = {0};
    for (int child = 0; child < 2; child++) {
      bool takes_leaf =
          leaf < leaf_count && (joint == end || nodes[leaf].weight <= nodes[joint].weight);
      int lightest = takes_leaf ? leaf++ : joint++;
      sum.weight += nodes[lightest].weight;
      nodes[lightest].parent = end;
    }
    nodes[end++] = sum;
  }
  return end;
}

// Returns the length of the longest code.
static int measure(const uint32_t *counts, int symbol_count, int halvings, uint8_t *lengths) {
  node nodes[2 * codec_literal_symbols];
  int leaf_count = 0;
  for (int symbol = 0; symbol < symbol_count; symbol++) {
    lengths[symbol] = 0;
    if (counts[symbol] == 0) continue;
    nodes[leaf_count++] = (node){(counts[symbol] >> halvings) + 1, 0, symbol};
  }
  if (leaf_count == 0) return 0;
  if (leaf_count == 1) {
    lengths[nodes[0].symbol] = 1;
    return 1;
  }
  qsort(nodes, (size_t)leaf_count, sizeof *nodes, by_weight);
  int end = join(nodes, leaf_count);
  int depths[2 * codec_literal_symbols];
  depths[end - 1] = 0;
  for (int index = end - 2; index >= 0; index--) {
    depths[index] = depths[nodes[index].parent] + 1;
    if (index < leaf_count) lengths[nodes[index].symbol] = (uint8_t)depths[index];
  }
  return depths[0];
}

void codec_huffman_lengths(const uint32_t *counts, int symbol_count, int longest,
                          uint8_t *lengths) {
  // Halving the counts makes them differ less, and the codes flatter.
  int halvings = 0;
  while (measure(counts, symbol_count, halvings, lengths) > longest) halvings++;
}

static uint16_t reversed(unsigned code, int length) {
  unsigned result = 0;
  for (int bit = 0; bit < length; bit++) result |= (code >> bit & 1) << (length - 1 - bit);
  return (uint16_t)result;
}

void codec_huffman_codes(const uint8_t *lengths, int symbol_count, uint16_t *codes) {
  unsigned code = 0;
  for (int length = 1; length < 16; length++) {
    for (int symbol = 0; symbol < symbol_count; symbol++) {
      if (lengths[symbol] == length) codes[symbol] = reversed(code++, length);
    }
    code <<= 1;
  }
}
