// The unpacked pixel data of a file: what its IDAT chunks hold together.
//
// Everything is checked: lengths, types and checksums of the chunks, header and
// checksum of the zlib stream. What is accepted here, libpng accepts.
#ifndef CPNG_PIXEL_DATA_H
#define CPNG_PIXEL_DATA_H

#include "cpng_inflater.h"
#include "cpng_source.h"

typedef struct cpng_pixel_data {
  cpng_source *source;
  cpng_inflater *inflater;
  uint32_t chunk_left;  // bytes of the current chunk that are not in `input`
  uint32_t chunk_crc;
  uint32_t adler;
  cpng_span input;  // in the buffer of `source`
  bool is_at_end;   // another type of chunk follows
} cpng_pixel_data;

// The source stands behind the type of the first chunk, `first_count` is its
// length. `total` is how many bytes will be asked for. Returns false where the
// data are odd, as does everything below.
bool cpng_pixel_data_begin(cpng_pixel_data *data, uint32_t first_count, uint64_t total);

// Unpacks exactly `count` bytes.
bool cpng_pixel_data_read(cpng_pixel_data *data, uint8_t *output, size_t count);

// Checks that there is nothing more. The source then stands in front of the
// chunk behind the last IDAT.
bool cpng_pixel_data_end(cpng_pixel_data *data);

#endif
