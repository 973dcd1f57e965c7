// Declarations shared by the files of the deflate encoder, which turn bytes into tokens, and tokens
// into blocks.
#ifndef DEFLATE_INTERNAL_H
#define DEFLATE_INTERNAL_H

#include <stdbool.h>

#include "bits.h"
#include "../include/deflate.h"

enum {
  shortest_match = 4,   // a match of 3 bytes seldom pays off in filtered rows
  longest_match = 258,  // RFC 1951, 3.2.5
  // The number of bytes parsed at once if all matches are kept, which bounds the memory. With a
  // quarter of this number, flat pictures would become 0.8 % larger.
  chunk_bytes = 512 * 1024,
  // The approximate number of tokens that wait for their blocks if they are not parsed again.
  waiting_tokens = 128 * 1024,
  token_slack = 8,         // room for tokens after the last
  part_bytes = 16 * 1024,  // bytes searched before the search is evaluated
  // The maximum number of tokens beyond a part: its last match may extend beyond it.
  lazy_surplus = part_bytes + longest_match + token_slack
};

// ---- Bytes to compress ----

// Bytes `start` ..< `end` of `bytes`. Matches may refer to the bytes from 0 to `start`.
typedef struct chunk {
  const uint8_t *bytes;
  size_t start;
  size_t end;
} chunk;

static inline chunk chunk_of_input(deflate_input input) {
  size_t ahead = input.ahead < deflate_window ? input.ahead : deflate_window;
  return (chunk){input.bytes - ahead, ahead, ahead + input.count};
}

// ---- Tokens: a literal byte, or a match ----

// The lowest 9 bits hold a byte, or 256 plus the length of a match minus 3, at most 511. For a
// match, the bits above hold its encoded distance (RFC 1951, 3.2.5): 5 bits for the symbol, then
// the value of its extra bits.
typedef uint32_t token;

enum {
  token_values = 512,
  first_match_value = 256,
  shortest_length = 3,  // the shortest that can be encoded
  distance_symbols = 30
};

// Each power of two has two symbols.
static inline token token_of_match(uint32_t length, uint32_t distance) {
  uint32_t symbol = distance - 1;
  uint32_t extra = 0;
  if (distance > 4) {
    int extra_bits = highest_bit(distance - 1) - 1;
    symbol = 2 * (uint32_t)extra_bits + ((distance - 1) >> extra_bits);
    extra = (distance - 1) & ((1u << extra_bits) - 1);
  }
  return (first_match_value + length - shortest_length) | symbol << 9 | extra << 14;
}

static inline int extra_bits_of_distance(int symbol) { return symbol < 4 ? 0 : symbol / 2 - 1; }

static inline int value_of_token(token token) { return (int)(token & (token_values - 1)); }
static inline int distance_symbol_of_token(token token) { return (int)(token >> 9 & 31); }

// The number of bytes that a token stands for.
static inline uint32_t bytes_of_token(token token) {
  uint32_t value = token & (token_values - 1);
  return value < first_match_value ? 1 : value - first_match_value + shortest_length;
}

// ---- Symbols of a block ----

enum {
  end_of_block = 256,
  literal_symbols = 286,  // also the maximum number of symbols in any code
  longest_code = 15
};

// RFC 1951, 3.2.5: four symbols for each number of extra bits, and one for the longest length.
typedef struct length_code {
  int symbol;
  int extra_bits;
  uint32_t extra;
} length_code;

static inline length_code code_of_length(uint32_t length) {
  if (length == longest_match) return (length_code){285, 0, 0};
  uint32_t value = length - shortest_length;
  int extra_bits = value < 8 ? 0 : highest_bit(value) - 2;
  return (length_code){257 + 4 * extra_bits + (int)(value >> extra_bits), extra_bits,
                       value & ((1u << extra_bits) - 1)};
}

static inline int extra_bits_of_symbol(int symbol) {
  return symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4;
}

// 256 times log2 of a number of at least 1, with an error below 3/256 of a bit.
static inline uint32_t logarithm(uint32_t value) {
  // Converted to a float, the value has the index of its highest bit as its exponent; no vector
  // instruction searches for that bit.
  float number = (float)value;
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  uint32_t whole = (bits >> 23) - 127;
  uint32_t part = bits >> 7 & 0xFFFF;
  // log2(1 + x) is approximately x + 0.34 x (1 - x).
  uint32_t bulge = (part * (0x10000 - part) >> 16) * 88 >> 8;
  return whole << 8 | (part + bulge) >> 8;
}

// ---- statistics.c: symbol counts, and their cost ----

typedef struct statistics {
  uint32_t literals[literal_symbols];
  uint32_t distances[distance_symbols];
} statistics;

// Counts the symbols of tokens, except the end of a block.
void count_tokens(const token *tokens, size_t count, statistics *sums);

// About 256 times the size of all symbols in bits, without extra bits. The length of each code in
// use is written as well, and costs `bits_of_code`.
uint64_t cost_of_symbols(const statistics *counts, int bits_of_code);
// The approximate size of all symbols in bits, including extra bits; `bits_of_code` as above.
uint64_t bits_of_statistics(const statistics *counts, int bits_of_code);
// The approximate size of tokens in bits, including extra bits; `bits_of_code` as above.
uint64_t estimated_bits(const token *tokens, size_t count, int bits_of_code);

