#include <stdlib.h>

#include "internal.h"

typedef struct effort {
  lazy_effort lazy;
  optimal_effort optimal;
} effort;

// Each level takes more time than the one below it, and makes fewer bytes of most pictures.
// 1 to 6 look at each byte once; above them, what is found is weighed by what it costs.
static const effort efforts[] = {
    [1] = {{.depth = 1, .nice = 16, .patience = 0, .boredom = 3, .gives_up = true}, {0}},
    [2] = {{.depth = 1, .nice = 32, .patience = 8, .boredom = 4, .gives_up = true}, {0}},
    [3] = {{.depth = 2, .nice = 32, .patience = 8, .boredom = 4, .gives_up = true}, {0}},
    [4] = {{.depth = 2, .nice = 32, .patience = 16, .boredom = 5, .gives_up = true}, {0}},
    [5] = {{.depth = 4, .nice = 32, .patience = 16, .boredom = 5, .gives_up = true}, {0}},
    [6] = {{.depth = 6, .nice = 32, .patience = 16, .boredom = 5, .gives_up = true}, {0}},
    [7] = {{.depth = 4, .nice = 32, .patience = 16, .boredom = 16}, {1, 12, 48}},
    [8] = {{.depth = 4, .nice = 32, .patience = 16, .boredom = 16}, {2, 32, 96}},
    [9] = {{.depth = 8, .nice = 64, .patience = 32, .boredom = 16}, {4, 127, 258}},
};

typedef struct workspace {
  token tokens[chunk_bytes + token_slack];
  block blocks[most_blocks];
} workspace;

enum {
  // What a block takes beyond its bytes at most: it is stored where its codes are longer.
  block_overhead = 3 * 5,
  flush_bytes = 5,
  store_slack = 8  // bytes that are written at once
};

size_t deflate_bound(size_t count) {
  size_t blocks = count / slice_tokens + count / chunk_bytes + 2;
  return count + blocks * block_overhead + flush_bytes + store_slack;
}

static void encode_chunk(bit_writer *writer, chunk chunk, int level, bool is_last,
                         workspace *space, lazy_space *lazy, optimal_space *optimal) {
  const effort *effort = &efforts[level];
  size_t count = lazy_tokens(chunk, effort->lazy, lazy, space->tokens);
  count = optimal_tokens(chunk, effort->optimal, count, space->blocks, optimal, space->tokens);
  int block_count = split_tokens(space->tokens, count, space->blocks);
  const uint8_t *bytes = chunk.bytes + chunk.start;
  for (int index = 0; index < block_count; index++) {
    const block *block = &space->blocks[index];
    bytes += put_block(writer, block, space->tokens, bytes, is_last && index == block_count - 1);
  }
}

static bool encode(bit_writer *writer, deflate_input input) {
  workspace *space = malloc(sizeof *space);
  lazy_space *lazy = malloc(lazy_space_size());
  bool is_optimal = efforts[input.level].optimal.passes > 0;
  optimal_space *optimal = is_optimal ? malloc(optimal_space_size()) : NULL;
  bool has_memory = space != NULL && lazy != NULL && (optimal != NULL || !is_optimal);
  size_t start = 0;
  do {
    if (!has_memory) break;
    size_t left = input.count - start;
    size_t count = left < chunk_bytes ? left : chunk_bytes;
    size_t ahead = input.ahead + start;
    if (ahead > deflate_window) ahead = deflate_window;
    chunk chunk = {input.bytes + start - ahead, (uint32_t)ahead, (uint32_t)(ahead + count)};
    start += count;
    encode_chunk(writer, chunk, input.level, input.is_last && count == left, space, lazy,
                 optimal);
  } while (start < input.count);
  free(space);
  free(lazy);
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
  token *tokens = malloc((input.count + token_slack) * sizeof *tokens);
  lazy_space *lazy = malloc(lazy_space_size());
  size_t bits = 0;
  if (tokens != NULL && lazy != NULL) {
    size_t ahead = input.ahead < deflate_window ? input.ahead : deflate_window;
    chunk chunk = {input.bytes - ahead, (uint32_t)ahead, (uint32_t)(ahead + input.count)};
    size_t count = lazy_tokens(chunk, efforts[input.level].lazy, lazy, tokens);
    bits = bits_of_head + (size_t)estimated_bits(tokens, count, bits_per_code);
  }
  free(tokens);
  free(lazy);
  return bits;
}
