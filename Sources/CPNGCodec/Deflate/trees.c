#include "internal.h"

void trees_clear(trees *trees) {
  memset(trees->roots, 0, sizeof trees->roots);
  memset(trees->last_of_three, 0, sizeof trees->last_of_three);
}

int trees_insert(trees *trees, chunk chunk, uint32_t place, uint32_t good_length, int depth,
                 found_match *matches) {
  const uint8_t *bytes = chunk.bytes + place;
  size_t left = chunk.end - place;
  uint32_t most = left < longest_match ? (uint32_t)left : longest_match;
  if (most < shortest_match) return 0;
  if (good_length > most) good_length = most;
  uint32_t value = four_bytes(bytes);
  int count = 0;

  uint32_t *last = &trees->last_of_three[hash(value << 8, short_tree_hash_bits)];
  uint32_t three = *last;
  *last = place + 1;
  if (three > 0 && place + 1 - three < deflate_window &&
      (four_bytes(chunk.bytes + three - 1) ^ value) << 8 == 0) {
    matches[count++] = (found_match){shortest_length, (uint16_t)(place + 1 - three)};
  }

  uint32_t *root = &trees->roots[hash(value, tree_hash_bits)];
  uint32_t node = *root;
  *root = place + 1;
  uint32_t *lower = &trees->children[place % deflate_window][0];
  uint32_t *higher = &trees->children[place % deflate_window][1];
  // Every position that the search can still meet shares this many bytes with the new one.
  uint32_t lower_same = 0, higher_same = 0;
  uint32_t best = shortest_match - 1;
  for (; depth > 0 && node > 0 && place + 1 - node < deflate_window; depth--) {
    uint32_t *children = trees->children[(node - 1) % deflate_window];
    const uint8_t *other = chunk.bytes + node - 1;
    uint32_t same = lower_same < higher_same ? lower_same : higher_same;
    same += (uint32_t)same_bytes(other + same, bytes + same, most - same);
    if (same > best) {
      best = same;
      matches[count++] = (found_match){(uint16_t)same, (uint16_t)(place + 1 - node)};
      if (same >= good_length) {
        // The two match far enough to count as equal, so the new position replaces the old one in
        // the tree.
        *lower = children[0];
        *higher = children[1];
        return count;
      }
    }
    if (other[same] < bytes[same]) {
      *lower = node;
      lower = &children[1];
      node = *lower;
      lower_same = same;
    } else {
      *higher = node;
      higher = &children[0];
      node = *higher;
      higher_same = same;
    }
  }
  *lower = 0;
  *higher = 0;
  return count;
}
