#include "internal.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void cpng_fail(cpng_failure *failure, cpng_status status, const char *message) {
  failure->status = status;
  snprintf(failure->message, sizeof failure->message, "%s", message);
  longjmp(failure->target, 1);
}

void cpng_on_error(png_structp png, png_const_charp message) {
  cpng_failure *failure = png_get_error_ptr(png);
  // libpng explains an invalid IHDR in a warning before this error.
  if (strcmp(message, "Invalid IHDR data") == 0 && failure->warning[0] != 0) {
    message = failure->warning;
  }
  // The message of png_malloc, even if the allocation exceeds our limit.
  bool exhausted = strcmp(message, "Out of memory") == 0;
  cpng_fail(failure, exhausted ? cpng_status_exhausted : cpng_status_malformed, message);
}

// Stored before each block: its size, which is subtracted from the total when it is freed.
typedef union block_header {
  size_t count;
  max_align_t alignment;
} block_header;

png_voidp cpng_allocate(png_structp png, png_alloc_size_t count) {
  cpng_memory *memory = png_get_mem_ptr(png);
  block_header *header = NULL;
  if (count <= memory->limit - memory->used) header = malloc(sizeof *header + count);
  if (header == NULL) {
    memory->was_refused = true;
    return NULL;
  }
  header->count = count;
  memory->used += count;
  return header + 1;
}

void cpng_deallocate(png_structp png, png_voidp block) {
  cpng_memory *memory = png_get_mem_ptr(png);
  block_header *header = (block_header *)block - 1;
  memory->used -= header->count;
  free(header);
}
