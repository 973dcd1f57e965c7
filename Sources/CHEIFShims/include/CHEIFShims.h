// libheif behind two functions, as its errors are structures and its pictures its own.
//
// Nothing is linked. The caller hands over the functions of a library that it has loaded.
#ifndef CHEIF_SHIMS_H
#define CHEIF_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#define CHEIF_CLOSED __attribute__((enum_extensibility(closed)))
#pragma clang assume_nonnull begin
#else
#define CHEIF_CLOSED
#endif

typedef enum CHEIF_CLOSED cheif_status {
  cheif_status_ok = 0,
  cheif_status_ended,        // the file ends ahead of what the picture needs
  cheif_status_malformed,    // see the message
  cheif_status_unsupported,  // see the message
  cheif_status_undecoded,    // no decoder for how its pixels are coded
  cheif_status_exhausted     // memory ran out
} cheif_status;

// Whether heif.h of a version that is new enough was there when this was built. Without it no library
// fits.
bool cheif_is_built(void);

typedef void (*cheif_function)(void);

// The functions of a library, called as there but for `heif_`.
typedef struct cheif_library {
  cheif_function get_version_number;
  cheif_function context_alloc;
  cheif_function context_free;
  cheif_function context_set_max_decoding_threads;
  cheif_function context_read_from_memory_without_copy;
  cheif_function context_get_primary_image_handle;
  cheif_function context_get_image_handle;
  cheif_function image_handle_get_thumbnail;
  cheif_function image_handle_release;
  cheif_function decoding_options_alloc;
  cheif_function decoding_options_free;
  cheif_function decode_image;
  cheif_function image_get_width;
  cheif_function image_get_height;
  cheif_function image_get_bits_per_pixel_range;
  cheif_function image_get_plane_readonly;
  cheif_function image_release;
} cheif_library;

// Finds the functions by a handle of `dlopen`; false where one is missing, or the library is not new
// enough.
bool cheif_find_functions(void *handle, cheif_library *library);

// What is wanted of a file.
typedef struct cheif_request {
  uint32_t thumbnail;     // the number of the thumbnail; 0 for the primary picture itself
  uint32_t alpha;         // the number of its alpha, for 4 samples a pixel; 0 for 3
  bool is_deep;           // 2 bytes a sample, else 1
  bool is_premultiplied;  // as the file has it
} cheif_request;

// Samples as libheif holds them.
typedef struct cheif_plane {
  const void *_Nullable image;
  const uint8_t *_Nullable rows;
  size_t row_bytes;
  uint32_t bits;  // of a sample; the lesser byte first where these are more than 8
} cheif_plane;

// A picture that is decoded, turned and cropped as its file says.
typedef struct cheif_picture {
  cheif_plane colors, alpha;
  uint32_t width, height;
  cheif_request request;
} cheif_picture;

enum { cheif_message_size = 200 };

// Decodes a file, in this thread but for what decoders do. `message` gets why it cannot.
cheif_status cheif_decode(const cheif_library *library, const uint8_t *file, size_t count,
                          cheif_request request, cheif_picture *picture, char *message);

// Samples of a row, of 8 or of 16 bits, the greater byte first, and alpha that is not multiplied.
void cheif_read_row(const cheif_picture *picture, size_t row, uint8_t *samples);

void cheif_release(const cheif_library *library, cheif_picture *picture);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
