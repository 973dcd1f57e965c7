// ISA-L (clibrary_isal), which decompresses faster than zlib.
//
// Its functions are called directly, as they are in the innermost loop of reading a PNG.
#ifndef CLIBRARIES_LIBISAL_H
#define CLIBRARIES_LIBISAL_H

#include <stdint.h>

#pragma clang assume_nonnull begin

// The leading fields of struct inflate_state, the same in every libisal.so.2. Later fields, and the
// size, differ between versions.
//
// Source: igzip_lib.h of ISA-L 2.30.
typedef struct cisal_state {
  uint8_t *next_out;
  uint32_t avail_out;
  uint32_t total_out;
  const uint8_t *next_in;
  uint64_t read_in;  // bits taken from the input but not used yet
  uint32_t avail_in;
  int32_t read_in_length;  // in bits
} cisal_state;

// Room for a whole struct inflate_state, which takes 87 kB in 2.30, with as much again to spare.
enum { cisal_state_size = 192 * 1024 };

// Source: igzip_lib.h and crc.h.
typedef struct cisal_functions {
  void (*inflate_init)(cisal_state *state);
  int (*inflate)(cisal_state *state);
  uint32_t (*crc32)(uint32_t crc, const uint8_t *bytes, uint64_t count);
  uint32_t (*adler32)(uint32_t adler, const uint8_t *bytes, uint64_t count);
} cisal_functions;

// Filled in when the library is loaded. Hidden, so that calls need no lookup in a table of
// addresses.
extern cisal_functions cisal __attribute__((visibility("hidden")));

#pragma clang assume_nonnull end

#endif
