// What the files of CPNGShims share.
#ifndef CPNG_INTERNAL_H
#define CPNG_INTERNAL_H

#include <png.h>
#include <setjmp.h>

#include "include/CPNGShims.h"

// ---- failure.c: how a failure inside libpng becomes the status of the entry point ----

// The first failure stays: libpng's state is not defined after an error, so every later call
// must return before it reaches libpng.
typedef struct cpng_failure {
  jmp_buf target;
  cpng_status status;
  int error_number;
  char message[160];
  char warning[160];
} cpng_failure;

// Both record a failure and jump to the entry point. Only below a setjmp of `target`.
_Noreturn void cpng_failure_raise(cpng_failure *failure, cpng_status status,
                                  const char *message);
_Noreturn void cpng_failure_raise_refusal(cpng_failure *failure, int error_number);

// The callbacks for png_create_read_struct_2 and png_create_write_struct_2, with the
// cpng_failure as their error pointer.
void cpng_failure_on_error(png_structp png, png_const_charp message);
void cpng_failure_on_warning(png_structp png, png_const_charp message);

// ---- reader.c ----

// Memory that libpng has taken for a file, which is limited. libpng itself limits the size of
// a chunk, but not what many of them take together.
typedef struct cpng_memory {
  size_t limit;
  size_t used;
} cpng_memory;

struct cpng_reader {
  png_structp png;
  png_infop info;
  cpng_failure failure;
  cpng_memory memory;
  cpng_pull pull;
  void *context;
  cpng_header header;
  uint64_t interlaced_limit;
  uint8_t chunk_head[8];  // the last 8 bytes that libpng took at once
  uint32_t next_row;
  uint8_t *picture;  // all rows, where the picture is interlaced
};

#endif
