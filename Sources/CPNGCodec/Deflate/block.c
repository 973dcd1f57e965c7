#include "internal.h"

// ---- The code of a block, and the size that results ----

enum {
  fixed_literal_symbols = 288,  // the last two never occur, but are part of the fixed code
  length_symbols = 19,
  longest_length_code = 7,
  repeat_last = 16,
  repeat_zero = 17,
  repeat_zero_often = 18,
  most_lengths = literal_symbols + distance_symbols,
  block_head = 3,  // bits
  stored_head = 4  // bytes, after the bits of the block's head
};

typedef struct code {
  uint8_t literals[fixed_literal_symbols];
  uint8_t distances[distance_symbols];
} code;

// RFC 1951, 3.2.6.
static void fill_fixed_code(code *code) {
  for (int symbol = 0; symbol < fixed_literal_symbols; symbol++) {
    code->literals[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
  }
  memset(code->distances, 5, sizeof code->distances);
}

// The size of the tokens in bits, without the head of the block.
static uint64_t bits_of_tokens(const statistics *counts, const code *code) {
  uint64_t bits = 0;
  for (int symbol = 0; symbol < literal_symbols; symbol++) {
    int extra = extra_bits_of_symbol(symbol);
    bits += (uint64_t)counts->literals[symbol] * (unsigned)(code->literals[symbol] + extra);
  }
  for (int symbol = 0; symbol < distance_symbols; symbol++) {
    int length = code->distances[symbol] + extra_bits_of_distance(symbol);
    bits += (uint64_t)counts->distances[symbol] * (unsigned)length;
  }
  return bits;
}

// ---- The code of a block (3.2.7) ----

typedef struct length_list {
  uint8_t symbols[most_lengths];
  uint8_t extra[most_lengths];
  int count;
} length_list;

typedef struct table {
  int literal_count;
  int distance_count;
  int length_count;
  length_list list;
  uint8_t lengths[length_symbols];
  uint64_t bits;  // size of the block
} table;

static const uint8_t length_order[length_symbols] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                     11, 4,  12, 3, 13, 2, 14, 1, 15};

static int extra_bits_of_length(int symbol) {
  switch (symbol) {
    case repeat_last: return 2;
    case repeat_zero: return 3;
    case repeat_zero_often: return 7;
    default: return 0;
  }
}

static void append_length(length_list *list, int symbol, int extra) {
  list->symbols[list->count] = (uint8_t)symbol;
  list->extra[list->count++] = (uint8_t)extra;
}

// The code lengths, with repetitions encoded.
static void shorten(const uint8_t *lengths, int count, length_list *list) {
  list->count = 0;
  for (int start = 0; start < count;) {
    int run = 1;
    while (start + run < count && lengths[start + run] == lengths[start]) run++;
    start += run;
    int length = lengths[start - 1];
    if (length > 0) {
      append_length(list, length, 0);
      run--;
    }
    while (run >= 3) {
      int most = length > 0 ? 6 : 138;
      int part = run < most ? run : most;
      // A remainder shorter than 3 could not be repeated.
      if (length > 0 && run - part > 0 && run - part < 3 && run >= 6) part = run - 3;
      if (length > 0) {
        append_length(list, repeat_last, part - 3);
      } else if (part < 11) {
        append_length(list, repeat_zero, part - 3);
      } else {
        append_length(list, repeat_zero_often, part - 11);
      }
      run -= part;
    }
    for (; run > 0; run--) append_length(list, length, 0);
  }
}

static int used_symbols(const uint8_t *lengths, int count, int least) {
  while (count > least && lengths[count - 1] == 0) count--;
  return count;
}

static void fill_table(const code *code, table *table) {
  uint8_t lengths[most_lengths];
  table->literal_count = used_symbols(code->literals, literal_symbols, 257);
  table->distance_count = used_symbols(code->distances, distance_symbols, 1);
  memcpy(lengths, code->literals, (size_t)table->literal_count);
  memcpy(lengths + table->literal_count, code->distances, (size_t)table->distance_count);
  shorten(lengths, table->literal_count + table->distance_count, &table->list);

  uint32_t counts[length_symbols] = {0};
  for (int index = 0; index < table->list.count; index++) counts[table->list.symbols[index]]++;
  huffman_lengths(counts, length_symbols, longest_length_code, table->lengths);
  table->length_count = length_symbols;
  while (table->length_count > 4 && table->lengths[length_order[table->length_count - 1]] == 0) {
    table->length_count--;
  }
  table->bits = 5 + 5 + 4 + 3 * (uint64_t)table->length_count;
  for (int symbol = 0; symbol < length_symbols; symbol++) {
    int length = table->lengths[symbol] + extra_bits_of_length(symbol);
    table->bits += (uint64_t)counts[symbol] * (unsigned)length;
  }
}

static void put_table(bit_writer *writer, const table *table) {
  uint16_t codes[length_symbols];
  huffman_codes(table->lengths, length_symbols, codes);
  put_bits(writer, (unsigned)table->literal_count - 257, 5);
  put_bits(writer, (unsigned)table->distance_count - 1, 5);
  put_bits(writer, (unsigned)table->length_count - 4, 4);
  for (int index = 0; index < table->length_count; index++) {
    put_bits(writer, table->lengths[length_order[index]], 3);
  }
  for (int index = 0; index < table->list.count; index++) {
    int symbol = table->list.symbols[index];
    put_bits(writer, codes[symbol], table->lengths[symbol]);
    put_bits(writer, table->list.extra[index], extra_bits_of_length(symbol));
  }
}

