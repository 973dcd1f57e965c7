// Our own PNG codec: reads the rows of most files and compresses rows, without libpng.
//
// Files that it cannot read, or finds unusual, are left to libpng; SheetPictures decides. An object
// may be used by only one thread at a time; any number of objects may be in use.
#ifndef CPNG_CODEC_H
#define CPNG_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "deflate.h"

#pragma clang assume_nonnull begin

// ---- The bytes of a file ----

// A file, or a block of memory, with a buffer, read once from start to end.
typedef struct codec_source codec_source;

typedef enum __attribute__((enum_extensibility(closed))) codec_status {
  codec_status_ok = 0,
  codec_status_folder,    // it is a folder
  codec_status_special,   // it is a device, a pipe or a socket
  codec_status_refused,   // the system refused; see errno
  codec_status_exhausted  // memory ran out
} codec_status;

// Both functions set `source` to NULL unless they return ok. The file is always closed: at once on
// failure, otherwise together with the source. Memory is copied.
codec_status codec_source_open_file(codec_source *_Nullable *_Nullable source,
                                    int descriptor);
codec_status codec_source_open_bytes(codec_source *_Nullable *_Nullable source,
                                     const uint8_t *_Nullable bytes, size_t count);
void codec_source_close(codec_source *source);

// The number of bytes of the file when it was opened.
uint64_t codec_source_size(const codec_source *source);

// The start of the file, before anything has been read: at least 8 bytes, unless the file is
// shorter. NULL with errno set on a system error.
const uint8_t *_Nullable codec_source_beginning(codec_source *source, size_t *count);
// Reads up to `count` bytes. Returns their number, 0 at the end, or -1 with errno set. `source` is
// a codec_source; its type allows libpng's wrapper to call this function.
ptrdiff_t codec_source_read(void *source, uint8_t *buffer, size_t count);
// Returns to the first byte. Returns false with errno set on a system error.
bool codec_source_rewind(codec_source *source);
// The whole file if all of it is still in the buffer, as for a small file; otherwise NULL.
const uint8_t *_Nullable codec_source_contents(const codec_source *source, size_t *count);
// The number of bytes fetched from the file, used or not, not counting reads of single chunks.
uint64_t codec_source_bytes_fetched(const codec_source *source);
// The number of reads from the system.
uint64_t codec_source_read_count(const codec_source *source);

// ---- Chunks ----

typedef struct codec_chunk {
  uint64_t offset;  // of its length field, in the file
  uint32_t count;   // bytes in its data
  uint32_t type;    // its four letters, the first in the most significant byte
} codec_chunk;

// A walk over chunk heads, starting at the first chunk; initially all zeros.
typedef struct codec_walk {
  uint64_t offset;
  uint32_t chunk_count;
  bool has_data;    // the first IDAT chunk has been seen
  bool is_at_data;  // the walk is at the first IDAT chunk
} codec_walk;

// Finds the next complete chunk, without reading its data or moving the source. Of the IDAT chunks,
// only the first is found. Returns false at IEND, at damage, and after 65,536 chunks.
//
// Most writers produce a run of IDAT chunks of the same length, which is skipped in one step.
bool codec_walk_next(codec_source *source, codec_walk *walk, codec_chunk *chunk);
// Copies part of the data of a chunk that was found, starting at an offset. Returns false if the
// chunk has fewer bytes.
bool codec_source_copy_part(codec_source *source, codec_chunk chunk, uint32_t offset,
                            uint8_t *bytes, uint32_t count);

// The data of a chunk from an offset, piece by piece: raw, or decompressed from a zlib stream.
typedef struct codec_chunk_reader codec_chunk_reader;

typedef enum __attribute__((enum_extensibility(closed))) codec_chunk_status {
  codec_chunk_status_whole = 0,  // the stream has ended
  codec_chunk_status_more,       // the buffer is full, and the stream goes on
  codec_chunk_status_short,      // the stream is truncated
  codec_chunk_status_broken,     // not a zlib stream, or a damaged one
  codec_chunk_status_exhausted   // memory ran out
} codec_chunk_status;

