#include "libheif.h"

#include <stdlib.h>
#include <string.h>

#include "../libraries.h"
#include "hevc.h"

#if __has_include(<libheif/heif.h>)
#include <libheif/heif.h>
#define HAS_HEIF LIBHEIF_HAVE_VERSION(1, 15, 0)
#else
#define HAS_HEIF 0
#endif

static const char *const files[] = {"libheif.so.1", NULL};

#if HAS_HEIF
#include <stdio.h>

// The functions of the library, named as in heif.h without `heif_`.
#define FUNCTIONS(F)                                                                           \
  F(get_version_number) F(context_alloc) F(context_free) F(context_set_max_decoding_threads)   \
  F(context_read_from_memory_without_copy) F(context_get_primary_image_handle)                 \
  F(context_get_image_handle) F(image_handle_get_thumbnail) F(image_handle_release)            \
  F(decoding_options_alloc) F(decoding_options_free) F(decode_image) F(image_get_width)        \
  F(image_get_height) F(image_get_bits_per_pixel_range) F(image_get_plane_readonly)            \
  F(image_get_decoding_warnings) F(image_release)

#define FIELD(name) __typeof__(&heif_##name) name;
#define ROW(name) {"heif_" #name, &heif.name},

static struct {
  FUNCTIONS(FIELD)
} heif;

static const clibrary_function functions[] = {FUNCTIONS(ROW)};

// From version 1.15 on, no threads are started if none are requested.
static bool fits(void) {
  if (heif.get_version_number() < LIBHEIF_MAKE_VERSION(1, 15, 0)) return false;
  cheif_register_hevc();
  return true;
}

const clibrary_table heif_table = {files, functions, COUNT(functions), fits};

static cheif_status status_of(struct heif_error error, char *message) {
  if (error.code == heif_error_Ok) return cheif_status_ok;
  const char *reason = error.message == NULL ? "" : error.message;
  const char *damage = strstr(reason, cheif_damage);
  snprintf(message, cheif_message_size, "%s", damage == NULL ? reason : damage);
  if (error.subcode == heif_suberror_End_of_data) return cheif_status_ended;
  // Newer versions report that no decoder was loaded.
  if (error.subcode == heif_suberror_Unsupported_codec ||
      error.code == heif_error_Plugin_loading_error) {
    return cheif_status_undecoded;
  }
  switch (error.code) {
    case heif_error_Memory_allocation_error:
      return error.subcode == heif_suberror_Security_limit_exceeded ? cheif_status_unsupported
                                                                    : cheif_status_exhausted;
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature: return cheif_status_unsupported;
    default: return cheif_status_malformed;
  }
}

// Decodes the colours, which determine the picture's size, or its alpha, which must have that size.
static cheif_status decode(struct heif_image_handle *handle, bool is_alpha, cheif_picture *picture,
                           char *message) {
  struct heif_decoding_options *options = heif.decoding_options_alloc();
  if (options == NULL) return cheif_status_exhausted;
  bool is_deep = picture->request.is_deep;
  options->convert_hdr_to_8bit = !is_deep;
  // Alpha may be coded as grey or as colours; in both cases it is the luma.
  enum heif_colorspace space = is_alpha ? heif_colorspace_YCbCr : heif_colorspace_RGB;
  bool has_alpha = picture->request.has_tile_alpha;
  enum heif_chroma deep = has_alpha ? heif_chroma_interleaved_RRGGBBAA_LE
                                    : heif_chroma_interleaved_RRGGBB_LE;
  enum heif_chroma shallow = has_alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
  enum heif_chroma chroma = is_alpha ? heif_chroma_420 : is_deep ? deep : shallow;
  enum heif_channel channel = is_alpha ? heif_channel_Y : heif_channel_interleaved;
  struct heif_image *image = NULL;
  cheif_status status =
      status_of(heif.decode_image(handle, &image, space, chroma, options), message);
  heif.decoding_options_free(options);
  if (status != cheif_status_ok) return status;
  cheif_plane *plane = is_alpha ? &picture->alpha : &picture->colors;
  plane->image = image;
  // Unknown code points do not affect the pixels. libheif 1.15 warns of nothing else; hevc.c
  // detects damage in HEVC.
  struct heif_error warning;
  for (int i = 0; heif.image_get_decoding_warnings(image, i, &warning, 1) > 0; i++) {
    if (warning.subcode >= heif_suberror_Unknown_NCLX_color_primaries &&
        warning.subcode <= heif_suberror_Unknown_NCLX_matrix_coefficients) {
      continue;
    }
    snprintf(message, cheif_message_size, "%s",
             warning.message == NULL ? cheif_damage : warning.message);
    return cheif_status_malformed;
  }
  int width = heif.image_get_width(image, channel);
  int height = heif.image_get_height(image, channel);
  int bits = heif.image_get_bits_per_pixel_range(image, channel);
  int row_bytes = 0;
  plane->rows = heif.image_get_plane_readonly(image, channel, &row_bytes);
  bool fits = is_alpha ? width == (int)picture->width && height == (int)picture->height &&
                             bits >= 8 && bits <= 16
                       : is_deep ? bits > 8 && bits <= 16 : bits == 8;
  if (plane->rows == NULL || width < 1 || height < 1 || !fits ||
      row_bytes < width * (is_alpha ? 1 : has_alpha ? 4 : 3) * (bits > 8 ? 2 : 1)) {
    snprintf(message, cheif_message_size, "its pixels do not match its headers");
    return cheif_status_malformed;
  }
  plane->row_bytes = (size_t)row_bytes;
  plane->bits = (uint32_t)bits;
  picture->width = (uint32_t)width;
  picture->height = (uint32_t)height;
  return cheif_status_ok;
}

