#include <stdlib.h>

#include "internal.h"

typedef struct effort {
  lazy_effort lazy;
  optimal_effort optimal;
} effort;

// Each level takes more time than the one below it, and makes most pictures smaller. Levels 1 to 6
// look at each byte once. Higher levels weigh matches by their cost.
static const effort efforts[] = {
    [1] = {{.depth = 1, .good_length = 16, .lazy_limit = 0, .skip_shift = 3, .gives_up = true}, {0}},
    [2] = {{.depth = 1, .good_length = 32, .lazy_limit = 8, .skip_shift = 4, .gives_up = true}, {0}},
    [3] = {{.depth = 2, .good_length = 32, .lazy_limit = 8, .skip_shift = 4, .gives_up = true}, {0}},
    [4] = {{.depth = 2, .good_length = 32, .lazy_limit = 16, .skip_shift = 5, .gives_up = true}, {0}},
    [5] = {{.depth = 4, .good_length = 32, .lazy_limit = 16, .skip_shift = 5, .gives_up = true}, {0}},
    [6] = {{.depth = 5, .good_length = 64, .lazy_limit = 12, .skip_shift = 5, .gives_up = true}, {0}},
    [7] = {{.depth = 4, .good_length = 32, .lazy_limit = 16, .skip_shift = 16}, {1, 12, 48, slice_tokens}},
    [8] = {{.depth = 4, .good_length = 32, .lazy_limit = 16, .skip_shift = 16}, {2, 32, 96, slice_tokens}},
    [9] = {{.depth = 8, .good_length = 64, .lazy_limit = 32, .skip_shift = 16}, {10, 300, 258, fine_slice_tokens}},
};

typedef struct workspace {
  token tokens[chunk_bytes + lazy_surplus];
  block blocks[most_blocks];
} workspace;

enum {
  // The maximum number of bytes a block takes beyond its content. A block whose codes would take
  // more is stored, with a head of 3 bits, up to 7 bits of padding, and 4 bytes.
  block_overhead = 6,
  store_slack = 8  // bytes of one store
};

size_t deflate_bound(size_t count) {
  // There is one block in any case, one per chunk, and an empty one at the end; stored blocks are
  // limited to 64 KiB.
  size_t blocks = count / fine_slice_tokens + count / chunk_bytes + count / UINT16_MAX + 4;
  return count + blocks * block_overhead + store_slack;
}

// Writes all waiting tokens, which stand for `bytes`. Returns the number of these bytes.
static size_t put_blocks(bit_writer *writer, workspace *space, size_t count, size_t slice,
                         const uint8_t *bytes, bool is_last) {
  int block_count = split_tokens(space->tokens, count, slice, space->blocks);
  size_t byte_count = 0;
  for (int index = 0; index < block_count; index++) {
    byte_count += put_block(writer, &space->blocks[index], space->tokens, bytes + byte_count,
                            is_last && index == block_count - 1);
  }
  return byte_count;
}

// Searches the whole piece at once, so that the chains and costs of the search continue across
// blocks.
static void encode_lazily(bit_writer *writer, chunk chunk, lazy_effort effort, bool is_last,
                          workspace *space, lazy_search *search) {
  lazy_begin(search, chunk, effort);
  size_t place = chunk.start;
  do {
    size_t count = lazy_tokens(search, waiting_tokens, space->tokens);
    bool is_end = lazy_place(search) == chunk.end;
    place += put_blocks(writer, space, count, slice_tokens, chunk.bytes + place,
                        is_last && is_end);
  } while (place < chunk.end);
}

// Encodes the piece in parts, because all matches of a part are kept in memory.
static void encode_optimally(bit_writer *writer, chunk whole, const effort *effort, bool is_last,
                             workspace *space, lazy_search *search, optimal_space *optimal) {
  size_t place = whole.start;
  do {
    size_t ahead = place < deflate_window ? place : deflate_window;
    size_t left = whole.end - place;
    size_t count = left < chunk_bytes ? left : chunk_bytes;
    chunk chunk = {whole.bytes + place - ahead, ahead, ahead + count};
    lazy_begin(search, chunk, effort->lazy);
    size_t tokens = lazy_tokens(search, chunk_bytes, space->tokens);
    tokens = optimal_tokens(chunk, effort->optimal, tokens, space->blocks, optimal, space->tokens);
    put_blocks(writer, space, tokens, effort->optimal.slice, whole.bytes + place,
               is_last && count == left);
    place += count;
  } while (place < whole.end);
}

static bool encode(bit_writer *writer, deflate_input input) {
  const effort *effort = &efforts[input.level];
  bool is_optimal = effort->optimal.passes > 0;
  workspace *space = malloc(sizeof *space);
  lazy_search *search = malloc(lazy_search_size());
  optimal_space *optimal = is_optimal ? malloc(optimal_space_size()) : NULL;
  bool has_memory = space != NULL && search != NULL && (optimal != NULL || !is_optimal);
  if (has_memory && is_optimal) {
    encode_optimally(writer, chunk_of_input(input), effort, input.is_last, space, search, optimal);
  } else if (has_memory) {
    encode_lazily(writer, chunk_of_input(input), effort->lazy, input.is_last, space, search);
  }
  free(space);
  free(search);
  free(optimal);
  return has_memory;
}

size_t deflate_encode(deflate_input input, uint8_t *output) {
  bit_writer writer = {.next = output};
  if (input.level == 0) {
    put_stored(&writer, input.bytes, input.count, input.is_last);
  } else if (!encode(&writer, input)) {
    return 0;
  }
  if (!input.is_last) put_stored(&writer, input.bytes, 0, false);
  put_bits(&writer, 0, (8 - writer.count) % 8);
  return (size_t)(writer.next - output);
}

size_t deflate_estimate(deflate_input input) {
  token *tokens = malloc((input.count + lazy_surplus) * sizeof *tokens);
  lazy_search *search = malloc(lazy_search_size());
  size_t bits = 0;
  if (tokens != NULL && search != NULL) {
    lazy_begin(search, chunk_of_input(input), efforts[input.level].lazy);
    size_t count = lazy_tokens(search, input.count, tokens);
    bits = bits_of_head + (size_t)estimated_bits(tokens, count, bits_per_code);
  }
  free(tokens);
  free(search);
  return bits;
}