// ---- Tokens ----

// The bits of a byte, or of the length of a match: code and extra bits together.
typedef struct bit_pattern {
  uint32_t bits;
  uint32_t count;
} bit_pattern;

// The bits of a distance: those of its code, and those of its code and extra bits.
typedef struct distance_pattern {
  uint16_t bits;
  uint8_t code_bits;
  uint8_t count;
} distance_pattern;

enum { distance_patterns = 64 };

typedef struct patterns {
  bit_pattern values[token_values];
  // Indexed by two parts of a token: the distance symbol, and below it the highest bit of the
  // value, which marks a match. Bytes have empty patterns, so no branch depends on the kind of
  // token.
  distance_pattern distances[distance_patterns];
} patterns;

static void fill_patterns(const code *code, patterns *patterns, bit_pattern *end) {
  const uint8_t *lengths = code->literals;
  uint16_t codes[fixed_literal_symbols];
  huffman_codes(lengths, fixed_literal_symbols, codes);
  for (int value = 0; value < first_match_value; value++) {
    patterns->values[value] = (bit_pattern){codes[value], lengths[value]};
  }
  for (uint32_t length = shortest_length; length <= longest_match; length++) {
    length_code symbol = code_of_length(length);
    uint32_t count = lengths[symbol.symbol];
    patterns->values[first_match_value + length - shortest_length] = (bit_pattern){
        codes[symbol.symbol] | symbol.extra << count, count + (uint32_t)symbol.extra_bits};
  }
  *end = (bit_pattern){codes[end_of_block], lengths[end_of_block]};
  uint16_t distance_codes[distance_symbols];
  huffman_codes(code->distances, distance_symbols, distance_codes);
  for (int symbol = 0; symbol < distance_symbols; symbol++) {
    uint8_t code_bits = code->distances[symbol];
    patterns->distances[2 * symbol + 1] = (distance_pattern){
        distance_codes[symbol], code_bits, (uint8_t)(code_bits + extra_bits_of_distance(symbol))};
  }
}

static void put_tokens(bit_writer *writer, const token *tokens, size_t count, const code *code) {
  patterns patterns = {0};
  bit_pattern end;
  fill_patterns(code, &patterns, &end);
  bit_writer local = *writer;
  for (size_t index = 0; index < count; index++) {
    token token = tokens[index];
    bit_pattern value = patterns.values[value_of_token(token)];
    append_bits(&local, value.bits, (int)value.count);
    distance_pattern distance = patterns.distances[token >> 8 & (distance_patterns - 1)];
    append_bits(&local, distance.bits | token >> 14 << distance.code_bits, distance.count);
    // At most 55 bits: 20 for a length, 28 for a distance, and 7 left over.
    flush_bits(&local);
  }
  put_bits(&local, end.bits, (int)end.count);
  *writer = local;
}

// ---- Blocks ----

static const uint8_t fixed_block = 1, dynamic_block = 2;  // 3.2.3

static void put_head(bit_writer *writer, unsigned type, bool is_last) {
  put_bits(writer, type << 1 | is_last, block_head);
}

// The size in bits of stored blocks, assuming that each 3-bit head takes a whole byte.
static uint64_t bits_of_stored(size_t count) {
  size_t blocks = count == 0 ? 1 : (count - 1) / UINT16_MAX + 1;
  return 8 * ((uint64_t)count + blocks * (1 + stored_head));
}

void put_stored(bit_writer *writer, const uint8_t *bytes, size_t count, bool is_last) {
  do {
    size_t part = count < UINT16_MAX ? count : UINT16_MAX;
    put_head(writer, 0, is_last && part == count);
    put_bits(writer, 0, (8 - writer->count) % 8);
    put_bits(writer, part | (part ^ UINT16_MAX) << 16, 32);
    if (part > 0) memcpy(writer->next, bytes, part);
    writer->next += part;
    bytes += part;
    count -= part;
  } while (count > 0);
}

size_t put_block(bit_writer *writer, const block *block, const token *tokens,
                 const uint8_t *bytes, bool is_last) {
  tokens += block->start;
  size_t count = block->end - block->start;
  size_t byte_count = 0;
  for (size_t index = 0; index < count; index++) byte_count += bytes_of_token(tokens[index]);
  statistics counts = block->counts;
  counts.literals[end_of_block] = 1;
  code dynamic = {0}, fixed;
  huffman_lengths(counts.literals, literal_symbols, longest_code, dynamic.literals);
  huffman_lengths(counts.distances, distance_symbols, longest_code, dynamic.distances);
  table table;
  fill_table(&dynamic, &table);
  fill_fixed_code(&fixed);
  uint64_t dynamic_bits = block_head + table.bits + bits_of_tokens(&counts, &dynamic);
  uint64_t fixed_bits = block_head + bits_of_tokens(&counts, &fixed);
  if (bits_of_stored(byte_count) <= dynamic_bits && bits_of_stored(byte_count) <= fixed_bits) {
    put_stored(writer, bytes, byte_count, is_last);
  } else if (fixed_bits <= dynamic_bits) {
    put_head(writer, fixed_block, is_last);
    put_tokens(writer, tokens, count, &fixed);
  } else {
    put_head(writer, dynamic_block, is_last);
    put_table(writer, &table);
    put_tokens(writer, tokens, count, &dynamic);
  }
  return byte_count;
}
