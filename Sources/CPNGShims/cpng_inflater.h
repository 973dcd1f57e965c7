// Unpacks raw deflate data as they come, with ISA-L where it is found at run
// time, else with zlib.
//
// Neither the zlib header nor the closing Adler-32 is looked at here.
#ifndef CPNG_INFLATER_H
#define CPNG_INFLATER_H

#include "include/CPNGShims.h"

typedef struct cpng_inflater cpng_inflater;

typedef enum cpng_inflation {
  cpng_inflation_going,  // the input is used up, or the output is full
  cpng_inflation_ended,  // the data ended with their last block
  cpng_inflation_broken
} cpng_inflation;

typedef struct cpng_span {
  const uint8_t *bytes;
  size_t count;
} cpng_span;

// Returns NULL when memory runs out. ISA-L is used if asked for and present.
cpng_inflater *cpng_inflater_create(bool uses_isal);
void cpng_inflater_destroy(cpng_inflater *inflater);

// Unpacks into `output` and moves the start of `input` to what was not used.
// Returns the number of bytes unpacked. ISA-L does not tell that data ended.
size_t cpng_inflater_run(cpng_inflater *inflater, cpng_span *input, uint8_t *output, size_t count,
                         cpng_inflation *inflation);

// Takes all the input that is left, and returns whether the data end in it
// without another byte of output. `surplus` then holds what follows their end,
// which may be up to 8 bytes longer than `input`.
bool cpng_inflater_end(cpng_inflater *inflater, cpng_span input, uint8_t *surplus,
                       size_t *surplus_count);

// Both continue from a value returned earlier, and start from 0 and 1.
uint32_t cpng_inflater_crc32(const cpng_inflater *inflater, uint32_t crc, cpng_span span);
uint32_t cpng_inflater_adler32(const cpng_inflater *inflater, uint32_t adler, cpng_span span);

#endif
