// libpng behind functions that return.
//
// libpng reports errors by calling a function that must not return, which in
// practice means longjmp. A jump over a Swift frame leaks or corrupts what that
// frame owns, so png.h is not included here: Swift can only name the functions
// below, each of which catches every jump and returns a status.
//
// No object is shared between threads: one reader or writer is used by one
// thread at a time, and any number may be in use at once.
#ifndef CPNG_SHIMS_H
#define CPNG_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define CPNG_CLOSED __attribute__((enum_extensibility(closed)))
#pragma clang assume_nonnull begin
#define CPNG_NULLABLE _Nullable
#else
#define CPNG_CLOSED
#define CPNG_NULLABLE
#endif

typedef enum CPNG_CLOSED cpng_status {
  cpng_status_ok = 0,
  cpng_status_malformed,     // libpng rejected the data; see the message
  cpng_status_unrecognized,  // the file does not start like a PNG file
  cpng_status_oversized,     // a side is longer than cpng_maximum_side
  cpng_status_unbuffered,    // an interlaced picture is larger than the limit
  cpng_status_folder,        // the path names a folder
  cpng_status_special,       // the path names a device, a pipe or a socket
  cpng_status_refused,       // the system refused; see the error number
  cpng_status_exhausted      // memory ran out
} cpng_status;

// The longest side that is read. Source: libpng's default user limits.
enum { cpng_maximum_side = 1000000 };

// ---- Reading ----

typedef struct cpng_reader cpng_reader;

typedef struct cpng_header {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;
  uint8_t color_type;  // the IHDR byte
  bool is_interlaced;
  bool has_transparency;    // an alpha channel or a tRNS chunk
  uint8_t channels;         // of the rows handed out, 1 to 4
  uint8_t bits_per_sample;  // of the rows handed out, 8 or 16
  size_t bytes_per_row;     // of the rows handed out
} cpng_header;

// How rows are decoded. All ways give the same rows and refuse the same files;
// what they cannot read themselves they leave to libpng.
typedef enum CPNG_CLOSED cpng_decoder {
  cpng_decoder_automatic = 0,  // ISA-L where it is present and pays, else zlib
  cpng_decoder_isal,
  cpng_decoder_zlib,
  cpng_decoder_portable,  // zlib, and no instructions of this processor alone
  cpng_decoder_libpng
} cpng_decoder;

// Whether ISA-L is found at run time. Without it, zlib takes its place.
bool cpng_isal_is_present(void);

// Returns NULL when memory runs out. An interlaced picture of more than
// `interlaced_limit` bytes is refused when its first row is asked for.
cpng_reader *CPNG_NULLABLE cpng_reader_create(uint64_t interlaced_limit, cpng_decoder decoder);
void cpng_reader_destroy(cpng_reader *reader);

// Exactly one of these two comes first.
cpng_status cpng_reader_open_file(cpng_reader *reader, const char *path);
// Copies the bytes.
cpng_status cpng_reader_open_bytes(cpng_reader *reader, const uint8_t *CPNG_NULLABLE bytes,
                                   size_t count);

// After a failure, every call below returns the status of that failure again.

// Reads up to the first IDAT chunk; no pixel is touched.
cpng_status cpng_reader_read_header(cpng_reader *reader, cpng_header *header);
// Reads the next row, `bytes_per_row` bytes; at most `height` times.
cpng_status cpng_reader_read_row(cpng_reader *reader, uint8_t *row);
// Decodes the rows not yet read and checks everything up to IEND.
cpng_status cpng_reader_finish(cpng_reader *reader);

// Why the last call failed; never NULL.
const char *cpng_reader_message(const cpng_reader *reader);
int cpng_reader_error_number(const cpng_reader *reader);
// The first thing that libpng put up with, or NULL.
const char *CPNG_NULLABLE cpng_reader_warning(const cpng_reader *reader);
// The start of the file, while nothing after the signature has been read.
const uint8_t *cpng_reader_beginning(const cpng_reader *reader, size_t *count);
// The whole file, where all of it was fetched with the header; NULL where it is larger.
const uint8_t *CPNG_NULLABLE cpng_reader_contents(const cpng_reader *reader, size_t *count);
// How many bytes of the file have been fetched, used or not.
uint64_t cpng_reader_bytes_fetched(const cpng_reader *reader);

// ---- Metadata ----

