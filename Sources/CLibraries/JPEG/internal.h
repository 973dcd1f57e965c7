// Declarations shared by the files that call libjpeg.
#ifndef CJPEG_INTERNAL_H
#define CJPEG_INTERNAL_H

#include "../include/libjpeg.h"
#include "../libraries.h"

// The functions of the library, named as in jpeglib.h without `jpeg_`.
#define FUNCTIONS(F)                                                                           \
  F(std_error) F(CreateDecompress) F(destroy_decompress) F(read_header) F(has_multiple_scans)  \
  F(start_decompress) F(read_scanlines) F(finish_decompress) F(resync_to_restart)              \
  F(set_marker_processor) F(CreateCompress) F(destroy_compress) F(set_defaults) F(set_quality) \
  F(start_compress) F(write_scanlines) F(finish_compress) F(simple_progression)

// Their types depend on the layout, whose code casts them.
#define FIELD(name) void (*name)(void);

typedef struct cjpeg_functions {
  FUNCTIONS(FIELD)
} cjpeg_functions;

extern cjpeg_functions cjpeg;

// The functions that use libjpeg's structures, for one layout of them. A function that returns a
// status may only be called while the reader's own status is ok.
typedef struct cjpeg_layout {
  int version;  // of the binary interface
  cjpeg_reader *(*create)(int descriptor, cjpeg_limits limits, cjpeg_extras extras);
  void (*destroy)(cjpeg_reader *reader);
  cjpeg_status (*read_header)(cjpeg_reader *reader, cjpeg_header *header);
  cjpeg_status (*start)(cjpeg_reader *reader, unsigned divisor);
  cjpeg_status (*read_row)(cjpeg_reader *reader, uint8_t *row);
  cjpeg_status (*finish)(cjpeg_reader *reader);
  cjpeg_writer *(*writer_create)(cjpeg_picture picture, cjpeg_coding coding);
  void (*writer_destroy)(cjpeg_writer *writer);
  cjpeg_status (*writer_add)(cjpeg_writer *writer, const uint8_t *rows, size_t count);
  cjpeg_status (*writer_finish)(cjpeg_writer *writer, cjpeg_file *file);
} cjpeg_layout;

extern const cjpeg_layout cjpeg_layout_62, cjpeg_layout_80;

// The common beginning of every reader, whatever its layout.
struct cjpeg_reader {
  const cjpeg_layout *layout;
  cjpeg_status status;
  int error_number;
  char message[200];
  cjpeg_marker *markers;
  size_t marker_count;
};

// The common beginning of every writer, whatever its layout.
struct cjpeg_writer {
  const cjpeg_layout *layout;
  cjpeg_status status;
};

#endif
