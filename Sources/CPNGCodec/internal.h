// What the files of CPNGCodec share.
#ifndef CODEC_INTERNAL_H
#define CODEC_INTERNAL_H

#include <CVectors.h>

#include "include/CPNGCodec.h"

typedef struct codec_span {
  const uint8_t *bytes;
  size_t count;
} codec_span;

// ---- Chunks (PNG specification, 5.3) ----

enum {
  codec_signature_count = 8,
  codec_chunk_head_count = 8,  // length and type
  codec_checksum_count = 4
};

static inline uint32_t codec_big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// ---- source.c ----

enum { codec_block_count = 4096 };

struct codec_source {
  int descriptor;  // -1 for a block of memory
  uint8_t *buffer;
  size_t capacity;
  size_t start;  // what is buffered and not handed out: start ..< end
  size_t end;
  size_t next_fetch;
  uint64_t fetched;
  uint64_t size;  // of the file when it was opened
  uint64_t read_count;
  uint64_t block_offset;  // what codec_source_read_at() looked at last
  size_t block_count;
  uint8_t block[codec_block_count];
};

// Adds at least one byte to the buffer. Returns the number of bytes added, 0 at the end of the
// file, or -1 with errno set.
ptrdiff_t codec_source_fetch(codec_source *source);

// The next bytes in one piece, without handing them out. Returns NULL if the file has fewer
// left. `count` is at most 8 KiB.
const uint8_t *codec_source_peek(codec_source *source, size_t count);

// Copies bytes from anywhere in the file. Returns false if they are not all there.
bool codec_source_read_at(codec_source *source, uint64_t offset, uint8_t *bytes, size_t count);

// ---- inflate.c ----

// Unpacks raw deflate data piece by piece, with ISA-L or zlib. Neither the zlib header nor the
// closing Adler-32 is looked at here.
typedef struct codec_inflater codec_inflater;

typedef enum codec_inflation {
  codec_inflation_going,  // the input is used up, or the output is full
  codec_inflation_ended,  // the data ended with their last block
  codec_inflation_broken
} codec_inflation;

// Returns NULL when memory runs out. ISA-L is used if asked for and present.
codec_inflater *codec_inflater_create(bool uses_isal);
void codec_inflater_destroy(codec_inflater *inflater);

// Unpacks into `output`, and advances `input` past the bytes used. Returns the number of bytes
// unpacked. ISA-L does not tell that the data ended.
size_t codec_inflater_run(codec_inflater *inflater, codec_span *input, uint8_t *output,
                          size_t count, codec_inflation *inflation);

// Takes all remaining input, and returns whether the data end in it without another byte of
// output. `surplus` then holds the bytes after that end: up to 8 more than `input` has, because the
// inflater may hold some already.
bool codec_inflater_end(codec_inflater *inflater, codec_span input, uint8_t *surplus,
                        size_t *surplus_count);

// ---- pixel_data.c ----

// What the IDAT chunks hold together, unpacked. Lengths, types and checksums of the chunks,
// header and checksum of the zlib stream are checked: what is accepted here, libpng accepts.
typedef struct codec_pixel_data {
  codec_source *source;
  codec_inflater *inflater;
  uint32_t chunk_left;  // bytes of the current chunk that are not in `input`
  uint32_t chunk_crc;
  uint32_t adler;
  codec_span input;  // in the buffer of `source`
  bool is_at_end;    // another type of chunk follows
} codec_pixel_data;

// The source stands behind the type of the first chunk, `first_count` is its length. `total`
// is how many bytes will be asked for. Returns false if the data are odd, as do the others.
bool codec_pixel_data_begin(codec_pixel_data *data, uint32_t first_count, uint64_t total);
// Unpacks exactly `count` bytes.
bool codec_pixel_data_read(codec_pixel_data *data, uint8_t *output, size_t count);
// The most bytes of output that an inflater may still owe when it has taken all input: ISA-L
// buffers two windows and the longest match, and 8 bytes of input, of which every 2 bits may be a
// match of 258 bytes (igzip_lib.h, RFC 1951).
enum { codec_held_at_most = 2 * codec_window + 288 + 32 * 258 };
// Checks that there is input for what follows, where that is more than `codec_held_at_most`.
bool codec_pixel_data_continues(codec_pixel_data *data);
// Checks that there is nothing more. The source then stands in front of the chunk behind the
// last IDAT.
bool codec_pixel_data_end(codec_pixel_data *data);

// ---- filter.c, strips.c ----

// Filters one row by a type, as codec_filter_row() does by the best.
void codec_filter_row_by(int type, const uint8_t *row, const uint8_t *above, size_t count,
                         size_t bytes_per_pixel, uint8_t *filtered);

// Filters the rows of a band and those above it, strip by strip. `filtered` has room for all.
// Returns false if memory runs out.
bool codec_filter_band(const codec_band *band, uint8_t *filtered);

// ---- Reversing filters ----
//
// Calls go one way: unfilter.c chooses how many rows are taken together, and calls wavefront.c,
// wavefront_avx2.c or, for a single row, unfilter_row.c; both wavefronts call unfilter_row.c.

static inline uint8_t codec_filter_type(const codec_filtered_rows *rows, size_t row) {
  return rows->filtered[row * rows->filtered_stride];
}

// Fills in the bytes from `start` to `end` of one row, which are whole pixels. The pixels above
// them and on their left must have been filled in.
void codec_unfilter_part(const codec_filtered_rows *rows, size_t row, size_t start, size_t end);

// Which neighbours a filter looks at; Average looks at the average of left and above.
typedef struct codec_filter_neighbors {
  bool left, above, corner, average;
} codec_filter_neighbors;

codec_filter_neighbors codec_neighbors_of(const codec_filtered_rows *rows, size_t row);
// Whether all of the first rows are filtered by Paeth.
bool codec_are_paeth(const codec_filtered_rows *rows, size_t row_count);

// A wavefront reverses the filters of several rows at once.
//
// With Paeth each pixel needs the one on its left, so that one row alone is bound by the
// latency of that chain. Eight rows, each a pixel behind the row above it, are eight pixels
// that do not depend on each other; sixteen, in the registers of AVX2, are twice as fast.
enum { codec_wavefront_rows = 8, codec_avx2_wavefront_rows = 16 };

void codec_wavefront_unfilter(const codec_filtered_rows *rows);
// Returns false, and does nothing, where this processor has no AVX2, pixels are not of 3 or 4
// bytes, or rows are short.
bool codec_avx2_wavefront_unfilter(const codec_filtered_rows *rows);

#endif
