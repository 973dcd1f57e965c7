#include <stdlib.h>
#include <string.h>

#include "deflate.h"

// ---- Bits on their way into bytes, the first lowest (RFC 1951, 3.1.1) ----

typedef struct bit_writer {
  uint8_t *output;
  uint64_t bits;
  int count;
} bit_writer;

// At most 56 bits ahead of a flush.
static inline void append_bits(bit_writer *writer, uint32_t bits, int count) {
  writer->bits |= (uint64_t)bits << writer->count;
  writer->count += count;
}

// Writes all whole bytes; fewer than 8 bits are left. Eight bytes are stored whatever their
// number, which is one instruction; the output has room for them.
static inline void flush_bits(bit_writer *writer) {
  for (int byte = 0; byte < 8; byte++) writer->output[byte] = (uint8_t)(writer->bits >> 8 * byte);
  writer->output += writer->count / 8;
  writer->bits >>= writer->count & ~7;
  writer->count &= 7;
}

// At most 32 bits.
static inline void put_bits(bit_writer *writer, uint32_t bits, int count) {
  append_bits(writer, bits, count);
  flush_bits(writer);
}

// ---- Symbols and their lengths ----

enum {
  end_of_block = 256,
  first_length = 257,
  symbol_count = codec_literal_symbols,
  length_symbol_count = 19,
  repeat_last = 16,
  repeat_zero = 17,
  repeat_zero_often = 18
};

typedef struct length_code {
  int symbol;
  int extra_count;
  uint32_t extra;
} length_code;

// RFC 1951, 3.2.5: four symbols for each number of extra bits.
static length_code code_of_length(int length) {
  if (length == codec_longest_match) return (length_code){285, 0, 0};
  uint32_t value = (uint32_t)length - 3;
  int extra_count = value < 8 ? 0 : 29 - __builtin_clz(value);
  return (length_code){first_length + 4 * extra_count + (int)(value >> extra_count), extra_count,
                       value & ((1u << extra_count) - 1)};
}

static void count_symbols(const codec_token *tokens, size_t count, uint32_t counts[symbol_count]) {
  // Neighbours are often equal; four tables keep them from waiting for each other.
  uint32_t tables[4][codec_token_count] = {0};
  for (size_t index = 0; index < count; index++) tables[index % 4][tokens[index]]++;
  memset(counts, 0, symbol_count * sizeof *counts);
  for (int token = 0; token < codec_token_count; token++) {
    int symbol = token < codec_first_run_token ? token
                                              : code_of_length(codec_run_of_token(token)).symbol;
    counts[symbol] += tables[0][token] + tables[1][token] + tables[2][token] + tables[3][token];
  }
  counts[end_of_block] = 1;
}

typedef struct length_list {
  uint8_t symbols[symbol_count + 1];
  uint8_t extra[symbol_count + 1];
  int count;
} length_list;

static void append_length(length_list *list, int symbol, int extra) {
  list->symbols[list->count] = (uint8_t)symbol;
  list->extra[list->count++] = (uint8_t)extra;
}

// The lengths of the codes, with repetitions shortened (RFC 1951, 3.2.7).
static void shorten(const uint8_t *lengths, int count, length_list *list) {
  list->count = 0;
  for (int start = 0; start < count;) {
    int end = start + 1;
    int most = lengths[start] == 0 ? 138 : 7;
    while (end < count && end - start < most && lengths[end] == lengths[start]) end++;
    int run = end - start;
    if (lengths[start] == 0 && run >= 11) {
      append_length(list, repeat_zero_often, run - 11);
    } else if (lengths[start] == 0 && run >= 3) {
      append_length(list, repeat_zero, run - 3);
    } else {
      append_length(list, lengths[start], 0);
      if (lengths[start] != 0 && run >= 4) {
        append_length(list, repeat_last, run - 4);
      } else {
        end = start + 1;
      }
    }
    start = end;
  }
}

static int extra_bits(int symbol) {
  switch (symbol) {
    case repeat_last: return 2;
    case repeat_zero: return 3;
    case repeat_zero_often: return 7;
    default: return 0;
  }
}

