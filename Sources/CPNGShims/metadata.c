#include <string.h>

#include "internal.h"

static void get_color_space(cpng_reader *reader, cpng_metadata *metadata) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  int intent;
  if (png_get_sRGB(png, info, &intent) != 0) metadata->srgb_intent = intent;
  png_fixed_point gamma;
  if (png_get_gAMA_fixed(png, info, &gamma) != 0) metadata->gamma = gamma;
  metadata->has_chromaticities =
      png_get_cHRM_fixed(png, info, &metadata->white_x, &metadata->white_y, &metadata->red_x,
                         &metadata->red_y, &metadata->green_x, &metadata->green_y,
                         &metadata->blue_x, &metadata->blue_y) != 0;
  png_charp name;
  int compression;
  png_bytep profile;
  png_uint_32 count;
  if (png_get_iCCP(png, info, &name, &compression, &profile, &count) != 0) {
    metadata->profile_name = (const uint8_t *)name;
    metadata->profile_name_count = strlen(name);
    metadata->profile = profile;
    metadata->profile_count = count;
  }
}

static void get_code_points(cpng_reader *reader, cpng_metadata *metadata) {
  png_unknown_chunkp chunks = NULL;
  int count = png_get_unknown_chunks(reader->png, reader->info, &chunks);
  for (int index = 0; index < count; index++) {
    if (memcmp(chunks[index].name, "cICP", 4) == 0 && chunks[index].size == 4) {
      metadata->code_points = chunks[index].data;
      return;
    }
  }
}

static void get_metadata(cpng_reader *reader, cpng_metadata *metadata) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  *metadata = (cpng_metadata){.srgb_intent = -1, .density_unit = -1};
  get_color_space(reader, metadata);
  get_code_points(reader, metadata);
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
