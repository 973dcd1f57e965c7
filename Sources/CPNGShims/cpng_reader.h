// What reader.c and metadata.c share.
#ifndef CPNG_READER_H
#define CPNG_READER_H

#include "cpng_failure.h"
#include "cpng_memory.h"
#include "cpng_source.h"

struct cpng_reader {
  png_structp png;
  png_infop info;
  cpng_failure failure;
  cpng_memory memory;
  cpng_source source;
  cpng_header header;
  uint64_t interlaced_limit;
  uint32_t next_row;
  bool has_started;  // libpng has been told how rows are wanted
  uint8_t *picture;  // all rows, where the picture is interlaced
};

#endif