// `lengths` is followed by that of the one distance there is.
static void put_table(bit_writer *writer, const uint8_t *lengths) {
  static const uint8_t order[length_symbol_count] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                     11, 4,  12, 3, 13, 2, 14, 1, 15};
  length_list list;
  shorten(lengths, symbol_count + 1, &list);
  uint32_t counts[length_symbol_count] = {0};
  for (int index = 0; index < list.count; index++) counts[list.symbols[index]]++;
  uint8_t bits[length_symbol_count];
  uint16_t codes[length_symbol_count];
  codec_huffman_lengths(counts, length_symbol_count, 7, bits);
  codec_huffman_codes(bits, length_symbol_count, codes);

  int used = length_symbol_count;
  while (used > 4 && bits[order[used - 1]] == 0) used--;
  put_bits(writer, symbol_count - 257, 5);
  put_bits(writer, 0, 5);
  put_bits(writer, (uint32_t)used - 4, 4);
  for (int index = 0; index < used; index++) put_bits(writer, bits[order[index]], 3);
  for (int index = 0; index < list.count; index++) {
    int symbol = list.symbols[index];
    put_bits(writer, codes[symbol], bits[symbol]);
    put_bits(writer, list.extra[index], extra_bits(symbol));
  }
}

typedef struct bit_pattern {
  uint32_t bits;
  int count;
} bit_pattern;

// The bits of each token: of a run, its length and a distance of one byte, which is a single 0.
static void fill_patterns(const uint16_t *codes, const uint8_t *lengths, bit_pattern *patterns) {
  for (int byte = 0; byte < codec_first_run_token; byte++) {
    patterns[byte] = (bit_pattern){codes[byte], lengths[byte]};
  }
  for (int token = codec_first_run_token; token < codec_token_count; token++) {
    length_code code = code_of_length(codec_run_of_token(token));
    int count = lengths[code.symbol];
    patterns[token] =
        (bit_pattern){codes[code.symbol] | code.extra << count, count + code.extra_count + 1};
  }
}

static void put_tokens(bit_writer *writer, const codec_token *tokens, size_t count,
                       const bit_pattern *patterns) {
  bit_writer local = *writer;
  for (size_t index = 0; index < count; index++) {
    const bit_pattern *pattern = &patterns[tokens[index]];
    append_bits(&local, pattern->bits, pattern->count);
    // Two have 42 bits at most.
    if (index % 2 == 1) flush_bits(&local);
  }
  flush_bits(&local);
  *writer = local;
}

// A symbol takes 9 bits at most on average, since a code for all of them does.
size_t codec_literals_bound(size_t count) { return count + count / 8 + 512; }

size_t codec_literals_deflate(const uint8_t *bytes, size_t count, bool is_last, uint8_t *output,
                             uint8_t costs[256]) {
  codec_token *tokens = malloc((count + codec_token_slack) * sizeof *tokens);
  if (tokens == NULL) return 0;
  size_t token_count = codec_tokenize(bytes, count, tokens);
  uint32_t counts[symbol_count];
  uint8_t lengths[symbol_count + 1];
  uint16_t codes[symbol_count] = {0};
  count_symbols(tokens, token_count, counts);
  codec_huffman_lengths(counts, symbol_count, 15, lengths);
  codec_huffman_codes(lengths, symbol_count, codes);
  lengths[symbol_count] = 1;
  memcpy(costs, lengths, 256);
  bit_pattern patterns[codec_token_count];
  fill_patterns(codes, lengths, patterns);

  bit_writer writer = {.output = output};
  put_bits(&writer, is_last, 1);
  put_bits(&writer, 2, 2);
  put_table(&writer, lengths);
  put_tokens(&writer, tokens, token_count, patterns);
  put_bits(&writer, codes[end_of_block], lengths[end_of_block]);
  if (!is_last) put_bits(&writer, 0, 3);
  put_bits(&writer, 0, (8 - writer.count) % 8);
  // The lengths of an empty stored block (RFC 1951, 3.2.4).
  if (!is_last) put_bits(&writer, 0xFFFF0000, 32);
  free(tokens);
  return (size_t)(writer.output - output);
}
