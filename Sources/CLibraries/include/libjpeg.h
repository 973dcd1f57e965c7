// libjpeg-turbo (clibrary_jpeg), by functions that always return.
//
// libjpeg reports errors by calling a function that must not return, which in practice means
// longjmp. A jump over a Swift frame leaks or corrupts what that frame owns. This header therefore
// does not include jpeglib.h: Swift can only name the functions below. Each of them catches every
// jump and returns a status.
//
// No reader is shared between threads: one thread at a time uses it, and any number may be in use.
#ifndef CLIBRARIES_LIBJPEG_H
#define CLIBRARIES_LIBJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef enum __attribute__((enum_extensibility(closed))) cjpeg_status {
  cjpeg_status_ok = 0,
  cjpeg_status_malformed,     // libjpeg rejected the data; see the message
  cjpeg_status_damaged,       // pixels are damaged from this row on; see the message
  cjpeg_status_ended,         // the file ends before this row, or before its end marker
  cjpeg_status_unsupported,   // a kind of JPEG that is not read; see the message
  cjpeg_status_endless,       // the scans exceed the limits
  cjpeg_status_overloaded,    // the markers that may be kept exceed the limit
  cjpeg_status_refused,       // the system refused; see the error number
  cjpeg_status_exhausted      // memory ran out
} cjpeg_status;

// ---- The library ----

// The binary interface of the loaded library: 62 of libjpeg.so.62, or 80 of libjpeg.so.8; 0 if none
// is loaded.
int cjpeg_interface(void);

// ---- Reading ----

typedef struct cjpeg_reader cjpeg_reader;

typedef struct cjpeg_limits {
  uint64_t file_bytes;         // from the descriptor's offset to the end
  uint64_t marker_bytes;       // of the markers that may be kept
  uint32_t scans;
  // All scans together may code `scan_coefficients`, or each coefficient of the picture `passes`
  // times, whichever is more.
  uint64_t scan_coefficients;
  uint32_t passes;
} cjpeg_limits;

typedef struct cjpeg_header {
  uint32_t width;
  uint32_t height;
  uint8_t channels;  // of the rows handed out: 1 grey, 3 RGB, 4 CMYK
  uint64_t coefficient_bytes;  // held for a picture of several scans
  // The JFIF density: columns and rows per unit, or a pixel's width and height without a unit; 0
  // without a JFIF marker.
  uint16_t density_x, density_y;
  uint8_t density_unit;  // 0: none
  size_t marker_count;
} cjpeg_header;

// The markers kept besides Exif and profiles.
typedef struct cjpeg_extras {
  bool xmp;  // and IPTC
  bool comments;
} cjpeg_extras;

// A marker that is kept. APP1 has Exif, XMP or its extension, APP2 a part of a profile, APP13
// resources of Photoshop. The fourth kind is a comment. The bytes belong to the reader.
typedef struct cjpeg_marker {
  uint8_t code;  // 0xE1, 0xE2, 0xED or 0xFE
  const uint8_t *bytes;
  size_t count;
} cjpeg_marker;

// Returns NULL if memory runs out. Reads the file from the descriptor's current offset; the caller
// owns the descriptor.
cjpeg_reader *_Nullable cjpeg_reader_create(int descriptor, cjpeg_limits limits,
                                            cjpeg_extras extras);
void cjpeg_reader_destroy(cjpeg_reader *reader);

// After a failure, every call below returns the status of that failure again.

// Reads up to the first scan; no pixel is decoded.
cjpeg_status cjpeg_reader_read_header(cjpeg_reader *reader, cjpeg_header *header);
// Valid after the header has been read.
cjpeg_marker cjpeg_reader_get_marker(const cjpeg_reader *reader, size_t index);
// Begins to decode at 1/1, 1/2, 1/4 or 1/8 of each side, rounded up. Decodes all scans that the
// file has, and holds as many coefficients as the header says. If the file ends early, rows are
// coarser. Rows are missing only if the file ends in the first scan.
cjpeg_status cjpeg_reader_start(cjpeg_reader *reader, unsigned divisor);
// Reads the next row; at most `height` times.
cjpeg_status cjpeg_reader_read_row(cjpeg_reader *reader, uint8_t *row);
// Checks the data after the last row, which has been read, and that all scans are present.
cjpeg_status cjpeg_reader_finish(cjpeg_reader *reader);

// The reason of the last failure; never NULL.
const char *cjpeg_reader_message(const cjpeg_reader *reader);
int cjpeg_reader_error_number(const cjpeg_reader *reader);

// ---- Writing ----

typedef struct cjpeg_picture {
  uint32_t width, height;
  uint8_t channels;  // of the rows: 1 grey, 3 RGB
  uint8_t quality;   // 1 to 100
  bool is_subsampled;  // colours have half the columns and rows (4:2:0)
} cjpeg_picture;

// A whole file in memory, without JFIF and Adobe markers; the caller frees `bytes`.
typedef struct cjpeg_file {
  uint8_t *_Nullable bytes;
  size_t count;
} cjpeg_file;

typedef enum __attribute__((enum_extensibility(closed))) cjpeg_coding {
  // One scan with standard tables, and a restart marker after each row of blocks.
  cjpeg_coding_restarts = 0,
  // One scan, or several, with tables of its own. Both hold all coefficients.
  cjpeg_coding_optimized,
  cjpeg_coding_progressive
} cjpeg_coding;

typedef struct cjpeg_writer cjpeg_writer;

// Begins a file. Returns NULL if memory runs out.
cjpeg_writer *_Nullable cjpeg_writer_create(cjpeg_picture picture, cjpeg_coding coding);
void cjpeg_writer_destroy(cjpeg_writer *writer);
// Encodes the next rows. Fails if memory runs out or libjpeg refuses; later calls then fail too.
cjpeg_status cjpeg_writer_add(cjpeg_writer *writer, const uint8_t *rows, size_t count);
// Ends a file of which all rows have been added.
cjpeg_status cjpeg_writer_finish(cjpeg_writer *writer, cjpeg_file *file);

#pragma clang assume_nonnull end

#endif
