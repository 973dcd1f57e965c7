#include <string.h>

#include "internal.h"

static const png_byte text_types[][5] = {"tEXt", "zTXt", "iTXt"};

enum { text_type_count = sizeof text_types / sizeof text_types[0] };

bool cpng_is_text(const uint8_t *type) {
  for (int index = 0; index < text_type_count; index++) {
    if (memcmp(type, text_types[index], 4) == 0) return true;
  }
  return false;
}

void cpng_texts_skip(cpng_reader *reader) {
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, text_types[0], text_type_count);
}

static void get_metadata(cpng_reader *reader, cpng_metadata *metadata) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  *metadata = (cpng_metadata){.density_unit = -1};
  png_get_pHYs(png, info, &metadata->density_x, &metadata->density_y, &metadata->density_unit);
  png_bytep exif;
  png_uint_32 exif_count;
  if (png_get_eXIf_1(png, info, &exif_count, &exif) != 0) {
    metadata->exif = exif;
    metadata->exif_count = exif_count;
  }
  png_textp texts;
  int text_count;
  metadata->text_count = (size_t)png_get_text(png, info, &texts, &text_count);
}

cpng_status cpng_reader_get_metadata(cpng_reader *reader, cpng_metadata *metadata) {
  if (reader->failure.status != cpng_status_ok) return reader->failure.status;
  if (setjmp(reader->failure.target)) return reader->failure.status;
  get_metadata(reader, metadata);
  return cpng_status_ok;
}

static void get_text(cpng_reader *reader, size_t index, cpng_text *text) {
  png_textp texts;
  int count;
  if (index >= (size_t)png_get_text(reader->png, reader->info, &texts, &count)) {
    png_error(reader->png, "no such text");
  }
  const png_text *chosen = &texts[index];
  bool is_international = chosen->compression >= PNG_ITXT_COMPRESSION_NONE;
  text->keyword = (const uint8_t *)chosen->key;
  text->keyword_count = strlen(chosen->key);
  text->value = (const uint8_t *)chosen->text;
  text->value_count = is_international ? chosen->itxt_length : chosen->text_length;
  text->is_utf8 = is_international;
}

cpng_status cpng_reader_get_text(cpng_reader *reader, size_t index, cpng_text *text) {
  if (reader->failure.status != cpng_status_ok) return reader->failure.status;
  if (setjmp(reader->failure.target)) return reader->failure.status;
  get_text(reader, index, text);
  return cpng_status_ok;
}
