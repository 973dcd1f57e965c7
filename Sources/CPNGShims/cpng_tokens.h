// Bytes as deflate writes them where it refers to nothing but the byte before.
#ifndef CPNG_TOKENS_H
#define CPNG_TOKENS_H

#include <stddef.h>
#include <stdint.h>

// A byte, or above all bytes, how often the one before it comes again.
typedef uint16_t cpng_token;

enum {
  cpng_shortest_run = 4,
  cpng_longest_run = 258,
  cpng_first_run_token = 256,
  cpng_token_count = cpng_first_run_token + cpng_longest_run - cpng_shortest_run + 1,
  cpng_token_slack = 8  // so many tokens have room behind the last
};

// How often the byte comes again, for a token that is a run.
static inline int cpng_run_of_token(int token) {
  return token - cpng_first_run_token + cpng_shortest_run;
}

// Returns how many tokens the bytes become: at most as many as there are bytes.
size_t cpng_tokenize(const uint8_t *bytes, size_t count, cpng_token *tokens);

#endif