// Returns NULL if memory runs out, or if the file ends before the offset.
codec_chunk_reader *_Nullable codec_chunk_reader_create(codec_source *source,
                                                             codec_chunk chunk, uint32_t offset,
                                                             bool is_compressed);
void codec_chunk_reader_destroy(codec_chunk_reader *reader);
// Writes the next bytes, up to `*count`, and sets `*count` to their number, which is smaller only
// at the end. Bytes before an error are included.
codec_chunk_status codec_chunk_reader_next(codec_chunk_reader *reader, uint8_t *bytes,
                                           size_t *count);
// Reads the rest of the chunk, and returns whether its checksum is correct. Nothing is left to read
// after that.
bool codec_chunk_reader_end(codec_chunk_reader *reader);

// ---- Reading rows ----

// The contents of IHDR, PLTE and tRNS.
typedef struct codec_picture {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type;        // the IHDR byte
  bool is_interlaced;
  bool has_transparency;     // an alpha channel or a tRNS chunk
  int32_t transparent_gray;  // the sample of a tRNS chunk, or -1
  // 256 RGBA entries, for a picture with a palette; codec_rows_create() copies them.
  const uint8_t *_Nullable palette;
} codec_picture;

// Which inflater to use. All produce the same rows.
typedef enum __attribute__((enum_extensibility(closed))) codec_engine {
  codec_engine_automatic = 0,  // ISA-L if it is present and worthwhile, else zlib
  codec_engine_isal,           // ISA-L if it is present, else zlib
  codec_engine_zlib,
  codec_engine_portable  // zlib, and one row at a time
} codec_engine;

// Whether ISA-L is found at run time.
bool codec_isal_is_present(void);

// Rows in file order: from top to bottom or, for an interlaced picture, pass by pass. They are
// decoded in batches, so a picture of any height takes the memory of a few rows.
typedef struct codec_rows codec_rows;

// Whether the rows of this picture can be read here. Rows are expanded as by libpng: palettes to
// red, green and blue, grey to 8 bits, tRNS to alpha.
bool codec_rows_suit(const codec_picture *picture);

// `source` is just after the length, `data_count`, and the type of the first IDAT chunk. Returns
// NULL if memory runs out or the data starts in an unusual way.
codec_rows *_Nullable codec_rows_create(const codec_picture *picture, codec_source *source,
                                             uint32_t data_count, codec_engine engine);
void codec_rows_destroy(codec_rows *rows);

// Reads the next row; `row` may be NULL to skip it. A row of a pass may be shorter than the
// picture's. Returns false at the first oddity, and from then on; libpng then reads the file from
// its start and decides whether to refuse it. After the last row, the source is at the chunk after
// the last IDAT.
bool codec_rows_read(codec_rows *rows, uint8_t *_Nullable row);

// ---- Interlaced pictures (Adam7) ----

// The rows of an interlaced picture, assembled from the rows of its passes.
//
// The even rows are held while the first six passes are read. The odd rows make up the last pass,
// and need not be held. Pixels have 1, 2, 3, 4, 6 or 8 bytes.
typedef struct codec_adam7 codec_adam7;

// The number of bytes held for a picture.
uint64_t codec_adam7_held_bytes(uint32_t width, uint32_t height, size_t pixel_bytes);
// Returns NULL if memory runs out.
codec_adam7 *_Nullable codec_adam7_create(uint32_t width, uint32_t height, size_t pixel_bytes);
void codec_adam7_destroy(codec_adam7 *adam7);

// Whether rows of the first six passes are still to come.
bool codec_adam7_needs_row(const codec_adam7 *adam7);
// Adds the next row of the first six passes.
void codec_adam7_add_row(codec_adam7 *adam7, const uint8_t *row);
// Makes up for missing rows: their pixels get the colour of the nearest one from an earlier pass,
// to the left or above. Returns the number of rows of the picture, from the top, that then have
// pixels.
uint32_t codec_adam7_fill(codec_adam7 *adam7);
// An even row, after all rows have been added or filled in; for an odd row, the row above it.
const uint8_t *codec_adam7_even_row(const codec_adam7 *adam7, uint32_t row);

