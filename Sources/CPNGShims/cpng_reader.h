// What reader.c, rows.c and metadata.c share.
#ifndef CPNG_READER_H
#define CPNG_READER_H

#include "cpng_failure.h"
#include "cpng_memory.h"
#include "cpng_row_stream.h"
#include "cpng_source.h"

struct cpng_reader {
  png_structp png;
  png_infop info;
  cpng_failure failure;
  cpng_memory memory;
  cpng_source source;
  cpng_header header;
  uint64_t interlaced_limit;
  cpng_decoder decoder;
  uint8_t chunk_head[8];  // the last 8 bytes that libpng took at once
  uint32_t next_row;
  bool has_started;         // it is settled who decodes the rows
  cpng_row_stream *stream;  // NULL where libpng does
  uint8_t *picture;         // all rows, where the picture is interlaced
};

// Returns false when memory runs out.
bool cpng_reader_create_libpng(cpng_reader *reader);

// Reads up to the first IDAT chunk. Only below a setjmp.
void cpng_reader_parse_header(cpng_reader *reader);

#endif
