#include "header.h"
#include "internal.h"

cjpeg_functions cjpeg;

// The layout of the library's structures, once it is loaded.
static const cjpeg_layout *used;

static const char *const files[] = {"libjpeg.so.62", "libjpeg.so.8", NULL};

#if HAS_JPEG

#define ROW(name) {"jpeg_" #name, &cjpeg.name},

static const clibrary_function functions[] = {FUNCTIONS(ROW)};

// Tries to create a reader with each layout: a library refuses layouts other than its own.
static bool fits(void) {
  const cjpeg_layout *const layouts[] = {&cjpeg_layout_62, &cjpeg_layout_80};
  for (size_t index = 0; index < COUNT(layouts) && used == NULL; index++) {
    cjpeg_reader *reader = layouts[index]->create(-1, (cjpeg_limits){0}, (cjpeg_extras){0});
    if (reader == NULL) continue;
    cjpeg_reader_destroy(reader);
    used = layouts[index];
  }
  return used != NULL;
}

const clibrary_table jpeg_table = {files, functions, COUNT(functions), fits};

#else

const clibrary_table jpeg_table = {files, NULL, 0, NULL};

#endif

int cjpeg_interface(void) { return used == NULL ? 0 : used->version; }

cjpeg_reader *cjpeg_reader_create(int descriptor, cjpeg_limits limits, cjpeg_extras extras) {
  return used->create(descriptor, limits, extras);
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

cjpeg_writer *cjpeg_writer_create(cjpeg_picture picture, cjpeg_coding coding) {
  return used->writer_create(picture, coding);
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
