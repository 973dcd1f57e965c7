// How a failure inside libpng becomes the status of the entry point.
#ifndef CPNG_FAILURE_H
#define CPNG_FAILURE_H

#include <png.h>
#include <setjmp.h>

#include "include/CPNGShims.h"

// The first failure stays: libpng's state is not defined after an error, so
// every later call must return before it reaches libpng.
typedef struct cpng_failure {
  jmp_buf target;
  cpng_status status;
  int error_number;
  char message[160];
  char warning[160];
} cpng_failure;

// Records a failure without jumping.
cpng_status cpng_failure_record(cpng_failure *failure, cpng_status status, const char *message);
// Records what the system said in errno.
cpng_status cpng_failure_record_refusal(cpng_failure *failure, int error_number);
// Jumps to the entry point. Only below a setjmp of `target`.
_Noreturn void cpng_failure_jump(cpng_failure *failure);

// The callbacks for png_create_read_struct_2 and png_create_write_struct_2,
// with the cpng_failure as their error pointer.
void cpng_failure_on_error(png_structp png, png_const_charp message);
void cpng_failure_on_warning(png_structp png, png_const_charp message);

#endif
