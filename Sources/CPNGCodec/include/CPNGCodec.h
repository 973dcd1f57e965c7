// Our own PNG coder: reads the rows of most files and compresses rows, without libpng.
//
// What it cannot read itself, or finds odd, is left to libpng; SheetPNG decides that.
//
// No object is shared between threads: each is used by one thread at a time, and any number
// may be in use at once.
#ifndef CPNG_CODEC_H
#define CPNG_CODEC_H

#include <CDeflate.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define CODEC_CLOSED __attribute__((enum_extensibility(closed)))
#pragma clang assume_nonnull begin
#define CODEC_NULLABLE _Nullable
#else
#define CODEC_CLOSED
#define CODEC_NULLABLE
#endif

// ---- The bytes of a file ----

// A file, or a block of memory, with a buffer. It is read once from start to end.
typedef struct codec_source codec_source;

typedef enum CODEC_CLOSED codec_status {
  codec_status_ok = 0,
  codec_status_folder,    // the path names a folder
  codec_status_special,   // the path names a device, a pipe or a socket
  codec_status_refused,   // the system refused; see errno
  codec_status_exhausted  // memory ran out
} codec_status;

// Both leave NULL in `source` unless they return ok. The bytes are copied.
codec_status codec_source_open_file(codec_source *CODEC_NULLABLE *CODEC_NULLABLE source,
                                    const char *path);
codec_status codec_source_open_bytes(codec_source *CODEC_NULLABLE *CODEC_NULLABLE source,
                                     const uint8_t *CODEC_NULLABLE bytes, size_t count);
void codec_source_close(codec_source *source);

// The start of the file before anything has been read: at least 8 bytes, unless the file is
// shorter. NULL with errno set when the system refuses.
const uint8_t *CODEC_NULLABLE codec_source_beginning(codec_source *source, size_t *count);
// Reads up to `count` bytes. Returns how many, 0 at the end, or -1 with errno set. `source` is
// a codec_source; the type lets libpng's wrapper call this.
ptrdiff_t codec_source_read(void *source, uint8_t *buffer, size_t count);
// Goes back to the first byte. Returns false with errno set when the system refuses.
bool codec_source_rewind(codec_source *source);
// The whole file, if it was small enough to be fetched at once; NULL otherwise, and when
// reading has moved on.
const uint8_t *CODEC_NULLABLE codec_source_contents(const codec_source *source, size_t *count);
// How many bytes have been fetched from the file, used or not, but for those of single chunks.
uint64_t codec_source_bytes_fetched(const codec_source *source);
// The number of times that the system has been asked for bytes.
uint64_t codec_source_read_count(const codec_source *source);

// ---- Chunks ----

typedef struct codec_chunk {
  uint64_t offset;  // of its length field, in the file
  uint32_t count;   // bytes of its data
  uint32_t type;    // its four letters, the first in the highest byte
} codec_chunk;

// A walk over the heads of chunks, from the first on. It begins with zeros.
typedef struct codec_walk {
  uint64_t offset;
  uint32_t chunk_count;
  bool has_data;    // the first IDAT chunk has been met
  bool is_at_data;  // the walk stands at it
} codec_walk;

// Finds the next chunk that is all there, without reading its data and without moving the source.
// Of the IDAT chunks, only the first is found, before those behind it are skipped. Returns false
// at IEND, and where the file is damaged.
//
// Also after 65,536 chunks: a run of IDAT chunks of one length counts as one of these, where
// fewer than 255 of them would fit behind it.
bool codec_walk_next(codec_source *source, codec_walk *walk, codec_chunk *chunk);
// Copies some of the data of a chunk that was found, from an offset on. Returns false if there
// are fewer.
bool codec_source_copy_part(codec_source *source, codec_chunk chunk, uint32_t offset,
                            uint8_t *bytes, uint32_t count);

// The data of a chunk from an offset on, as they are or unpacked from a zlib stream, piece by piece.
typedef struct codec_pieces codec_pieces;

typedef enum CODEC_CLOSED codec_unfolding {
  codec_unfolding_whole = 0,  // the stream has ended
  codec_unfolding_more,       // the bytes are full, and the stream goes on
  codec_unfolding_short,      // the stream is cut
  codec_unfolding_broken,     // it is not a zlib stream, or a damaged one
  codec_unfolding_exhausted   // memory ran out
} codec_unfolding;

// Returns NULL if memory runs out, and where the file ends before the offset.
codec_pieces *CODEC_NULLABLE codec_pieces_create(codec_source *source, codec_chunk chunk,
                                                 uint32_t offset, bool is_folded);
void codec_pieces_destroy(codec_pieces *pieces);
// Gives the next bytes, up to `*count`, which becomes how many there are: all that are asked for,
// unless they end. Those before a fault are among them.
codec_unfolding codec_pieces_next(codec_pieces *pieces, uint8_t *bytes, size_t *count);
// Reads what is left of the chunk, after which there are no pieces. Returns whether its checksum is
// right.
bool codec_pieces_end(codec_pieces *pieces);

