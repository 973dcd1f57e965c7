// libjpeg-turbo (clibrary_jpeg), through functions that always return.
//
// libjpeg reports errors by calling a function that must not return, which in practice means
// longjmp. A jump over a Swift frame leaks or corrupts what that frame owns. This header therefore
// does not include jpeglib.h, so that Swift can only call the functions below. Each of them catches
// every jump and returns a status.
//
// A reader may be used by only one thread at a time; any number of readers may be in use.
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
  cjpeg_status_unsupported,   // an unsupported kind of JPEG; see the message
  cjpeg_status_endless,       // the scans exceed the limits
  cjpeg_status_overloaded,    // the markers to keep exceed the limit
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
  uint64_t marker_bytes;       // of the markers that are kept
  uint32_t scans;
  // The scans may code a total of `scan_coefficients` coefficients, or of `passes` times as many as
  // the picture has, whichever is more.
  uint64_t scan_coefficients;
  uint32_t passes;
} cjpeg_limits;

typedef struct cjpeg_header {
  uint32_t width;
  uint32_t height;
  uint8_t channels;  // of the rows returned: 1 grey, 3 RGB, 4 CMYK
  uint64_t coefficient_bytes;  // held for a picture with several scans
  // The JFIF density: columns and rows per unit, or the width and height of a pixel if there is no
  // unit; 0 without a JFIF marker.
  uint16_t density_x, density_y;
  uint8_t density_unit;  // 0: none
  size_t marker_count;
} cjpeg_header;

// Which markers to keep in addition to Exif and profiles.
typedef struct cjpeg_extras {
  bool xmp;  // and IPTC
  bool comments;
} cjpeg_extras;

// A marker that was kept. APP1 holds Exif, XMP or an extension of XMP; APP2 holds part of a
// profile; APP13 holds Photoshop resources. The fourth kind is a comment. The bytes belong to the
// reader.
typedef struct cjpeg_marker {
  uint8_t code;  // 0xE1, 0xE2, 0xED or 0xFE
  const uint8_t *bytes;
  size_t count;
} cjpeg_marker;

// Reads the file from the descriptor's current offset; the caller owns the descriptor. Returns NULL
// if memory runs out.
cjpeg_reader *_Nullable cjpeg_reader_create(int descriptor, cjpeg_limits limits,
                                            cjpeg_extras extras);
void cjpeg_reader_destroy(cjpeg_reader *reader);

// After a failure, every call below returns the same status again.

// Reads up to the first scan, without decoding pixels.
cjpeg_status cjpeg_reader_read_header(cjpeg_reader *reader, cjpeg_header *header);
// Valid after the header has been read.
cjpeg_marker cjpeg_reader_get_marker(const cjpeg_reader *reader, size_t index);
// Starts decoding at 1/1, 1/2, 1/4 or 1/8 of each side, rounded up. Decodes all scans in the file,
// and holds as many coefficients as the header says. If the file ends early, rows are coarser; rows
// are missing only if it ends in the first scan.
cjpeg_status cjpeg_reader_start(cjpeg_reader *reader, unsigned divisor);
// Reads the next row; may be called `height` times.
cjpeg_status cjpeg_reader_read_row(cjpeg_reader *reader, uint8_t *row);
// Checks the data after the last row, and whether all scans are present. All rows must have been
// read.
cjpeg_status cjpeg_reader_finish(cjpeg_reader *reader);

// The reason for the last failure; never NULL.
const char *cjpeg_reader_message(const cjpeg_reader *reader);
int cjpeg_reader_error_number(const cjpeg_reader *reader);

// ---- Writing ----

typedef struct cjpeg_picture {
  uint32_t width, height;
  uint8_t channels;  // of the rows: 1 grey, 3 RGB
  uint8_t quality;   // 1 to 100
  bool is_subsampled;  // chroma has half the columns and rows (4:2:0)
} cjpeg_picture;

// A complete file in memory, without JFIF and Adobe markers; the caller frees `bytes`.
typedef struct cjpeg_file {
  uint8_t *_Nullable bytes;
  size_t count;
} cjpeg_file;

typedef enum __attribute__((enum_extensibility(closed))) cjpeg_coding {
  // One scan with standard tables, and a restart marker after each row of blocks.
  cjpeg_coding_restarts = 0,
  // One scan, or several, with optimised tables. Both of these hold all coefficients in memory.
  cjpeg_coding_optimized,
  cjpeg_coding_progressive
} cjpeg_coding;

typedef struct cjpeg_writer cjpeg_writer;

// Starts a file. Returns NULL if memory runs out.
cjpeg_writer *_Nullable cjpeg_writer_create(cjpeg_picture picture, cjpeg_coding coding);
void cjpeg_writer_destroy(cjpeg_writer *writer);
// Encodes the next rows. Fails if memory runs out or libjpeg refuses; later calls then fail as
// well.
cjpeg_status cjpeg_writer_add(cjpeg_writer *writer, const uint8_t *rows, size_t count);
// Ends a file after all of its rows have been added.
cjpeg_status cjpeg_writer_finish(cjpeg_writer *writer, cjpeg_file *file);

#pragma clang assume_nonnull end

#endif
