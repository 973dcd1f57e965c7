#include <stdlib.h>

#include "internal.h"

static const cjpeg_layout *layout_of(const cjpeg_library *library) {
  switch (library->version) {
    case 62: return cjpeg_layout_62;
    case 80: return cjpeg_layout_80;
    default: return NULL;
  }
}

// How a reader begins.
struct cjpeg_reader {
  const cjpeg_layout *layout;
};

bool cjpeg_is_built(void) { return cjpeg_layout_62 != NULL; }

bool cjpeg_library_fits(const cjpeg_library *library) {
  const cjpeg_layout *layout = layout_of(library);
  return layout != NULL && layout->fits(library);
}

cjpeg_reader *cjpeg_reader_create(const cjpeg_library *library, int descriptor,
                                  cjpeg_limits limits) {
  const cjpeg_layout *layout = layout_of(library);
  return layout == NULL ? NULL : layout->create(library, descriptor, limits);
}

void cjpeg_reader_destroy(cjpeg_reader *reader) { reader->layout->destroy(reader); }

cjpeg_status cjpeg_reader_read_header(cjpeg_reader *reader, cjpeg_header *header) {
  return reader->layout->read_header(reader, header);
}

cjpeg_marker cjpeg_reader_get_marker(const cjpeg_reader *reader, size_t index) {
  return reader->layout->get_marker(reader, index);
}

cjpeg_status cjpeg_reader_start(cjpeg_reader *reader, unsigned divisor) {
  return reader->layout->start(reader, divisor);
}

cjpeg_status cjpeg_reader_read_row(cjpeg_reader *reader, uint8_t *row) {
  return reader->layout->read_row(reader, row);
}

cjpeg_status cjpeg_reader_finish(cjpeg_reader *reader) { return reader->layout->finish(reader); }

const char *cjpeg_reader_message(const cjpeg_reader *reader) {
  return reader->layout->message(reader);
}

int cjpeg_reader_error_number(const cjpeg_reader *reader) {
  return reader->layout->error_number(reader);
}