// Pointers belong to the reader and are NULL where the chunk is absent.
typedef struct cpng_metadata {
  int srgb_intent;  // 0 to 3, or -1
  int32_t gamma;    // the exponent times 100,000, or 0
  bool has_chromaticities;
  int32_t white_x, white_y, red_x, red_y, green_x, green_y, blue_x, blue_y;  // times 100,000
  const uint8_t *CPNG_NULLABLE profile_name;  // Latin-1
  size_t profile_name_count;
  const uint8_t *CPNG_NULLABLE profile;
  size_t profile_count;
  const uint8_t *CPNG_NULLABLE code_points;  // the four bytes of cICP
  uint32_t density_x, density_y;
  int density_unit;  // 0 unknown, 1 metre, or -1
  const uint8_t *CPNG_NULLABLE exif;
  size_t exif_count;
  size_t text_count;
} cpng_metadata;

typedef struct cpng_text {
  const uint8_t *CPNG_NULLABLE keyword;  // Latin-1
  size_t keyword_count;
  const uint8_t *CPNG_NULLABLE value;
  size_t value_count;
  bool is_utf8;  // otherwise Latin-1
} cpng_text;

// After the header has been read.
cpng_status cpng_reader_get_metadata(cpng_reader *reader, cpng_metadata *metadata);
cpng_status cpng_reader_get_text(cpng_reader *reader, size_t index, cpng_text *text);

// A chunk behind the pixels.
typedef struct cpng_chunk {
  uint64_t offset;  // of its length, in the file
  uint32_t count;   // of the bytes of its data
} cpng_chunk;

// Finds the first chunk of a type, four letters, behind the pixels. The pixels are not
// read, and the decoder stays where it is. False also where the file is damaged, which
// is for the decoder to find. After the header has been read.
bool cpng_reader_find_trailing(const cpng_reader *reader, const char *type, cpng_chunk *chunk);
// Copies the data of a chunk that was found, `count` bytes. False where they are damaged.
bool cpng_reader_copy_trailing(const cpng_reader *reader, cpng_chunk chunk, uint8_t *bytes);

// ---- Writing ----

// Rows of a picture that are filtered and compressed on their own: any thread
// may do it, at any time.
//
// What comes out are pieces of one zlib stream. Matches reach back across the
// seams, so a band needs the rows ahead of it as well: as many as hold the last
// 32 KiB of filtered bytes, and the one above those, that they are filtered
// against. Fewer are right where the picture starts.
typedef struct cpng_band {
  const uint8_t *rows;  // `lead` + `count` rows without padding
  size_t bytes_per_row;
  size_t bytes_per_pixel;
  size_t lead;   // rows that are there for the sake of the others
  size_t count;  // rows of the band itself
  bool is_first;
  bool is_last;
  int compression_level;  // 0 to 9
} cpng_band;

// A piece of the zlib stream: deflate data that ends on a byte, ahead of which
// the first has the header of the stream.
typedef struct cpng_piece {
  const uint8_t *CPNG_NULLABLE bytes;
  size_t count;
  bool is_last;
  uint32_t checksum;      // Adler-32 of the filtered bytes
  size_t filtered_count;  // how many there are
} cpng_piece;

// The only failure is exhaustion, which a band of 4 GiB is taken for.
cpng_status cpng_encode_band(cpng_band band, cpng_piece *piece);
void cpng_piece_free(cpng_piece *piece);

typedef struct cpng_writer cpng_writer;

typedef struct cpng_output {
  uint32_t width;
  uint32_t height;
  uint8_t channels;           // 1 to 4
  uint8_t bits_per_sample;    // 8 or 16, big endian
  uint32_t pixels_per_metre;  // 0 leaves pHYs out
} cpng_output;

// Returns NULL when memory runs out. The descriptor stays the caller's.
cpng_writer *CPNG_NULLABLE cpng_writer_create(int descriptor);
void cpng_writer_destroy(cpng_writer *writer);

cpng_status cpng_writer_start(cpng_writer *writer, cpng_output output);
// In the order of the bands.
cpng_status cpng_writer_write_piece(cpng_writer *writer, cpng_piece piece);
cpng_status cpng_writer_finish(cpng_writer *writer);

const char *cpng_writer_message(const cpng_writer *writer);
int cpng_writer_error_number(const cpng_writer *writer);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
