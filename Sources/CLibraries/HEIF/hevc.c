// Decodes HEVC for libheif.
//
// libheif's own decoder uses libde265, too, but ignores damage: the missing parts of a picture show
// what was in memory before, such as another picture. This decoder fills each picture with a
// pattern before it is decoded, asks libde265 for its warnings, and looks for parts that have not
// been decoded.
#include "hevc.h"

#include <stdlib.h>
#include <string.h>

#include "../libraries.h"

#if __has_include(<libheif/heif_plugin.h>)
#include <libheif/heif.h>
#include <libheif/heif_plugin.h>
#define HAS_PLUGINS LIBHEIF_HAVE_VERSION(1, 15, 0)
#else
#define HAS_PLUGINS 0
#endif

const char cheif_damage[] = "its pixels are damaged";

#if HAS_PLUGINS
#include "declarations.h"

// The functions of libde265, named as in de265.h without `de265_`.
#define DECODER_FUNCTIONS(F)                                                                    \
  F(new_decoder) F(free_decoder) F(push_NAL) F(flush_data) F(decode) F(get_next_picture)        \
  F(release_next_picture) F(get_warning) F(get_image_width) F(get_image_height)                 \
  F(get_chroma_format) F(get_bits_per_pixel) F(get_image_plane) F(get_image_full_range_flag)    \
  F(get_image_colour_primaries) F(get_image_transfer_characteristics)                           \
  F(get_image_matrix_coefficients) F(get_default_image_allocation_functions) F(set_image_plane)

// The functions of libheif, named as in heif.h without `heif_`.
#define PICTURE_FUNCTIONS(F)                                                                    \
  F(register_decoder_plugin) F(image_create) F(image_add_plane) F(image_get_plane)              \
  F(image_release) F(image_set_nclx_color_profile) F(nclx_color_profile_alloc)                  \
  F(nclx_color_profile_free) F(nclx_color_profile_set_color_primaries)                          \
  F(nclx_color_profile_set_transfer_characteristics)                                            \
  F(nclx_color_profile_set_matrix_coefficients)

#define DECODER_FIELD(name) __typeof__(&de265_##name) name;
#define DECODER_ROW(name) {"de265_" #name, &de265.name},
#define PICTURE_FIELD(name) __typeof__(&heif_##name) name;
#define PICTURE_ROW(name) {"heif_" #name, &heif.name},

static struct {
  DECODER_FUNCTIONS(DECODER_FIELD)
} de265;

static struct {
  PICTURE_FUNCTIONS(PICTURE_FIELD)
} heif;

static const char *const decoder_files[] = {"libde265.so.0", NULL};
static const clibrary_function decoder_functions[] = {DECODER_FUNCTIONS(DECODER_ROW)};
static const clibrary_table decoder_table = {decoder_files, decoder_functions,
                                             COUNT(decoder_functions), NULL};

static const char *const picture_files[] = {"libheif.so.1", NULL};
static const clibrary_function picture_functions[] = {PICTURE_FUNCTIONS(PICTURE_ROW)};
static const clibrary_table picture_table = {picture_files, picture_functions,
                                             COUNT(picture_functions), NULL};

static const struct heif_error success = {heif_error_Ok, heif_suberror_Unspecified, "success"};

static struct heif_error failure(enum heif_error_code code, const char *message) {
  return (struct heif_error){code, heif_suberror_Unspecified, message};
}

// ---- libde265 pictures ----

// The pattern that fills the luma of a picture: samples that no picture has by chance, repeated
// along each row. They fit into 8 bits, so they are valid at higher bit depths, too.
enum { pattern_count = 64 };

static uint8_t pattern8[pattern_count];
static uint8_t pattern16[2 * pattern_count];

static void make_patterns(void) {
  uint32_t state = 0x9E3779B9;
  for (int index = 0; index < pattern_count; index++) {
    state = state * 1664525 + 1013904223;
    pattern8[index] = pattern16[2 * index] = (uint8_t)(state >> 24);
  }
}

static size_t bytes_per_sample(const struct de265_image *picture, int channel) {
  return de265.get_bits_per_pixel(picture, channel) > 8 ? 2 : 1;
}

// Allocates a plane, for which libde265 calls free(). SIMD code may read a little beyond the end.
static uint8_t *allocate_plane(struct de265_image *picture, int channel, int width, int height,
                               int alignment) {
  int stride = (width + alignment - 1) / alignment * alignment;
  size_t count = (size_t)stride * (size_t)height * bytes_per_sample(picture, channel);
  enum { beyond = 64 };
  void *plane = NULL;
  if (posix_memalign(&plane, 64, count + beyond) != 0) return NULL;
  memset(plane, 0, count + beyond);
  // set_image_plane takes the stride in bytes, although libde265 stores it in samples.
  de265.set_image_plane(picture, channel, plane,
                        stride * (int)bytes_per_sample(picture, channel), NULL);
  return plane;
}

