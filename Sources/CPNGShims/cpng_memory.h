// Memory for libpng, with a limit for each file.
//
// libpng limits the size of a chunk, but not what a thousand compressed text
// chunks may unfold to together.
#ifndef CPNG_MEMORY_H
#define CPNG_MEMORY_H

#include <png.h>

typedef struct cpng_memory {
  size_t limit;
  size_t used;
} cpng_memory;

// The callbacks for png_create_read_struct_2, with the cpng_memory as their
// memory pointer.
png_voidp cpng_memory_allocate(png_structp png, png_alloc_size_t count);
void cpng_memory_free(png_structp png, png_voidp block);

#endif
