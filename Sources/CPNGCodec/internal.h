// Declarations shared by the files of CPNGCodec.
#ifndef CODEC_INTERNAL_H
#define CODEC_INTERNAL_H

#include <vectors.h>

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
  size_t start;  // bytes buffered but not handed out: start ..< end
  size_t end;
  size_t next_fetch;
  uint64_t fetched;
  uint64_t size;  // of the file when opened
  uint64_t read_count;
  uint64_t block_offset;  // of the last block that codec_source_read_at() read
  size_t block_count;
  uint8_t block[codec_block_count];
};

// Adds at least one byte to the buffer. Returns the number of bytes added, 0 at the end of the
// file, or -1 with errno set.
ptrdiff_t codec_source_fetch(codec_source *source);

// The next bytes in one piece, without consuming them. Returns NULL if fewer are left in the file.
// `count` is at most 8 KiB.
const uint8_t *codec_source_peek(codec_source *source, size_t count);

// Copies bytes from anywhere in the file. Returns false if the file does not have all of them.
bool codec_source_read_at(codec_source *source, uint64_t offset, uint8_t *bytes, size_t count);

// ---- inflate.c ----

// Decompresses raw deflate data piece by piece, with ISA-L or zlib. The caller checks the zlib
// header and the closing Adler-32.
typedef struct codec_inflater codec_inflater;

typedef enum codec_inflation {
  codec_inflation_going,  // the input is used up, or the output is full
  codec_inflation_ended,  // the data ended with its last block
  codec_inflation_broken
} codec_inflation;

// Returns NULL if memory runs out. ISA-L is used if requested and present.
codec_inflater *codec_inflater_create(bool uses_isal);
void codec_inflater_destroy(codec_inflater *inflater);

// Decompresses into `output`, and advances `input` past the bytes used. Returns the number of bytes
// written. ISA-L does not report the end of the data.
size_t codec_inflater_run(codec_inflater *inflater, codec_span *input, uint8_t *output,
                          size_t count, codec_inflation *inflation);

// Takes all remaining input, and returns whether the data ends within it without another byte of
// output. `surplus` then holds the bytes after the end; there may be 8 more than in `input`,
// because the inflater may already hold some.
bool codec_inflater_end(codec_inflater *inflater, codec_span input, uint8_t *surplus,
                        size_t *surplus_count);

// ---- pixel_data.c ----

// The decompressed contents of all IDAT chunks. Checks the lengths, types and checksums of chunks,
// and the zlib header and checksum. Everything accepted here is also accepted by libpng.
typedef struct codec_pixel_data {
  codec_source *source;
  codec_inflater *inflater;
  uint32_t chunk_left;  // bytes of the current chunk that are not in `input`
  uint32_t chunk_crc;
  uint32_t adler;
  codec_span input;  // in the buffer of `source`
  bool is_at_end;    // a chunk of another type follows
} codec_pixel_data;

// The source is just after the type of the first chunk, whose length is `first_count`. Returns
// false if the data is unusual, as do the functions below.
bool codec_pixel_data_begin(codec_pixel_data *data, uint32_t first_count);
// Decompresses exactly `count` bytes.
bool codec_pixel_data_read(codec_pixel_data *data, uint8_t *output, size_t count);
// The maximum number of bytes of output that an inflater may still hold after taking all input.
// ISA-L buffers two windows and the longest match. It also holds 8 bytes of input, in which every 2
// bits may be a match of 258 bytes. (Source: igzip_lib.h, RFC 1951.)
enum { codec_held_at_most = 2 * codec_window + 288 + 32 * 258 };
// Checks that there is more input. At least `codec_held_at_most` + 1 bytes must still follow.
bool codec_pixel_data_continues(codec_pixel_data *data);
// Checks that there is no more data. The source is then at the chunk after the last IDAT.
bool codec_pixel_data_end(codec_pixel_data *data);

// ---- adam7.c ----

enum { codec_pass_count = 7 };