static void fill_luma(uint8_t *plane, size_t count, size_t sample) {
  const uint8_t *pattern = sample == 1 ? pattern8 : pattern16;
  size_t step = sample * pattern_count;
  for (size_t start = 0; start < count; start += step) {
    memcpy(plane + start, pattern, count - start < step ? count - start : step);
  }
}

// Replaces the function with which libde265 allocates pictures.
static int get_buffer(void *context, struct de265_image_spec *spec, struct de265_image *picture,
                      void *data) {
  (void)context, (void)data;
  enum de265_chroma chroma = de265.get_chroma_format(picture);
  int across = chroma == de265_chroma_444 ? 1 : 2, down = chroma == de265_chroma_420 ? 2 : 1;
  uint8_t *planes[3] = {allocate_plane(picture, 0, spec->width, spec->height, spec->alignment)};
  if (planes[0] == NULL) return 0;
  if (chroma == de265_chroma_mono) {
    for (int channel = 1; channel < 3; channel++) {
      de265.set_image_plane(picture, channel, NULL, 0, NULL);
    }
  } else {
    for (int channel = 1; channel < 3; channel++) {
      planes[channel] = allocate_plane(picture, channel, spec->width / across,
                                       spec->height / down, spec->alignment);
      if (planes[channel] != NULL) continue;
      // libde265 would otherwise free these planes again.
      for (int other = 0; other < channel; other++) {
        free(planes[other]);
        de265.set_image_plane(picture, other, NULL, 0, NULL);
      }
      return 0;
    }
  }
  size_t sample = bytes_per_sample(picture, 0);
  int stride = (spec->width + spec->alignment - 1) / spec->alignment * spec->alignment;
  size_t row_bytes = (size_t)stride * sample;
  for (int y = 0; y < spec->height; y++) {
    fill_luma(planes[0] + (size_t)y * row_bytes, row_bytes, sample);
  }
  return 1;
}

// Whether any block still has the pattern. Blocks have at least 16 x 16 samples. Filters change up
// to three samples from a block's edge if the neighbouring block has been decoded.
static bool lacks_blocks(const struct de265_image *picture) {
  enum { side = 16, inset = 4, looked_at = 8 };
  int row_bytes = 0, width = de265.get_image_width(picture, 0);
  int height = de265.get_image_height(picture, 0);
  const uint8_t *plane = de265.get_image_plane(picture, 0, &row_bytes);
  size_t sample = bytes_per_sample(picture, 0);
  const uint8_t *pattern = sample == 1 ? pattern8 : pattern16;
  if (plane == NULL) return true;
  for (int y = inset; y < height; y += side) {
    const uint8_t *row = plane + (size_t)y * (size_t)row_bytes;
    for (int x = inset; x + looked_at <= width; x += side) {
      size_t place = (size_t)(x % pattern_count) * sample;
      if (memcmp(row + (size_t)x * sample, pattern + place, looked_at * sample) == 0) return true;
    }
  }
  return false;
}

// ---- The plugin ----

static const char *get_name(void) { return "libde265, with checks for damage"; }

// Higher than the priorities of libheif's own decoders.
enum { priority = 1000 };

static int supports(enum heif_compression_format format) {
  return format == heif_compression_HEVC ? priority : 0;
}

static struct heif_error create(void **decoder) {
  *decoder = de265.new_decoder();
  return *decoder == NULL ? failure(heif_error_Memory_allocation_error, "out of memory") : success;
}

static void destroy(void *decoder) { de265.free_decoder(decoder); }

static struct heif_error push(void *decoder, const void *data, size_t count) {
  const uint8_t *bytes = data;
  static const struct heif_error end = {heif_error_Decoder_plugin_error, heif_suberror_End_of_data,
                                        "unexpected end of file"};
  // Each NAL unit is preceded by its length.
  for (size_t place = 0; place < count;) {
    if (count - place < 4) return end;
    const uint8_t *head = bytes + place;
    uint32_t length = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
    place += 4;
    if (length > count - place) return end;
    de265.push_NAL(decoder, bytes + place, (int)length, 0, NULL);
    place += length;
  }
  return success;
}

static struct heif_error copy_plane(const struct de265_image *from, int channel,
                                    enum heif_channel name, struct heif_image *to) {
  int width = de265.get_image_width(from, channel), height = de265.get_image_height(from, channel);
  int bits = de265.get_bits_per_pixel(from, channel), from_bytes = 0, to_bytes = 0;
  const uint8_t *rows = de265.get_image_plane(from, channel, &from_bytes);
  if (width <= 0 || height <= 0 || rows == NULL) {
    return failure(heif_error_Decoder_plugin_error, "its image has no size");
  }
  struct heif_error error = heif.image_add_plane(to, name, width, height, bits);
  if (error.code != heif_error_Ok) return error;
  uint8_t *copy = heif.image_get_plane(to, name, &to_bytes);
  size_t count = (size_t)width * bytes_per_sample(from, channel);
  for (int y = 0; y < height; y++) {
    memcpy(copy + (size_t)y * (size_t)to_bytes, rows + (size_t)y * (size_t)from_bytes, count);
  }
  return success;
}

