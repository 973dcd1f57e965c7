#include "include/CHEIFOracle.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void cheif_oracle_free(cheif_oracle_bytes bytes) { free(bytes.bytes); }

#if __has_include(<libheif/heif.h>)
#include <libheif/heif.h>

static void *library(void) { return dlopen("libheif.so.1", RTLD_NOW); }

#define CALL(name) ((__typeof__(&name))dlsym(library(), #name))

bool cheif_oracle_is_available(void) {
  return library() != NULL && CALL(heif_get_version_number)() >= LIBHEIF_MAKE_VERSION(1, 15, 0) &&
         CALL(heif_have_encoder_for_format)(heif_compression_HEVC) &&
         CALL(heif_have_encoder_for_format)(heif_compression_AV1) &&
         CALL(heif_have_decoder_for_format)(heif_compression_HEVC) &&
         CALL(heif_have_decoder_for_format)(heif_compression_AV1);
}

static struct heif_error keep(struct heif_context *context, const void *data, size_t size,
                              void *target) {
  (void)context;
  cheif_oracle_bytes *bytes = target;
  bytes->bytes = malloc(size);
  bytes->count = size;
  memcpy(bytes->bytes, data, size);
  struct heif_error none = {heif_error_Ok, heif_suberror_Unspecified, "ok"};
  return none;
}

cheif_oracle_bytes cheif_oracle_encode(cheif_oracle_options options, const uint16_t *samples) {
  cheif_oracle_bytes bytes = {0};
  bool is_deep = options.bits > 8;
  struct heif_image *image = NULL;
  struct heif_encoder *encoder = NULL;
  struct heif_image_handle *handle = NULL;
  int width = (int)options.width, height = (int)options.height, stride = 0;
  enum heif_chroma chroma =
      is_deep ? heif_chroma_interleaved_RRGGBB_LE : heif_chroma_interleaved_RGB;
  if (CALL(heif_image_create)(width, height, heif_colorspace_RGB, chroma, &image).code) return bytes;
  CALL(heif_image_add_plane)(image, heif_channel_interleaved, width, height, (int)options.bits);
  uint8_t *plane = CALL(heif_image_get_plane)(image, heif_channel_interleaved, &stride);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < 3 * width; x++) {
      uint16_t sample = samples[3 * width * y + x];
      uint8_t *row = plane + (size_t)y * (size_t)stride;
      row[is_deep ? 2 * x : x] = (uint8_t)sample;
      if (is_deep) row[2 * x + 1] = (uint8_t)(sample >> 8);
    }
  }
  struct heif_context *context = CALL(heif_context_alloc)();
  CALL(heif_context_get_encoder_for_format)(
      context, options.is_av1 ? heif_compression_AV1 : heif_compression_HEVC, &encoder);
  struct heif_encoding_options *encoding = CALL(heif_encoding_options_alloc)();
  struct heif_color_profile_nclx *nclx = CALL(heif_nclx_color_profile_alloc)();
  CALL(heif_encoder_set_lossy_quality)(encoder, 95);
  if (options.is_lossless) {
    CALL(heif_encoder_set_lossless)(encoder, 1);
    CALL(heif_encoder_set_parameter_string)(encoder, "chroma", "444");
    nclx->matrix_coefficients = heif_matrix_coefficients_RGB_GBR;
    nclx->full_range_flag = 1;
    encoding->output_nclx_profile = nclx;
  }
  if (options.is_av1) CALL(heif_encoder_set_parameter_integer)(encoder, "threads", 1);
  struct heif_writer writer = {1, keep};
  if (!CALL(heif_context_encode_image)(context, image, encoder, encoding, &handle).code) {
    CALL(heif_context_write)(context, &writer, &bytes);
    CALL(heif_image_handle_release)(handle);
  }
  CALL(heif_nclx_color_profile_free)(nclx);
  CALL(heif_encoding_options_free)(encoding);
  CALL(heif_encoder_release)(encoder);
  CALL(heif_context_free)(context);
  CALL(heif_image_release)(image);
  return bytes;
}

cheif_oracle_bytes cheif_oracle_decode(const uint8_t *file, size_t count, bool is_deep) {
  cheif_oracle_bytes bytes = {0};
  struct heif_image_handle *handle = NULL;
  struct heif_image *image = NULL;
  struct heif_context *context = CALL(heif_context_alloc)();
  enum heif_chroma chroma =
      is_deep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA;
  if (!CALL(heif_context_read_from_memory)(context, file, count, NULL).code &&
      !CALL(heif_context_get_primary_image_handle)(context, &handle).code &&
      !CALL(heif_decode_image)(handle, &image, heif_colorspace_RGB, chroma, NULL).code) {
    int stride = 0;
    const uint8_t *plane =
        CALL(heif_image_get_plane_readonly)(image, heif_channel_interleaved, &stride);
    bytes.width = (uint32_t)CALL(heif_image_get_primary_width)(image);
    bytes.height = (uint32_t)CALL(heif_image_get_primary_height)(image);
    bytes.bits = (uint32_t)CALL(heif_image_get_bits_per_pixel_range)(image, heif_channel_interleaved);
    size_t row = bytes.width * (is_deep ? 8 : 4);
    bytes.count = row * bytes.height;
    bytes.bytes = malloc(bytes.count);
    for (size_t y = 0; y < bytes.height; y++) {
      memcpy(bytes.bytes + y * row, plane + y * (size_t)stride, row);
    }
  }
  if (image != NULL) CALL(heif_image_release)(image);
  if (handle != NULL) CALL(heif_image_handle_release)(handle);
  CALL(heif_context_free)(context);
  return bytes;
}

#else

bool cheif_oracle_is_available(void) { return false; }

cheif_oracle_bytes cheif_oracle_encode(cheif_oracle_options options, const uint16_t *samples) {
  (void)options, (void)samples;
  cheif_oracle_bytes bytes = {0};
  return bytes;
}

cheif_oracle_bytes cheif_oracle_decode(const uint8_t *file, size_t count, bool is_deep) {
  (void)file, (void)count, (void)is_deep;
  cheif_oracle_bytes bytes = {0};
  return bytes;
}

#endif
