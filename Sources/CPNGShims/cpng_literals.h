// Deflate without a search for matches, for what has none: the filtered rows of
// photographs. Bytes are coded by how often they occur, and runs of one byte,
// as in the gaps between pictures, by their length.
#ifndef CPNG_LITERALS_H
#define CPNG_LITERALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Room that is enough for `count` bytes.
size_t cpng_literals_bound(size_t count);

// Writes `count` bytes as one block (RFC 1951, 3.2.7) that ends on a byte: the last of its
// stream, or followed by an empty one. Returns how many bytes came out, or 0 when memory runs
// out, and in `costs` the bits that each byte took; 0 for those that occur in runs only, or not
// at all.
size_t cpng_literals_deflate(const uint8_t *bytes, size_t count, bool is_last, uint8_t *output,
                             uint8_t costs[256]);

#endif