// ---- Filters (PNG specification, chapter 9) ----

enum {
  codec_filter_none = 0,
  codec_filter_sub,
  codec_filter_up,
  codec_filter_average,
  codec_filter_paeth,
  codec_filter_count
};

// Filters one row of `count` bytes against the row above it. Writes the filter type and the
// filtered bytes, `count` + 1 in all.
//
// Chooses the type whose filtered bytes, taken as signed numbers, have the smallest sum of
// magnitudes. Ties go to the first type (specification, 12.7).
void codec_filter_row(const uint8_t *row, const uint8_t *above, size_t count,
                      size_t bytes_per_pixel, uint8_t *filtered);

// The number of bytes after a row that may be read, and overwritten with anything.
enum { codec_row_slack = 8 };

// Consecutive rows of `byte_count` bytes without the filter type.
typedef struct codec_filtered_rows {
  const uint8_t *filtered;  // each row after its filter type, 0 to 4
  size_t filtered_stride;
  uint8_t *rows;  // one more row: the first is the row above
  size_t stride;
  size_t byte_count;
  size_t pixel_bytes;  // the distance between a byte and its left neighbour: 1, 2, 3, 4, 6 or 8
} codec_filtered_rows;

// Reverses the filters: fills in all rows but the first. There must be `codec_row_slack` bytes
// after the last row of `filtered`, and after each row of `rows`. The portable implementation
// produces the same rows, more slowly.
void codec_unfilter(const codec_filtered_rows *rows, size_t row_count, bool is_portable);

// ---- Bands ----

// The largest distance of a match.
enum { codec_window = deflate_window };

// Rows of a picture that are filtered and compressed independently, on any thread. Filters are
// chosen for about `codec_window` bytes at a time, counted from the end of the band.
//
// The results are pieces of one zlib stream. Matches reach across bands, so a band needs rows above
// it, which hold the last `codec_window` filtered bytes, plus one row that these are filtered
// against. Fewer rows are enough if the picture starts within these rows.
//
// Every band but the last must have at least `codec_window` filtered bytes; otherwise the band
// below would filter its rows differently from the band itself.
typedef struct codec_band {
  const uint8_t *rows;  // `lead` + `count` rows without padding
  size_t bytes_per_row;
  size_t bytes_per_pixel;
  size_t lead;   // rows above the band
  size_t count;  // rows of the band itself
  bool is_first;
  bool is_last;
  int compression_level;  // 0 to 9
} codec_band;

// A piece of the zlib stream: deflate data that ends on a byte boundary. The first piece starts
// with the header of the stream; the writer adds the closing checksum.
typedef struct codec_encoded_band {
  const uint8_t *_Nullable bytes;
  size_t count;
  uint32_t checksum;      // Adler-32 of the filtered bytes
  size_t filtered_count;  // number of filtered bytes
} codec_encoded_band;

// Checksums of bytes, computed by ISA-L if it has been loaded. Both functions continue from an
// earlier result; CRC-32 starts from 0, and Adler-32 from 1.
uint32_t codec_crc32(uint32_t before, const uint8_t *_Nullable bytes, size_t count);
uint32_t codec_adler32(uint32_t before, const uint8_t *_Nullable bytes, size_t count);
// The Adler-32 of some bytes followed by `count` more, from the checksums of both.
uint32_t codec_adler32_joined(uint32_t before, uint32_t after, size_t count);

// Returns false if memory runs out, and for bands of 4 GiB.
bool codec_encode_band(codec_band band, codec_encoded_band *piece);
void codec_encoded_band_free(codec_encoded_band *piece);

#pragma clang assume_nonnull end

#endif
