// A wrapper around libpng whose functions always return.
//
// libpng reports errors by calling a function that must not return, which in practice means
// longjmp. A jump over a Swift frame leaks or corrupts what that frame owns. This header therefore
// does not include png.h, so that Swift can only call the functions below. Each of them catches
// every jump and returns a status.
//
// A reader or writer may be used by only one thread at a time; any number of them may be in use.
#ifndef CPNG_SHIMS_H
#define CPNG_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef enum __attribute__((enum_extensibility(closed))) cpng_status {
  cpng_status_ok = 0,
  cpng_status_malformed,  // libpng rejected the data; see the message
  cpng_status_oversized,  // a side is longer than cpng_maximum_side
  cpng_status_refused,    // the system refused; see the error number
  cpng_status_exhausted   // memory ran out
} cpng_status;

enum {
  // The maximum width or height that is read. Source: libpng's default user limits.
  cpng_maximum_side = 1000000,
  // The maximum length of chunks other than IDAT that are read, in bytes.
  cpng_maximum_chunk = 16 * 1024 * 1024,
  // The maximum length of IDAT chunks that are written, in bytes, for readers that hold whole
  // chunks.
  cpng_longest_written_chunk = 1024 * 1024
};

typedef struct cpng_reader cpng_reader;

// Reads up to `count` bytes of a file into `buffer`. Returns their number, 0 at the end of the
// file, or -1 with errno set.
typedef ptrdiff_t (*cpng_pull)(void *context, uint8_t *buffer, size_t count);

typedef struct cpng_header {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type;  // the IHDR byte
  bool is_interlaced;
  bool has_transparency;     // an alpha channel or a tRNS chunk
  int32_t transparent_gray;  // the sample of a tRNS chunk, or -1
  uint8_t channels;          // of the rows returned, 1 to 4
  uint8_t bits_per_sample;   // of the rows returned, 8 or 16
  size_t bytes_per_row;      // of the rows returned
  uint32_t row_count;        // of the rows returned: the height, or the rows of all passes
  // The length of the first IDAT chunk; -1 unless libpng has read exactly up to the end of its
  // type.
  int64_t data_count;
} cpng_header;

// Returns NULL if memory runs out. `context` must outlive the reader. With `forgives_checksums`,
// the pixels may have a wrong Adler-32, and their last chunk may have a wrong CRC. libpng
// decompresses pixels in pieces of `piece` bytes, or of 8 KiB if that is 0, and drops a piece that
// is incomplete.
cpng_reader *_Nullable cpng_reader_create(cpng_pull pull, void *context, bool forgives_checksums,
                                          uint32_t piece);
void cpng_reader_destroy(cpng_reader *reader);

// After a failure, every call below returns the same status again.

// Reads up to the first IDAT chunk, without decoding pixels. Chunks about colours, density, texts
// and Exif are skipped: SheetPictures reads them.
cpng_status cpng_reader_read_header(cpng_reader *reader, cpng_header *header);
// Fills in 256 RGBA entries; entries missing from the palette are opaque black.
cpng_status cpng_reader_get_palette(cpng_reader *reader, uint8_t *entries);
// Reads the next row of `bytes_per_row` bytes; may be called `row_count` times. If `row` is NULL,
// the row is dropped. The rows of an interlaced picture come pass by pass, and are undefined after
// the pixels of their pass.
cpng_status cpng_reader_read_row(cpng_reader *reader, uint8_t *_Nullable row);
// Checks everything up to IEND, after all rows have been read. If they were read elsewhere, the
// file's offset must be at the chunk after the last IDAT.
cpng_status cpng_reader_finish(cpng_reader *reader, bool rows_were_read_elsewhere);

// The reason for the last failure; never NULL.
const char *cpng_reader_message(const cpng_reader *reader);
int cpng_reader_error_number(const cpng_reader *reader);
// The first problem that libpng tolerated, or NULL.
const char *_Nullable cpng_reader_warning(const cpng_reader *reader);

// ---- Writing ----

typedef struct cpng_writer cpng_writer;

// The chunks before the pixels. The file is not interlaced, and its colours are sRGB.
typedef struct cpng_description {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type;                       // the IHDR byte
  const uint8_t *_Nullable colors;      // the palette's red, green and blue, if there is one
  size_t color_count;                       // at most 256
  const uint8_t *_Nullable alphas;      // of the first colours in the palette
  size_t alpha_count;                       // 0 if all colours are opaque
  uint32_t pixels_per_metre;                // 0 if unknown
  const char *keyword;                      // of the only text
  const char *text;                         // Latin-1
} cpng_description;

// Returns NULL if memory runs out. `memory_limit` covers libpng's memory and the output.
cpng_writer *_Nullable cpng_writer_create(size_t memory_limit);
void cpng_writer_destroy(cpng_writer *writer);

// After a failure, each of the next three functions returns the same status again.

// Writes the signature and all chunks before the pixels.
cpng_status cpng_writer_begin(cpng_writer *writer, const cpng_description *description);
// Writes the next bytes of the zlib stream as IDAT chunks.
cpng_status cpng_writer_append(cpng_writer *writer, const uint8_t *bytes, size_t count);
// Writes the IEND chunk.
cpng_status cpng_writer_end(cpng_writer *writer);

// Hands over the bytes written since the last call; they are valid until the next call.
const uint8_t *_Nullable cpng_writer_take(cpng_writer *writer, size_t *count);
// The reason for the failure; never NULL.
const char *cpng_writer_message(const cpng_writer *writer);

#pragma clang assume_nonnull end

#endif
