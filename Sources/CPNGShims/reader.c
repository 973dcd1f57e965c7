#include "cpng_reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cpng_isal.h"

// What libpng may hold for one file: two rows of the longest length at 8 bytes
// a pixel are 16 MB, the largest chunk is taken twice while it unfolds.
enum { memory_limit = 64 * 1024 * 1024, chunk_limit = 16 * 1024 * 1024 };

// How many texts and unknown chunks are kept. Each is unfolded before it is
// known whether it fits, so that this also limits the time.
enum { chunk_count_limit = 64 };

enum { signature_count = 8 };

static void read_bytes(png_structp png, png_bytep buffer, size_t count) {
  cpng_reader *reader = png_get_io_ptr(png);
  cpng_source *source = &reader->source;
  png_bytep bytes = buffer;
  size_t wanted = count;
  while (count > 0) {
    if (source->start == source->end) {
      ptrdiff_t got = cpng_source_fetch(source);
      if (got == 0) png_error(png, "unexpected end of file");
      if (got < 0) {
        cpng_failure_record_refusal(&reader->failure, errno);
        cpng_failure_jump(&reader->failure);
      }
    }
    size_t buffered = source->end - source->start;
    size_t copied = count < buffered ? count : buffered;
    memcpy(buffer, source->buffer + source->start, copied);
    source->start += copied;
    buffer += copied;
    count -= copied;
  }
  // libpng takes the length and the type of a chunk at once.
  if (wanted == sizeof reader->chunk_head) memcpy(reader->chunk_head, bytes, wanted);
}

// libpng catches its own jumps in these two and returns NULL.
bool cpng_reader_create_libpng(cpng_reader *reader) {
  reader->png = png_create_read_struct_2(
      PNG_LIBPNG_VER_STRING, &reader->failure, cpng_failure_on_error, cpng_failure_on_warning,
      &reader->memory, cpng_memory_allocate, cpng_memory_free);
  if (reader->png != NULL) reader->info = png_create_info_struct(reader->png);
  return reader->info != NULL;
}

cpng_reader *cpng_reader_create(uint64_t interlaced_limit, cpng_decoder decoder) {
  cpng_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) return NULL;
  cpng_source_init(&reader->source);
  reader->memory.limit = memory_limit;
  reader->interlaced_limit = interlaced_limit;
  reader->decoder = decoder;
  if (cpng_reader_create_libpng(reader)) return reader;
  cpng_reader_destroy(reader);
  return NULL;
}

void cpng_reader_destroy(cpng_reader *reader) {
  if (reader->png != NULL) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  if (reader->stream != NULL) cpng_row_stream_destroy(reader->stream);
  cpng_source_close(&reader->source);
  free(reader->picture);
  free(reader);
}

cpng_status cpng_reader_open_file(cpng_reader *reader, const char *path) {
  return cpng_source_open_file(&reader->source, path, &reader->failure);
}

cpng_status cpng_reader_open_bytes(cpng_reader *reader, const uint8_t *bytes, size_t count) {
  return cpng_source_open_bytes(&reader->source, bytes, count, &reader->failure);
}

static cpng_status check_signature(cpng_reader *reader) {
  cpng_source *source = &reader->source;
  while (source->end < signature_count) {
    ptrdiff_t got = cpng_source_fetch(source);
    if (got < 0) return cpng_failure_record_refusal(&reader->failure, errno);
    if (got == 0) break;
  }
  if (source->end > 0 && source->end < signature_count &&
      png_sig_cmp(source->buffer, 0, source->end) == 0) {
    return cpng_failure_record(&reader->failure, cpng_status_malformed, "unexpected end of file");
  }
  if (source->end < signature_count || png_sig_cmp(source->buffer, 0, signature_count) != 0) {
    return cpng_failure_record(&reader->failure, cpng_status_unrecognized, "not a PNG file");
  }
  return cpng_status_ok;
}

// The form of the rows that prepare_rows() asks for, told beforehand because
// asking libpng allocates everything that decoding needs.
static void describe_rows(cpng_reader *reader, cpng_header *header) {
  int transparent_count = 0;
  png_get_tRNS(reader->png, reader->info, NULL, &transparent_count, NULL);
  bool is_color = (header->color_type & PNG_COLOR_MASK_COLOR) != 0;
  header->has_transparency =
      (header->color_type & PNG_COLOR_MASK_ALPHA) != 0 || transparent_count > 0;
  header->channels = (uint8_t)((is_color ? 3 : 1) + (header->has_transparency ? 1 : 0));
  header->bits_per_sample = header->bit_depth == 16 ? 16 : 8;
  header->bytes_per_row =
      (size_t)header->width * header->channels * (header->bits_per_sample / 8);
}

void cpng_reader_parse_header(cpng_reader *reader) {
  png_structp png = reader->png;
  png_set_read_fn(png, reader, read_bytes);
  // libpng would say no more than "Invalid IHDR data".
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(png, chunk_limit);
  png_set_chunk_cache_max(png, chunk_count_limit);
  // Comparing each profile with the known sRGB ones is not our question.
  png_set_option(png, PNG_SKIP_sRGB_CHECK_PROFILE, PNG_OPTION_ON);
  // Older versions of libpng do not know cICP.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep) "cICP", 1);
  png_read_info(png, reader->info);

  cpng_header *header = &reader->header;
  header->width = png_get_image_width(png, reader->info);
  header->height = png_get_image_height(png, reader->info);
  header->bit_depth = png_get_bit_depth(png, reader->info);
  header->color_type = png_get_color_type(png, reader->info);
  header->is_interlaced = png_get_interlace_type(png, reader->info) != PNG_INTERLACE_NONE;
  if (header->width > cpng_maximum_side || header->height > cpng_maximum_side) {
    cpng_failure_record(&reader->failure, cpng_status_oversized, "too many pixels");
    return;
  }
  describe_rows(reader, header);
}

cpng_status cpng_reader_read_header(cpng_reader *reader, cpng_header *header) {
  if (reader->failure.status != cpng_status_ok) return reader->failure.status;
  if (check_signature(reader) != cpng_status_ok) return reader->failure.status;
  if (setjmp(reader->failure.target)) return reader->failure.status;
  cpng_reader_parse_header(reader);
  *header = reader->header;
  return reader->failure.status;
}

const char *cpng_reader_message(const cpng_reader *reader) { return reader->failure.message; }

int cpng_reader_error_number(const cpng_reader *reader) { return reader->failure.error_number; }

const char *cpng_reader_warning(const cpng_reader *reader) {
  return reader->failure.warning[0] == 0 ? NULL : reader->failure.warning;
}

const uint8_t *cpng_reader_beginning(const cpng_reader *reader, size_t *count) {
  static const uint8_t nothing = 0;
  *count = reader->source.end;
  return reader->source.buffer == NULL ? &nothing : reader->source.buffer;
}

const uint8_t *cpng_reader_contents(const cpng_reader *reader, size_t *count) {
  const cpng_source *source = &reader->source;
  *count = source->end;
  return cpng_source_holds_start(source) && source->end == source->size ? source->buffer : NULL;
}

uint64_t cpng_reader_bytes_fetched(const cpng_reader *reader) { return reader->source.fetched; }

bool cpng_isal_is_present(void) { return cpng_isal_load() != NULL; }