static void copy_colors(const struct de265_image *from, struct heif_image *to) {
  struct heif_color_profile_nclx *points = heif.nclx_color_profile_alloc();
  if (points == NULL) return;
  // Unknown code points become "unspecified".
  heif.nclx_color_profile_set_color_primaries(
      points, (uint16_t)de265.get_image_colour_primaries(from));
  heif.nclx_color_profile_set_transfer_characteristics(
      points, (uint16_t)de265.get_image_transfer_characteristics(from));
  heif.nclx_color_profile_set_matrix_coefficients(
      points, (uint16_t)de265.get_image_matrix_coefficients(from));
  points->full_range_flag = de265.get_image_full_range_flag(from) != 0;
  heif.image_set_nclx_color_profile(to, points);
  heif.nclx_color_profile_free(points);
}

static struct heif_error copy_picture(const struct de265_image *from, struct heif_image **copy) {
  enum de265_chroma chroma = de265.get_chroma_format(from);
  bool is_mono = chroma == de265_chroma_mono;
  static const enum heif_channel names[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
  struct heif_error error = heif.image_create(
      de265.get_image_width(from, 0), de265.get_image_height(from, 0),
      is_mono ? heif_colorspace_monochrome : heif_colorspace_YCbCr, (enum heif_chroma)chroma, copy);
  if (error.code != heif_error_Ok) return error;
  for (int channel = 0; channel < (is_mono ? 1 : 3); channel++) {
    if (de265.get_bits_per_pixel(from, channel) != de265.get_bits_per_pixel(from, 0)) {
      error = failure(heif_error_Unsupported_feature, "its channels have different numbers of bits");
    } else {
      error = copy_plane(from, channel, names[channel], *copy);
    }
    if (error.code != heif_error_Ok) return error;
  }
  copy_colors(from, *copy);
  return success;
}

// Warnings that do not concern the pixels.
static bool is_harmless(int warning) {
  switch (warning) {
    case de265_warning_no_wavefronts:
    case de265_warning_entry_points:
    case de265_warning_reference_count:
    case de265_warning_thread_count:
    case de265_warning_sei_without_sps: return true;
    default: return false;
  }
}

static struct heif_error decode(void *decoder, struct heif_image **image) {
  *image = NULL;
  struct heif_error error = success;
  bool is_damaged = false;
  de265.flush_data(decoder);
  for (int more = 1; more != 0 && error.code == heif_error_Ok;) {
    more = 0;
    int status = de265.decode(decoder, &more);
    if (status != de265_ok) {
      is_damaged = is_damaged || status != de265_waits_for_input;
      break;
    }
    const struct de265_image *picture = de265.get_next_picture(decoder);
    if (picture == NULL) continue;
    is_damaged = is_damaged || lacks_blocks(picture);
    // If there are several pictures, the last one is used.
    if (*image != NULL) heif.image_release(*image);
    *image = NULL;
    error = copy_picture(picture, image);
    de265.release_next_picture(decoder);
  }
  for (int warning; (warning = de265.get_warning(decoder)) != de265_ok;) {
    is_damaged = is_damaged || !is_harmless(warning);
  }
  if (error.code == heif_error_Ok && (is_damaged || *image == NULL)) {
    error = failure(heif_error_Decoder_plugin_error, cheif_damage);
  }
  if (error.code != heif_error_Ok && *image != NULL) {
    heif.image_release(*image);
    *image = NULL;
  }
  return error;
}

static void set_strict(void *decoder, int flag) { (void)decoder, (void)flag; }

void cheif_register_hevc(void) {
  static const struct heif_decoder_plugin plugin = {
      .plugin_api_version = 3,
      .get_plugin_name = get_name,
      .does_support_format = supports,
      .new_decoder = create,
      .free_decoder = destroy,
      .push_data = push,
      .decode_image = decode,
      .set_strict_decoding = set_strict,
      .id_name = "contactsheet-libde265",
  };
  const char *file;
  if (clibrary_open(&picture_table, &file) != clibrary_state_ready ||
      clibrary_open(&decoder_table, &file) != clibrary_state_ready) {
    return;
  }
  make_patterns();
  // libde265 1.0 ignores every table of allocation functions except its own default one. It returns
  // a pointer to that table, which can be changed.
  ((struct de265_image_allocation *)de265.get_default_image_allocation_functions())->get_buffer =
      get_buffer;
  heif.register_decoder_plugin(&plugin);
}

#else

void cheif_register_hevc(void) {}

#endif