// The pixels of one pass, as a smaller picture.
typedef struct codec_pass {
  uint32_t left, top;              // its first pixel in the whole picture
  uint32_t column_step, row_step;  // from one pixel to the next, and from one row to the next
  uint32_t width, height;          // the height is 0 if the pass is empty
} codec_pass;

codec_pass codec_pass_at(int index, uint32_t width, uint32_t height);

// ---- filter.c, strips.c ----

// Filters one row with the given filter type; codec_filter_row() chooses the best.
void codec_filter_row_by(int type, const uint8_t *row, const uint8_t *above, size_t count,
                         size_t bytes_per_pixel, uint8_t *filtered);

// Filters the rows of a band and the rows above it, strip by strip. `filtered` must have room for
// all of them. Returns false if memory runs out.
bool codec_filter_band(const codec_band *band, uint8_t *filtered);

// ---- Reversing filters ----
//
// unfilter.c chooses how many rows to process, and calls wavefront.c, wavefront_avx2.c or, for a
// single row, its own function, which both wavefronts call as well.

static inline uint8_t codec_filter_type(const codec_filtered_rows *rows, size_t row) {
  return rows->filtered[row * rows->filtered_stride];
}

// Fills in the bytes from `start` to `end` of one row, which must be whole pixels. Their neighbours
// above and on the left must already be filled in.
void codec_unfilter_part(const codec_filtered_rows *rows, size_t row, size_t start, size_t end);

// Which neighbours a filter uses; Average uses the average of left and above.
typedef struct codec_filter_neighbors {
  bool left, above, corner, average;
} codec_filter_neighbors;

codec_filter_neighbors codec_neighbors_of(const codec_filtered_rows *rows, size_t row);
// Whether all of the first rows use the Paeth filter.
bool codec_are_paeth(const codec_filtered_rows *rows, size_t row_count);

// Calls a wavefront's `unfilter` with a constant `shape`, so that each shape is compiled
// separately: a pixel size, and whether all rows use Paeth, as nearly all rows of photographs do.
#define CODEC_UNFILTER(unfilter, filtered, row_count)           \
  do {                                                          \
    bool are_paeth_ = codec_are_paeth(filtered, row_count);     \
    switch ((filtered)->pixel_bytes) {                          \
      case 1: CODEC_UNFILTER_PIXELS(unfilter, filtered, 1);     \
      case 2: CODEC_UNFILTER_PIXELS(unfilter, filtered, 2);     \
      case 3: CODEC_UNFILTER_PIXELS(unfilter, filtered, 3);     \
      case 4: CODEC_UNFILTER_PIXELS(unfilter, filtered, 4);     \
      case 6: CODEC_UNFILTER_PIXELS(unfilter, filtered, 6);     \
      default: CODEC_UNFILTER_PIXELS(unfilter, filtered, 8);    \
    }                                                           \
  } while (false)
#define CODEC_UNFILTER_PIXELS(unfilter, filtered, pixel_bytes)  \
  if (are_paeth_) {                                             \
    unfilter(filtered, (shape){pixel_bytes, .is_paeth = true}); \
  } else {                                                      \
    unfilter(filtered, (shape){pixel_bytes, .is_paeth = false}); \
  }                                                             \
  break

// A wavefront reverses the filters of several rows at once.
//
// With Paeth, each pixel needs its left neighbour, so a single row is limited by the latency of
// this chain. In a wavefront, each of eight rows is one pixel behind the row above it, and the
// eight current pixels do not depend on each other. With AVX2, more rows of narrow pixels fit into
// registers, which is up to three times as fast.
enum { codec_wavefront_rows = 8 };
static inline size_t codec_avx2_wavefront_rows(size_t pixel_bytes) {
  return pixel_bytes == 1 ? 32 : pixel_bytes <= 4 ? 16 : 8;
}

void codec_wavefront_unfilter(const codec_filtered_rows *rows);
// Returns false and does nothing without AVX2, or if rows are too short.
bool codec_avx2_wavefront_unfilter(const codec_filtered_rows *rows);

#endif