cheif_status cheif_decode(const uint8_t *file, size_t count, cheif_request request,
                          cheif_picture *picture, char *message) {
  memset(picture, 0, sizeof *picture);
  picture->request = request;
  message[0] = 0;
  struct heif_context *context = heif.context_alloc();
  if (context == NULL) return cheif_status_exhausted;
  // Several pictures are already decoded in parallel.
  heif.context_set_max_decoding_threads(context, 0);
  struct heif_image_handle *handle = NULL, *thumbnail = NULL, *alpha = NULL;
  cheif_status status = status_of(
      heif.context_read_from_memory_without_copy(context, file, count, NULL), message);
  if (status == cheif_status_ok) {
    status = status_of(heif.context_get_primary_image_handle(context, &handle), message);
  }
  if (status == cheif_status_ok && request.thumbnail != 0) {
    status = status_of(
        heif.image_handle_get_thumbnail(handle, request.thumbnail, &thumbnail), message);
  }
  if (status == cheif_status_ok) {
    status = decode(thumbnail == NULL ? handle : thumbnail, false, picture, message);
  }
  if (status == cheif_status_ok && request.alpha != 0) {
    status = status_of(heif.context_get_image_handle(context, request.alpha, &alpha),
                       message);
    if (status == cheif_status_ok) status = decode(alpha, true, picture, message);
  }
  if (alpha != NULL) heif.image_handle_release(alpha);
  if (thumbnail != NULL) heif.image_handle_release(thumbnail);
  if (handle != NULL) heif.image_handle_release(handle);
  heif.context_free(context);
  return status;
}

void cheif_release(cheif_picture *picture) {
  cheif_plane *planes[] = {&picture->colors, &picture->alpha};
  for (size_t index = 0; index < 2; index++) {
    if (planes[index]->image != NULL) heif.image_release(planes[index]->image);
    planes[index]->image = NULL;
  }
}

#else
#include "../packages.h"

const clibrary_table heif_table = {files, NULL, 0, NULL};

cheif_status cheif_decode(const uint8_t *file, size_t count, cheif_request request,
                          cheif_picture *picture, char *message) {
  (void)file, (void)count, (void)request, (void)picture, (void)message;
  return cheif_status_malformed;
}

void cheif_release(cheif_picture *picture) { (void)picture; }

#endif

// A sample of a row, converted to 8 or 16 bits.
static uint32_t sample(const cheif_plane *plane, size_t row, size_t index, uint32_t wanted) {
  const uint8_t *bytes = plane->rows + row * plane->row_bytes;
  uint32_t bits = plane->bits;
  uint32_t value = bits > 8 ? bytes[2 * index] | (uint32_t)bytes[2 * index + 1] << 8 : bytes[index];
  if (bits >= wanted) return value >> (bits - wanted);
  // The highest bits are repeated to fill the missing ones, so that white stays white.
  return value << (wanted - bits) | value >> (2 * bits - wanted);
}

void cheif_read_row(const cheif_picture *picture, size_t row, uint8_t *samples) {
  cheif_request request = picture->request;
  bool is_deep = request.is_deep, has_alpha = request.alpha != 0 || request.has_tile_alpha;
  size_t stored = request.has_tile_alpha ? 4 : 3;
  if (!is_deep && !has_alpha) {
    memcpy(samples, picture->colors.rows + row * picture->colors.row_bytes, (size_t)3 * picture->width);
    return;
  }
  uint32_t bits = is_deep ? 16 : 8, most = (1u << bits) - 1, alpha = most;
  size_t channels = has_alpha ? 4 : 3, place = 0;
  for (size_t x = 0; x < picture->width; x++) {
    if (has_alpha) {
      alpha = request.has_tile_alpha ? sample(&picture->colors, row, 4 * x + 3, bits)
                                     : sample(&picture->alpha, row, x, bits);
    }
    for (size_t channel = 0; channel < channels; channel++) {
      uint32_t value = channel == 3 ? alpha : sample(&picture->colors, row, stored * x + channel, bits);
      if (channel < 3 && request.is_premultiplied && has_alpha) {
        // A premultiplied colour never exceeds its alpha.
        value = alpha == 0 ? 0 : value > alpha ? most : (value * most + alpha / 2) / alpha;
      }
      if (is_deep) samples[place++] = (uint8_t)(value >> 8);
      samples[place++] = (uint8_t)value;
    }
  }
}
