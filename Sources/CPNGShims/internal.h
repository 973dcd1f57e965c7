// Failures and memory of libpng, for the reader and the writer.
#ifndef CPNG_INTERNAL_H
#define CPNG_INTERNAL_H

#include <png.h>
#include <setjmp.h>

#include "CPNGShims.h"

// The first failure is kept: libpng's state is undefined after an error, so every later call must
// return before it reaches libpng.
typedef struct cpng_failure {
  jmp_buf target;
  cpng_status status;
  int error_number;
  char message[160];
  char warning[160];
} cpng_failure;

// Starts an entry point: returns the first failure, whether it has already happened or happens
// later.
#define RETURN_ON_FAILURE(object)                                                              \
  if ((object)->failure.status != cpng_status_ok) return (object)->failure.status;             \
  if (setjmp((object)->failure.target)) return (object)->failure.status

// Records a failure and jumps to the entry point. May only be called below a setjmp of `target`.
_Noreturn void cpng_fail(cpng_failure *failure, cpng_status status, const char *message);

// libpng's error handler; its context is a cpng_failure.
void cpng_on_error(png_structp png, png_const_charp message);

// The memory of one reader or writer.
typedef struct cpng_memory {
  size_t used;
  size_t limit;
  bool was_refused;  // an allocation has failed
} cpng_memory;

// libpng's allocator; its context is a cpng_memory.
png_voidp cpng_allocate(png_structp png, png_alloc_size_t count);
void cpng_deallocate(png_structp png, png_voidp block);

#endif
