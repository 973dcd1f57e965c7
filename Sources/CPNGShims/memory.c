#include "cpng_memory.h"

#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>

// In front of each block, so that freeing can tell how much is given back.
typedef union block_header {
  size_t count;
  max_align_t alignment;
} block_header;

png_voidp cpng_memory_allocate(png_structp png, png_alloc_size_t count) {
  cpng_memory *memory = png_get_mem_ptr(png);
  if (count > memory->limit - memory->used) return NULL;
  block_header *header = malloc(sizeof *header + count);
  if (header == NULL) return NULL;
  header->count = count;
  memory->used += count;
  return header + 1;
}

void cpng_memory_free(png_structp png, png_voidp block) {
  cpng_memory *memory = png_get_mem_ptr(png);
  block_header *header = (block_header *)block - 1;
  memory->used -= header->count;
  free(header);
}
