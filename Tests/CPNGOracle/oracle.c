#include "include/CPNGOracle.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

cpng_oracle_picture cpng_oracle_decode_simply(const uint8_t *file, size_t count) {
  cpng_oracle_picture picture = {0};
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_memory(&image, file, count)) return picture;
  image.format = PNG_FORMAT_RGBA;
  uint8_t *bytes = malloc(PNG_IMAGE_SIZE(image));
  if (bytes == NULL || !png_image_finish_read(&image, NULL, bytes, 0, NULL)) {
    png_image_free(&image);
    free(bytes);
    return picture;
  }
  picture.width = image.width;
  picture.height = image.height;
  picture.bytes_per_row = PNG_IMAGE_ROW_STRIDE(image);
  picture.bytes = bytes;
  return picture;
}

typedef struct memory_file {
  const uint8_t *bytes;
  size_t count;
} memory_file;

static void read_bytes(png_structp png, png_bytep buffer, size_t count) {
  memory_file *file = png_get_io_ptr(png);
  if (count > file->count) png_error(png, "end of file");
  memcpy(buffer, file->bytes, count);
  file->bytes += count;
  file->count -= count;
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void decode_wide(png_structp png, png_infop info, memory_file *file,
                        cpng_oracle_picture *picture) {
  if (setjmp(png_jmpbuf(png))) return;
  png_set_read_fn(png, file, read_bytes);
  png_set_expand_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
  png_read_png(png, info, PNG_TRANSFORM_EXPAND, NULL);
  picture->width = png_get_image_width(png, info);
  picture->height = png_get_image_height(png, info);
  picture->bytes_per_row = png_get_rowbytes(png, info);
  png_bytepp rows = png_get_rows(png, info);
  picture->bytes = malloc(picture->bytes_per_row * picture->height);
  for (size_t row = 0; picture->bytes != NULL && row < picture->height; row++) {
    memcpy(picture->bytes + row * picture->bytes_per_row, rows[row], picture->bytes_per_row);
  }
}

cpng_oracle_picture cpng_oracle_decode_wide(const uint8_t *bytes, size_t count) {
  cpng_oracle_picture picture = {0};
  memory_file file = {bytes, count};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, ignore);
  if (png == NULL) return picture;
  png_infop info = png_create_info_struct(png);
  if (info != NULL) decode_wide(png, info, &file, &picture);
  png_destroy_read_struct(&png, &info, NULL);
  return picture;
}

static bool read_texts(png_structp png, png_infop info, memory_file *file,
                       cpng_oracle_texts *result) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_read_fn(png, file, read_bytes);
  png_read_info(png, info);
  png_textp texts;
  int count = 0;
  result->ahead_count = (size_t)png_get_text(png, info, &texts, &count);
  for (png_uint_32 row = 0; row < png_get_image_height(png, info); row++) {
    png_read_row(png, NULL, NULL);
  }
  png_read_end(png, info);
  int found = png_get_text(png, info, &texts, &count);
  for (int index = 0; index < found && index < cpng_oracle_maximum_texts; index++) {
    bool is_utf8 = texts[index].compression >= PNG_ITXT_COMPRESSION_NONE;
    size_t length = is_utf8 ? texts[index].itxt_length : texts[index].text_length;
    cpng_oracle_text *text = &result->texts[result->count++];
    *text = (cpng_oracle_text){.keyword = strdup(texts[index].key),
                               .value = malloc(length + 1),
                               .value_count = length,
                               .is_utf8 = is_utf8};
    memcpy(text->value, texts[index].text, length);
  }
  return true;
}

cpng_oracle_texts *cpng_oracle_read_texts(const uint8_t *bytes, size_t count) {
  memory_file file = {bytes, count};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, ignore);
  png_infop info = png_create_info_struct(png);
  cpng_oracle_texts *result = calloc(1, sizeof *result);
  bool is_read = read_texts(png, info, &file, result);
  png_destroy_read_struct(&png, &info, NULL);
  if (is_read) return result;
  cpng_oracle_texts_free(result);
  return NULL;
}

void cpng_oracle_texts_free(cpng_oracle_texts *texts) {
  for (size_t index = 0; index < texts->count; index++) {
    free(texts->texts[index].keyword);
    free(texts->texts[index].value);
  }
  free(texts);
}

static void count_bytes(png_structp png, png_bytep bytes, size_t count) {
  (void)bytes;
  *(size_t *)png_get_io_ptr(png) += count;
}

static void count_flush(png_structp png) { (void)png; }

static void encode(png_structp png, png_infop info, const cpng_oracle_picture *picture, int level,
                   size_t *total) {
  if (setjmp(png_jmpbuf(png))) return;
  png_set_write_fn(png, total, count_bytes, count_flush);
  png_set_compression_level(png, level);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
  png_set_IHDR(png, info, picture->width, picture->height, 8, PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(png, info);
  for (size_t row = 0; row < picture->height; row++) {
    png_write_row(png, picture->bytes + row * picture->bytes_per_row);
  }
  png_write_end(png, NULL);
}

size_t cpng_oracle_encoded_size(cpng_oracle_picture picture, int level) {
  size_t total = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, ignore);
  if (png == NULL) return 0;
  png_infop info = png_create_info_struct(png);
  if (info != NULL) encode(png, info, &picture, level, &total);
  png_destroy_write_struct(&png, &info);
  return total;
}

// PNG specification, 9.4, word by word.
static uint8_t paeth(int left, int above, int corner) {
  int estimate = left + above - corner;
  int to_left = abs(estimate - left);
  int to_above = abs(estimate - above);
  int to_corner = abs(estimate - corner);
  if (to_left <= to_above && to_left <= to_corner) return (uint8_t)left;
  return (uint8_t)(to_above <= to_corner ? above : corner);
}

void cpng_oracle_paeth(uint8_t left, uint8_t *above, uint8_t *filtered, uint8_t *row) {
  uint8_t before = 0, corner = 0;
  *filtered++ = 4;
  for (int pair = 0; pair < 256 * 256; pair++, above += 2, filtered += 2, row += 2) {
    above[0] = (uint8_t)(pair / 256);
    above[1] = (uint8_t)pair;
    row[0] = left;
    filtered[0] = (uint8_t)(left - paeth(before, above[0], corner));
    row[1] = paeth(left, above[1], above[0]);
    filtered[1] = 0;
    before = row[1];
    corner = above[1];
  }
}
