// What the files of CJPEGShims share.
#ifndef CJPEG_INTERNAL_H
#define CJPEG_INTERNAL_H

#include "include/CJPEGShims.h"

// The shim for one layout of libjpeg's structures. Every reader begins with a pointer to it.
typedef struct cjpeg_layout {
  bool (*fits)(const cjpeg_library *library);
  cjpeg_reader *(*create)(const cjpeg_library *library, int descriptor, cjpeg_limits limits);
  void (*destroy)(cjpeg_reader *reader);
  cjpeg_status (*read_header)(cjpeg_reader *reader, cjpeg_header *header);
  cjpeg_marker (*get_marker)(const cjpeg_reader *reader, size_t index);
  cjpeg_status (*start)(cjpeg_reader *reader, unsigned divisor);
  cjpeg_status (*read_row)(cjpeg_reader *reader, uint8_t *row);
  cjpeg_status (*finish)(cjpeg_reader *reader);
  const char *(*message)(const cjpeg_reader *reader);
  int (*error_number)(const cjpeg_reader *reader);
} cjpeg_layout;

// NULL where jpeglib.h was missing, or is not that of libjpeg-turbo.
extern const cjpeg_layout *const cjpeg_layout_62;
extern const cjpeg_layout *const cjpeg_layout_80;

#endif