// ---- Reading rows ----

// What IHDR, PLTE and tRNS say about a picture that is not interlaced.
typedef struct codec_picture {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type;        // the IHDR byte
  bool has_transparency;     // an alpha channel or a tRNS chunk
  int32_t transparent_gray;  // the sample of a tRNS chunk, or -1
  // 256 entries of RGBA, for a picture with a palette; codec_rows_create() copies them.
  const uint8_t *CODEC_NULLABLE palette;
} codec_picture;

// What takes the data apart. All give the same rows.
typedef enum CODEC_CLOSED codec_engine {
  codec_engine_automatic = 0,  // ISA-L where it is present and pays, else zlib
  codec_engine_isal,           // ISA-L where it is present, else zlib
  codec_engine_zlib,
  codec_engine_portable  // zlib, and one row at a time
} codec_engine;

// Whether ISA-L is found at run time.
bool codec_isal_is_present(void);

// Rows are decoded some at a time: a picture of any height takes the memory of a few rows.
typedef struct codec_rows codec_rows;

// Whether rows of such a picture can be read here. Other rows are as libpng expands them:
// palettes to red, green and blue, grey to 8 bits, tRNS to alpha.
bool codec_rows_suit(const codec_picture *picture);

// `source` stands behind the length, `data_count`, and the type of the first IDAT chunk.
// Returns NULL if memory runs out or the data begin oddly.
codec_rows *CODEC_NULLABLE codec_rows_create(const codec_picture *picture, codec_source *source,
                                             uint32_t data_count, codec_engine engine);
void codec_rows_destroy(codec_rows *rows);

// Reads the next row; one that is NULL is dropped. Returns false, now and ever after, where
// anything is odd: libpng then has to read the file from its start and says whether it is to
// be refused. With the last row, the source stands in front of the chunk behind the last IDAT.
bool codec_rows_read(codec_rows *rows, uint8_t *CODEC_NULLABLE row);

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
// The type is the one whose bytes, taken as signed, have the smallest sum of magnitudes; of
// equals, the first (specification, 12.7).
void codec_filter_row(const uint8_t *row, const uint8_t *above, size_t count,
                      size_t bytes_per_pixel, uint8_t *filtered);

// Bytes behind a row that may be read, and overwritten with anything.
enum { codec_row_slack = 8 };

// Rows one below the other, of `byte_count` bytes without the filter type.
typedef struct codec_filtered_rows {
  const uint8_t *filtered;  // each row behind its filter type, 0 to 4
  size_t filtered_stride;
  uint8_t *rows;  // one row more: the first is the one above
  size_t stride;
  size_t byte_count;
  size_t pixel_bytes;  // the distance that filters look back: 1, 2, 3, 4, 6 or 8
} codec_filtered_rows;

// Reverses the filters: fills the second to the last row in. `filtered` has the slack behind
// its last row, `rows` behind each row. The portable way gives the same rows, slower.
void codec_unfilter(const codec_filtered_rows *rows, size_t row_count, bool is_portable);

// ---- Bands ----

// The largest distance of a match.
enum { codec_window = deflate_window };

// Rows of a picture that are filtered and compressed on their own, on any thread. Which filters
// a row gets is decided for about `codec_window` bytes at a time, counted from the band's end.
//
// What comes out are pieces of one zlib stream. Matches reach back across the seams, so a
// band needs rows above its own as well: as many as hold the last `codec_window` filtered
// bytes, and one more that those are filtered against. Fewer are right where the picture
// starts. Every band but the last has `codec_window` filtered bytes or more: a shorter one would
// not be filtered by the band below as it was by itself.
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

// A piece of the zlib stream: deflate data that end on a byte. The first piece begins with
// the header of the stream; the closing checksum is left to the writer.
typedef struct codec_piece {
  const uint8_t *CODEC_NULLABLE bytes;
  size_t count;
  uint32_t checksum;      // Adler-32 of the filtered bytes
  size_t filtered_count;  // how many there are
} codec_piece;

// Checksums of bytes, by ISA-L where it has been loaded. Both continue from a value returned
// earlier, and start from 0 and 1.
uint32_t codec_crc32(uint32_t before, const uint8_t *CODEC_NULLABLE bytes, size_t count);
uint32_t codec_adler32(uint32_t before, const uint8_t *CODEC_NULLABLE bytes, size_t count);
// The Adler-32 of bytes and of `count` more, which have a checksum of their own.
uint32_t codec_adler32_joined(uint32_t before, uint32_t after, size_t count);

// Returns false if memory runs out, and for bands of 4 GiB.
bool codec_encode_band(codec_band band, codec_piece *piece);
void codec_piece_free(codec_piece *piece);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
