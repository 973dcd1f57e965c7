#include "CHEIFShims.h"

#include <string.h>

#if __has_include(<libheif/heif.h>)
#include <libheif/heif.h>
#define HAS_HEIF LIBHEIF_HAVE_VERSION(1, 15, 0)
#else
#define HAS_HEIF 0
#endif

#if HAS_HEIF
#include <stdio.h>

// A function of the library, by the type that heif.h declares.
#define CALL(library, name) ((__typeof__(&heif_##name))(library)->name)

bool cheif_is_built(void) { return true; }

// No threads are started from 1.15 on where none are wanted.
bool cheif_library_fits(const cheif_library *library) {
  return CALL(library, get_version_number)() >= LIBHEIF_MAKE_VERSION(1, 15, 0);
}

static cheif_status status_of(struct heif_error error, char *message) {
  if (error.code == heif_error_Ok) return cheif_status_ok;
  snprintf(message, cheif_message_size, "%s", error.message == NULL ? "" : error.message);
  if (error.subcode == heif_suberror_End_of_data) return cheif_status_ended;
  if (error.subcode == heif_suberror_Unsupported_codec) return cheif_status_undecoded;
  switch (error.code) {
    case heif_error_Memory_allocation_error:
      return error.subcode == heif_suberror_Security_limit_exceeded ? cheif_status_unsupported
                                                                    : cheif_status_exhausted;
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature: return cheif_status_unsupported;
    default: return cheif_status_malformed;
  }
}

static cheif_status decode(const cheif_library *library, struct heif_image_handle *handle,
                           cheif_picture *picture, char *message) {
  cheif_request request = picture->request;
  struct heif_decoding_options *options = CALL(library, decoding_options_alloc)();
  if (options == NULL) return cheif_status_exhausted;
  options->convert_hdr_to_8bit = !request.is_deep;
  enum heif_chroma chroma =
      request.is_deep
          ? (request.has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE
                               : heif_chroma_interleaved_RRGGBB_LE)
          : (request.has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB);
  struct heif_image *image = NULL;
  cheif_status status = status_of(
      CALL(library, decode_image)(handle, &image, heif_colorspace_RGB, chroma, options), message);
  CALL(library, decoding_options_free)(options);
  if (status != cheif_status_ok) return status;
  int width = CALL(library, image_get_width)(image, heif_channel_interleaved);
  int height = CALL(library, image_get_height)(image, heif_channel_interleaved);
  int bits = CALL(library, image_get_bits_per_pixel_range)(image, heif_channel_interleaved);
  int row_bytes = 0;
  picture->image = image;
  picture->rows = CALL(library, image_get_plane_readonly)(image, heif_channel_interleaved, &row_bytes);
  int least = width * (request.has_alpha ? 4 : 3) * (request.is_deep ? 2 : 1);
  if (picture->rows == NULL || width < 1 || height < 1 || row_bytes < least ||
      (request.is_deep ? bits < 9 || bits > 16 : bits != 8)) {
    snprintf(message, cheif_message_size, "its pixels are not as its headers say");
    return cheif_status_malformed;
  }
  picture->row_bytes = (size_t)row_bytes;
  picture->width = (uint32_t)width;
  picture->height = (uint32_t)height;
  picture->bits = (uint32_t)bits;
  return cheif_status_ok;
}

cheif_status cheif_decode(const cheif_library *library, const uint8_t *file, size_t count,
                          cheif_request request, cheif_picture *picture, char *message) {
  memset(picture, 0, sizeof *picture);
  picture->request = request;
  message[0] = 0;
  struct heif_context *context = CALL(library, context_alloc)();
  if (context == NULL) return cheif_status_exhausted;
  // Several pictures are decoded at once already.
  CALL(library, context_set_max_decoding_threads)(context, 0);
  struct heif_image_handle *handle = NULL, *thumbnail = NULL;
  cheif_status status = status_of(
      CALL(library, context_read_from_memory_without_copy)(context, file, count, NULL), message);
  if (status == cheif_status_ok) {
    status = status_of(CALL(library, context_get_primary_image_handle)(context, &handle), message);
  }
  if (status == cheif_status_ok && request.thumbnail != 0) {
    status = status_of(
        CALL(library, image_handle_get_thumbnail)(handle, request.thumbnail, &thumbnail), message);
  }
  if (status == cheif_status_ok) {
    status = decode(library, thumbnail == NULL ? handle : thumbnail, picture, message);
  }
  if (thumbnail != NULL) CALL(library, image_handle_release)(thumbnail);
  if (handle != NULL) CALL(library, image_handle_release)(handle);
  CALL(library, context_free)(context);
  return status;
}

void cheif_release(const cheif_library *library, cheif_picture *picture) {
  if (picture->image != NULL) CALL(library, image_release)(picture->image);
  picture->image = NULL;
}

#else
#include "../CJPEGShims/packages.h"

bool cheif_is_built(void) { return false; }

bool cheif_library_fits(const cheif_library *library) {
  (void)library;
  return false;
}

cheif_status cheif_decode(const cheif_library *library, const uint8_t *file, size_t count,
                          cheif_request request, cheif_picture *picture, char *message) {
  (void)library, (void)file, (void)count, (void)request, (void)picture, (void)message;
  return cheif_status_malformed;
}

void cheif_release(const cheif_library *library, cheif_picture *picture) {
  (void)library, (void)picture;
}

#endif

void cheif_read_row(const cheif_picture *picture, size_t row, uint8_t *samples) {
  const uint8_t *source = picture->rows + row * picture->row_bytes;
  uint32_t channels = picture->request.has_alpha ? 4 : 3, bits = picture->bits;
  size_t count = (size_t)channels * picture->width;
  bool is_deep = picture->request.is_deep;
  if (!is_deep) memcpy(samples, source, count);
  for (size_t index = 0; is_deep && index < count; index++) {
    uint32_t value = source[2 * index] | (uint32_t)source[2 * index + 1] << 8;
    // The bits that are missing are the first ones once more, so that white stays white.
    value = value << (16 - bits) | value >> (2 * bits - 16);
    samples[2 * index] = (uint8_t)(value >> 8);
    samples[2 * index + 1] = (uint8_t)value;
  }
  if (channels != 4 || !picture->request.is_premultiplied) return;
  for (size_t index = 0; index < count; index++) {
    size_t alpha_index = index | 3;
    if (index == alpha_index) continue;
    uint32_t most = is_deep ? 65535 : 255;
    uint32_t alpha = is_deep ? (uint32_t)samples[2 * alpha_index] << 8 | samples[2 * alpha_index + 1]
                             : samples[alpha_index];
    uint32_t value =
        is_deep ? (uint32_t)samples[2 * index] << 8 | samples[2 * index + 1] : samples[index];
    // No colour is more than its alpha.
    value = alpha == 0 ? 0 : value > alpha ? most : (value * most + alpha / 2) / alpha;
    if (is_deep) samples[2 * index] = (uint8_t)(value >> 8);
    samples[is_deep ? 2 * index + 1 : index] = (uint8_t)value;
  }
}
