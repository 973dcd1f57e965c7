#include "cpng_literals.h"

#include <string.h>

#include "cpng_huffman.h"

enum {
  end_of_block = 256,
  first_length = 257,
  symbol_count = 286,
  shortest_run = 4,
  longest_run = 258,
  stride = 8,
  length_symbol_count = 19,
  repeat_last = 16,
  repeat_zero = 17,
  repeat_zero_often = 18
};

typedef struct bit_writer {
  uint8_t *output;
  uint64_t bits;
  int count;
} bit_writer;

// At most 32 bits, the first lowest.
static inline void put(bit_writer *writer, uint32_t bits, int count) {
  writer->bits |= (uint64_t)bits << writer->count;
  writer->count += count;
  if (writer->count >= 32) {
    for (int byte = 0; byte < 4; byte++) writer->output[byte] = (uint8_t)(writer->bits >> 8 * byte);
    writer->output += 4;
    writer->bits >>= 32;
    writer->count -= 32;
  }
}

static void fill_byte(bit_writer *writer) {
  while (writer->count > 0) {
    *writer->output++ = (uint8_t)writer->bits;
    writer->bits >>= 8;
    writer->count -= 8;
  }
  writer->bits = 0;
  writer->count = 0;
}

// How often the byte ahead of `start` comes again there; 0 for fewer than
// `shortest_run` times.
static inline size_t run_length(const uint8_t *bytes, size_t start, size_t count) {
  if (count - start < shortest_run) return 0;
  uint8_t value = bytes[start - 1];
  if (bytes[start] != value || memcmp(bytes + start, bytes + start - 1, shortest_run) != 0) {
    return 0;
  }
  size_t limit = count - start < longest_run ? count : start + longest_run;
  size_t end = start + shortest_run;
  while (end + stride <= limit && memcmp(bytes + end, bytes + end - 1, stride) == 0) end += stride;
  while (end < limit && bytes[end] == value) end++;
  return end - start;
}

typedef struct length_code {
  int symbol;
  int extra_count;
  uint32_t extra;
} length_code;

// RFC 1951, 3.2.5: four symbols for each number of extra bits.
static length_code code_of_length(size_t length) {
  if (length == longest_run) return (length_code){285, 0, 0};
  uint32_t value = (uint32_t)length - 3;
  int extra_count = value < 8 ? 0 : 29 - __builtin_clz(value);
  return (length_code){first_length + 4 * extra_count + (int)(value >> extra_count), extra_count,
                       value & ((1u << extra_count) - 1)};
}

static void count_symbols(const uint8_t *bytes, size_t count, uint32_t *counts) {
  // Neighbours are often equal; four tables keep them from waiting for each other.
  uint32_t tables[4][256] = {0};
  memset(counts, 0, symbol_count * sizeof *counts);
  if (count > 0) tables[0][bytes[0]]++;
  for (size_t index = 1; index < count;) {
    size_t run = run_length(bytes, index, count);
    if (run > 0) {
      counts[code_of_length(run).symbol]++;
      index += run;
    } else {
      tables[index % 4][bytes[index]]++;
      index++;
    }
  }
  for (int byte = 0; byte < 256; byte++) {
    counts[byte] = tables[0][byte] + tables[1][byte] + tables[2][byte] + tables[3][byte];
  }
  counts[end_of_block] = 1;
}

typedef struct length_list {
  uint8_t symbols[symbol_count + 1];
  uint8_t extra[symbol_count + 1];
  int count;
} length_list;

static void append(length_list *list, int symbol, int extra) {
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
      append(list, repeat_zero_often, run - 11);
    } else if (lengths[start] == 0 && run >= 3) {
      append(list, repeat_zero, run - 3);
    } else {
      append(list, lengths[start], 0);
      if (lengths[start] != 0 && run >= 4) {
        append(list, repeat_last, run - 4);
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
  cpng_huffman_lengths(counts, length_symbol_count, 7, bits);
  cpng_huffman_codes(bits, length_symbol_count, codes);

  int used = length_symbol_count;
  while (used > 4 && bits[order[used - 1]] == 0) used--;
  put(writer, symbol_count - 257, 5);
  put(writer, 0, 5);
  put(writer, (uint32_t)used - 4, 4);
  for (int index = 0; index < used; index++) put(writer, bits[order[index]], 3);
  for (int index = 0; index < list.count; index++) {
    int symbol = list.symbols[index];
    put(writer, codes[symbol], bits[symbol]);
    put(writer, list.extra[index], extra_bits(symbol));
  }
}

static void put_symbols(bit_writer *writer, const uint8_t *bytes, size_t count,
                        const uint16_t *codes, const uint8_t *lengths) {
  bit_writer local = *writer;
  if (count > 0) put(&local, codes[bytes[0]], lengths[bytes[0]]);
  for (size_t index = 1; index < count;) {
    size_t run = run_length(bytes, index, count);
    if (run > 0) {
      length_code code = code_of_length(run);
      put(&local, codes[code.symbol], lengths[code.symbol]);
      put(&local, code.extra, code.extra_count);
      put(&local, 0, 1);  // the distance: one byte back
      index += run;
    } else {
      put(&local, codes[bytes[index]], lengths[bytes[index]]);
      index++;
    }
  }
  put(&local, codes[end_of_block], lengths[end_of_block]);
  *writer = local;
}

// A symbol takes 9 bits at most on average, since a code for all of them does.
size_t cpng_literals_bound(size_t count) { return count + count / 8 + 512; }

size_t cpng_literals_deflate(const uint8_t *bytes, size_t count, bool is_last, uint8_t *output,
                             uint8_t costs[256]) {
  uint32_t counts[symbol_count];
  uint8_t lengths[symbol_count + 1];
  uint16_t codes[symbol_count];
  count_symbols(bytes, count, counts);
  cpng_huffman_lengths(counts, symbol_count, 15, lengths);
  cpng_huffman_codes(lengths, symbol_count, codes);
  lengths[symbol_count] = 1;
  memcpy(costs, lengths, 256);

  bit_writer writer = {.output = output};
  put(&writer, is_last, 1);
  put(&writer, 2, 2);
  put_table(&writer, lengths);
  put_symbols(&writer, bytes, count, codes, lengths);
  if (!is_last) put(&writer, 0, 3);
  fill_byte(&writer);
  // The lengths of an empty stored block (RFC 1951, 3.2.4).
  if (!is_last) put(&writer, 0xFFFF0000, 32);
  return (size_t)(writer.output - output);
}