// The approximate size of a block's head: `bits_per_code` for each code in use, plus a constant.
enum { bits_per_code = 6, bits_of_head = 150 };

// The costs of tokens, about 8 times their size in bits.
typedef struct byte_costs {
  uint8_t bytes[256];  // for each byte that is not part of a match
  int32_t match;       // for any match; add 8 times the highest bit of its distance
} byte_costs;

// A first estimate from four pieces that make up a quarter of the first 128 KiB. `tokens` must have
// room for a piece.
void sample_costs(chunk chunk, token *tokens, byte_costs *costs);
// The costs in the next part of the chunk, assuming that it resembles the previous part.
void learn_costs(const statistics *counts, byte_costs *costs);

// ---- huffman.c: prefix codes (3.2.2) ----

// The code lengths for symbols with these counts, none longer than `longest`. Symbols that do not
// occur have length 0. A single symbol gets 1 bit.
void huffman_lengths(const uint32_t *counts, int symbol_count, int longest, uint8_t *lengths);

// The codes with these lengths, with the first bit lowest.
void huffman_codes(const uint8_t *lengths, int symbol_count, uint16_t *codes);

// ---- statistics.c: the ends of blocks ----

// The smallest block: with fewer tokens, a block seldom saves as much as its codes cost. The fine
// size, for when time does not matter, locates changes more precisely.
enum {
  slice_tokens = 4096,
  fine_slice_tokens = 1024,
  most_blocks = chunk_bytes / fine_slice_tokens + 1
};

typedef struct block {
  size_t start;  // offset of its first token
  size_t end;
  statistics counts;
  uint64_t cost;  // about 256 times the size of its symbols and their codes in bits
} block;

// Cuts tokens where their statistics change, into blocks of `slice` tokens or more. Returns the
// number of blocks.
int split_tokens(const token *tokens, size_t count, size_t slice, block blocks[most_blocks]);

// ---- block.c ----

// Writes one block of tokens in the form with the fewest bits. `bytes` is what the tokens stand
// for. Returns the number of these bytes.
size_t put_block(bit_writer *writer, const block *block, const token *tokens,
                 const uint8_t *bytes, bool is_last);
// Writes blocks that are not compressed (3.2.4).
void put_stored(bit_writer *writer, const uint8_t *bytes, size_t count, bool is_last);

// ---- runs.c: tokens without a search ----

// Matches refer only to the previous byte. Returns the number of tokens. There must be room for
// `token_slack` more tokens than bytes.
size_t run_tokens(chunk chunk, token *tokens);

// ---- lazy.c: hash chains and lazy matching ----

typedef struct lazy_effort {
  int depth;          // positions tried
  uint32_t good_length;      // a match of this length is accepted without trying more positions,
  uint32_t lazy_limit;  // and one of this length without looking at the next byte
  int skip_shift;        // after 2^skip_shift bytes without a match, some positions are skipped
  bool gives_up;      // if a part of the chunk shows that matches save nothing
} lazy_effort;

// A resumable search through a chunk.
typedef struct lazy_search lazy_search;
size_t lazy_search_size(void);
void lazy_begin(lazy_search *search, chunk chunk, lazy_effort effort);

// Continues the search until there are `enough` tokens, or to the end of the chunk. There must be
// room for `lazy_surplus` more tokens. Returns the number of tokens.
size_t lazy_tokens(lazy_search *search, size_t enough, token *tokens);

// The offset in the chunk up to which there are tokens.
size_t lazy_place(const lazy_search *search);

// ---- trees.c: all matches at a position ----

typedef struct found_match {
  uint16_t length;
  uint16_t distance;
} found_match;

enum { tree_hash_bits = 15, short_tree_hash_bits = 14 };

// Positions whose next four bytes share a hash form a binary search tree, sorted by the bytes that
// follow. A new position becomes the root: searching for it splits the tree in two and meets its
// nearest neighbours, among which are all longer matches. A few steps find a match that would take
// many in a chain.
typedef struct trees {
  uint32_t roots[1 << tree_hash_bits];  // position plus one; 0: none
  uint32_t last_of_three[1 << short_tree_hash_bits];
  uint32_t children[deflate_window][2];  // positions whose bytes are lower, and higher
} trees;

void trees_clear(trees *trees);

// Inserts a position and writes its matches, each longer than the previous one. Stops at a match of
// length `good_length`.
int trees_insert(trees *trees, chunk chunk, uint32_t place, uint32_t good_length, int depth,
                 found_match *matches);

// ---- optimal.c: nearly the cheapest of all ways to write a chunk ----

typedef struct optimal_effort {
  int passes;     // at most, each using the token costs of the previous pass; 0: none
  int depth;      // the number of positions compared with each position
  uint32_t good_length;  // a match of this length is taken whole
  size_t slice;   // the minimum number of tokens in a block
} optimal_effort;

typedef struct optimal_space optimal_space;
size_t optimal_space_size(void);

// Replaces `count` tokens of a chunk with better ones and returns the number of the better ones.
size_t optimal_tokens(chunk chunk, optimal_effort effort, size_t count, block *blocks,
                      optimal_space *space, token *tokens);

#endif
