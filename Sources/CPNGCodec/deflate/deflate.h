// Filtered rows become a piece of a deflate stream (RFC 1951), in the way that suits them.
//
// Only codec_deflate() and codec_deflate_bound() are for others; the rest is what the files of
// this folder share.
#ifndef CODEC_DEFLATE_H
#define CODEC_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../include/CPNGCodec.h"

typedef struct codec_stretch {
  const uint8_t *bytes;
  size_t count;  // less than 4 GiB
  size_t ahead;  // how many bytes right ahead of `bytes` matches may reach
} codec_stretch;

// Room that is enough for `count` bytes at any level.
size_t codec_deflate_bound(size_t count);

// Writes data that end on a byte, and end the stream if they are the last. Returns how many
// bytes came out, or 0 when memory runs out.
size_t codec_deflate(codec_stretch stretch, int level, bool is_last, uint8_t *output,
                     size_t capacity);

// ---- literals.c: deflate without a search for matches ----

// For what has none, such as the filtered rows of photographs. Bytes are coded by how often
// they occur, and runs of one byte, as in the gaps between pictures, by their length.

// Room that is enough for `count` bytes.
size_t codec_literals_bound(size_t count);

// Writes `count` bytes as one block (3.2.7) that ends on a byte: the last of its stream, or
// followed by an empty one. Returns how many bytes came out, or 0 when memory runs out, and in
// `costs` the bits that each byte took; 0 for those that occur in runs only, or not at all.
size_t codec_literals_deflate(const uint8_t *bytes, size_t count, bool is_last, uint8_t *output,
                              uint8_t costs[256]);

// ---- matches.c: how much a search for matches would save ----

// About how many bytes shorter `stretch` would become if it referred to the same bytes earlier
// in it, or ahead of it; `costs` are the bits that each byte takes where it does not. Runs of
// one byte are left out: they need no search.
size_t codec_matches_gain(codec_stretch stretch, const uint8_t costs[256]);

// ---- tokens.c: bytes where nothing is referred to but the byte before ----

// A byte, or, from 256 on, how often the byte before it is repeated.
typedef uint16_t codec_token;

enum {
  codec_shortest_match = 4,
  codec_longest_match = 258,  // 3.2.5
  codec_first_run_token = 256,
  codec_token_count = codec_first_run_token + codec_longest_match - codec_shortest_match + 1,
  codec_token_slack = 8  // tokens that have room behind the last
};

// How often the byte is repeated, for a token that is a run.
static inline int codec_run_of_token(int token) {
  return token - codec_first_run_token + codec_shortest_match;
}

// Returns how many tokens the bytes become: at most as many as there are bytes.
size_t codec_tokenize(const uint8_t *bytes, size_t count, codec_token *tokens);

// ---- huffman.c: prefix codes (3.2.2) ----

enum { codec_literal_symbols = 286 };  // also the most that a code has

// The shortest code for symbols that occur as often as counted, none longer than `longest`; 0
// for those that do not occur. One symbol alone gets 1 bit.
void codec_huffman_lengths(const uint32_t *counts, int symbol_count, int longest,
                           uint8_t *lengths);

// The codes that belong to the lengths, with their first bit lowest.
void codec_huffman_codes(const uint8_t *lengths, int symbol_count, uint16_t *codes);

#endif
