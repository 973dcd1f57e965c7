// The part of libde265's interface that we use, which is the same in all versions from 1.0.7 on, so
// that the library is not needed to build.
//
// Source: libde265/de265.h.
#ifndef CHEIF_DECLARATIONS_H
#define CHEIF_DECLARATIONS_H

#include <stdint.h>

enum {
  de265_ok = 0,
  de265_waits_for_input = 13,
  de265_warning_no_wavefronts = 1000,
  de265_warning_entry_points = 1003,
  de265_warning_reference_count = 1018,
  de265_warning_thread_count = 1022,
  de265_warning_sei_without_sps = 1025,
};

enum de265_chroma { de265_chroma_mono, de265_chroma_420, de265_chroma_422, de265_chroma_444 };

struct de265_image;

struct de265_image_spec {
  int format;
  int width, height, alignment;
  int crop_left, crop_right, crop_top, crop_bottom;
  int visible_width, visible_height;
};

struct de265_image_allocation {
  int (*get_buffer)(void *context, struct de265_image_spec *spec, struct de265_image *picture,
                    void *data);
  void (*release_buffer)(void *context, struct de265_image *picture, void *data);
};

void *de265_new_decoder(void);
int de265_free_decoder(void *decoder);
int de265_push_NAL(void *decoder, const void *data, int length, int64_t time, void *user_data);
int de265_flush_data(void *decoder);
int de265_decode(void *decoder, int *more);
const struct de265_image *de265_get_next_picture(void *decoder);
void de265_release_next_picture(void *decoder);
int de265_get_warning(void *decoder);

int de265_get_image_width(const struct de265_image *picture, int channel);
int de265_get_image_height(const struct de265_image *picture, int channel);
enum de265_chroma de265_get_chroma_format(const struct de265_image *picture);
int de265_get_bits_per_pixel(const struct de265_image *picture, int channel);
const uint8_t *de265_get_image_plane(const struct de265_image *picture, int channel, int *row_bytes);
int de265_get_image_full_range_flag(const struct de265_image *picture);
int de265_get_image_colour_primaries(const struct de265_image *picture);
int de265_get_image_transfer_characteristics(const struct de265_image *picture);
int de265_get_image_matrix_coefficients(const struct de265_image *picture);

const struct de265_image_allocation *de265_get_default_image_allocation_functions(void);
void de265_set_image_plane(struct de265_image *picture, int channel, void *memory, int stride,
                           void *user_data);

#endif
