// The part of ISA-L that unpacks, loaded at run time.
#ifndef CPNG_ISAL_H
#define CPNG_ISAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The fields that struct inflate_state begins with in every libisal.so.2
// (igzip_lib.h). What follows them, and how long it is, changes.
typedef struct cpng_isal_state {
  uint8_t *next_out;
  uint32_t avail_out;
  uint32_t total_out;
  const uint8_t *next_in;
  uint64_t read_in;  // bits taken from the input and not used yet
  uint32_t avail_in;
  int32_t read_in_length;  // in bits
} cpng_isal_state;

typedef struct cpng_isal {
  void (*inflate_init)(cpng_isal_state *state);
  int (*inflate)(cpng_isal_state *state);
  uint32_t (*crc32)(uint32_t crc, const uint8_t *bytes, uint64_t count);
  uint32_t (*adler32)(uint32_t adler, const uint8_t *bytes, uint64_t count);
} cpng_isal;

// Room for a whole struct inflate_state: 87 kB in 2.30, and as much again.
enum { cpng_isal_state_count = 192 * 1024 };

// NULL where the library, or one of the functions, is not found.
const cpng_isal *cpng_isal_load(void);
// The same, for what gains less than loading takes: NULL also where nobody has loaded it yet.
const cpng_isal *cpng_isal_if_loaded(void);

#endif
