// The rows of a picture that is not interlaced, without libpng.
//
// Rows are unpacked, and their filters taken back, some at a time: a picture of
// any height takes the memory of a few rows.
#ifndef CPNG_ROW_STREAM_H
#define CPNG_ROW_STREAM_H

#include <png.h>

#include "cpng_source.h"

typedef struct cpng_row_stream cpng_row_stream;

// Whether rows of this form can be read here.
bool cpng_row_stream_suits(const cpng_header *header);

// The header has been read and `source` stands behind the length and the type
// of the first IDAT chunk, which is `first_count` bytes long. `decoder` is not
// libpng. Returns NULL where memory runs out or the data begin oddly.
cpng_row_stream *cpng_row_stream_create(png_structp png, png_infop info,
                                        const cpng_header *header, cpng_source *source,
                                        uint32_t first_count, cpng_decoder decoder);
void cpng_row_stream_destroy(cpng_row_stream *stream);

// Reads the next row; one that is NULL is dropped. Returns false where anything
// is odd: whether the file is to be refused is for libpng to say, which has to
// read it from the start. With the last row, the source stands in front of the
// chunk behind the last IDAT.
bool cpng_row_stream_read(cpng_row_stream *stream, uint8_t *row);

#endif
