#include <dlfcn.h>
#include <stdlib.h>

#include "internal.h"

bool cjpeg_is_built(void) { return cjpeg_layout_62 != NULL; }

#define FIND(name) &&(library->name = (void (*)(void))dlsym(handle, "jpeg_" #name)) != NULL

const cjpeg_library *cjpeg_library_find(void *handle, int version) {
  cjpeg_library *library = malloc(sizeof *library);
  cjpeg_reader *reader = NULL;
  if (library != NULL FUNCTIONS(FIND)) {
    library->version = version;
    reader = cjpeg_reader_create(library, -1, (cjpeg_limits){0}, (cjpeg_extras){0});
  }
  if (reader == NULL) {
    free(library);
    return NULL;
  }
  cjpeg_reader_destroy(reader);
  return library;
}

static const cjpeg_layout *layout_of(const cjpeg_library *library) {
  switch (library->version) {
    case 62: return cjpeg_layout_62;
    case 80: return cjpeg_layout_80;
    default: return NULL;
  }
}

cjpeg_reader *cjpeg_reader_create(const cjpeg_library *library, int descriptor,
                                  cjpeg_limits limits, cjpeg_extras extras) {
  const cjpeg_layout *layout = layout_of(library);
  return layout == NULL ? NULL : layout->create(library, descriptor, limits, extras);
}

void cjpeg_reader_destroy(cjpeg_reader *reader) { reader->layout->destroy(reader); }

cjpeg_status cjpeg_reader_read_header(cjpeg_reader *reader, cjpeg_header *header) {
  if (reader->status != cjpeg_status_ok) return reader->status;
  return reader->layout->read_header(reader, header);
}

cjpeg_marker cjpeg_reader_get_marker(const cjpeg_reader *reader, size_t index) {
  return reader->markers[index];
}

cjpeg_status cjpeg_reader_start(cjpeg_reader *reader, unsigned divisor) {
  if (reader->status != cjpeg_status_ok) return reader->status;
  return reader->layout->start(reader, divisor);
}

cjpeg_status cjpeg_reader_read_row(cjpeg_reader *reader, uint8_t *row) {
  if (reader->status != cjpeg_status_ok) return reader->status;
  return reader->layout->read_row(reader, row);
}

cjpeg_status cjpeg_reader_finish(cjpeg_reader *reader) {
  if (reader->status != cjpeg_status_ok) return reader->status;
  return reader->layout->finish(reader);
}

const char *cjpeg_reader_message(const cjpeg_reader *reader) { return reader->message; }

int cjpeg_reader_error_number(const cjpeg_reader *reader) { return reader->error_number; }

cjpeg_writer *cjpeg_writer_create(const cjpeg_library *library, cjpeg_picture picture,
                                  cjpeg_coding coding) {
  const cjpeg_layout *layout = layout_of(library);
  cjpeg_writer *writer = layout->writer_create(library, picture, coding);
  if (writer != NULL) writer->layout = layout;
  return writer;
}

void cjpeg_writer_destroy(cjpeg_writer *writer) { writer->layout->writer_destroy(writer); }

cjpeg_status cjpeg_writer_add(cjpeg_writer *writer, const uint8_t *rows, size_t count) {
  if (writer->status != cjpeg_status_ok) return writer->status;
  return writer->layout->writer_add(writer, rows, count);
}

cjpeg_status cjpeg_writer_finish(cjpeg_writer *writer, cjpeg_file *file) {
  if (writer->status != cjpeg_status_ok) return writer->status;
  return writer->layout->writer_finish(writer, file);
}
