#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cpng_reader.h"

static void prepare_rows(cpng_reader *reader) {
  png_set_expand(reader->png);
  if (reader->header.is_interlaced) png_set_interlace_handling(reader->png);
  png_read_update_info(reader->png, reader->info);
  if (png_get_rowbytes(reader->png, reader->info) != reader->header.bytes_per_row) {
    png_error(reader->png, "rows of an unexpected length");
  }
}

// libpng fills an interlaced picture in by passes over all of its rows.
static void decode_picture(cpng_reader *reader) {
  const cpng_header *header = &reader->header;
  uint64_t count = (uint64_t)header->bytes_per_row * header->height;
  if (count > reader->interlaced_limit || count > PTRDIFF_MAX) {
    cpng_failure_record(&reader->failure, cpng_status_unbuffered, "too large and interlaced");
    cpng_failure_jump(&reader->failure);
  }
  reader->picture = calloc(header->height, header->bytes_per_row);
  if (reader->picture == NULL) {
    cpng_failure_record(&reader->failure, cpng_status_exhausted, "not enough memory");
    cpng_failure_jump(&reader->failure);
  }
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++) {
    for (size_t row = 0; row < header->height; row++) {
      png_read_row(reader->png, reader->picture + row * header->bytes_per_row, NULL);
    }
  }
}

// Leaves the rows to libpng, from the start of the file, and drops those that
// have been handed out already. So whatever is odd is accepted or refused as
// libpng does it, and in its words.
static void start_over(cpng_reader *reader) {
  if (reader->stream != NULL) cpng_row_stream_destroy(reader->stream);
  reader->stream = NULL;
  const cpng_header before = reader->header;
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  reader->failure.warning[0] = 0;
  if (!cpng_reader_create_libpng(reader)) {
    cpng_failure_record(&reader->failure, cpng_status_exhausted, "not enough memory");
    cpng_failure_jump(&reader->failure);
  }
  if (!cpng_source_rewind(&reader->source)) {
    cpng_failure_record_refusal(&reader->failure, errno);
    cpng_failure_jump(&reader->failure);
  }
  cpng_reader_parse_header(reader);
  const cpng_header *header = &reader->header;
  if (header->width != before.width || header->height != before.height ||
      header->bytes_per_row != before.bytes_per_row || header->is_interlaced) {
    png_error(reader->png, "the file changed while it was read");
  }
  prepare_rows(reader);
  for (uint32_t row = 0; row < reader->next_row; row++) png_read_row(reader->png, NULL, NULL);
}

static void start(cpng_reader *reader) {
  static const uint8_t type[4] = {'I', 'D', 'A', 'T'};
  const uint8_t *head = reader->chunk_head;
  reader->has_started = true;
  // libpng stops behind the type of the first IDAT chunk.
  if (reader->decoder != cpng_decoder_libpng && cpng_row_stream_suits(&reader->header) &&
      memcmp(head + 4, type, sizeof type) == 0) {
    reader->stream =
        cpng_row_stream_create(reader->png, reader->info, &reader->header, &reader->source,
                               png_get_uint_32(head), reader->decoder);
    if (reader->stream == NULL) start_over(reader);
    return;
  }
  prepare_rows(reader);
  if (reader->header.is_interlaced) decode_picture(reader);
}

static void read_row_of_libpng(cpng_reader *reader, uint8_t *row) {
  if (reader->picture == NULL) {
    png_read_row(reader->png, row, NULL);
  } else if (row != NULL) {
    size_t count = reader->header.bytes_per_row;
    memcpy(row, reader->picture + reader->next_row * count, count);
  }
}

// Decodes the next row; a row that is NULL is decoded and dropped.
static void read_row(cpng_reader *reader, uint8_t *row) {
  if (!reader->has_started) start(reader);
  if (reader->next_row == reader->header.height) png_error(reader->png, "no more rows");
  if (reader->stream != NULL && !cpng_row_stream_read(reader->stream, row)) start_over(reader);
  if (reader->stream == NULL) read_row_of_libpng(reader, row);
  reader->next_row++;
}

cpng_status cpng_reader_read_row(cpng_reader *reader, uint8_t *row) {
  if (reader->failure.status != cpng_status_ok) return reader->failure.status;
  if (setjmp(reader->failure.target)) return reader->failure.status;
  read_row(reader, row);
  return cpng_status_ok;
}

static void finish(cpng_reader *reader) {
  while (reader->next_row < reader->header.height) read_row(reader, NULL);
  if (reader->stream != NULL) {
    // libpng would wait for the IDAT chunks, which are behind it by now.
    png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, (png_const_bytep) "IDAT", 1);
  }
  png_read_end(reader->png, NULL);
}

cpng_status cpng_reader_finish(cpng_reader *reader) {
  if (reader->failure.status != cpng_status_ok) return reader->failure.status;
  if (setjmp(reader->failure.target)) return reader->failure.status;
  finish(reader);
  return cpng_status_ok;
}
