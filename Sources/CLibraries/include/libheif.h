// libheif (clibrary_heif), which reports errors as structures and owns its pictures.
#ifndef CLIBRARIES_LIBHEIF_H
#define CLIBRARIES_LIBHEIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef enum __attribute__((enum_extensibility(closed))) cheif_status {
  cheif_status_ok = 0,
  cheif_status_ended,        // the file ends before the picture's data
  cheif_status_malformed,    // see the message
  cheif_status_unsupported,  // see the message
  cheif_status_undecoded,    // there is no decoder for its pixels
  cheif_status_exhausted     // memory ran out
} cheif_status;

// Which parts of a file to decode.
typedef struct cheif_request {
  uint32_t thumbnail;     // index of the thumbnail; 0 for the primary picture itself
  uint32_t alpha;         // index of its alpha, giving 4 samples per pixel; 0: none, and 3 samples
  bool has_tile_alpha;    // whether its tiles have alpha; pixels then have 4 samples
  bool is_deep;           // 2 bytes per sample instead of 1
  bool is_premultiplied;  // whether the file's colours are premultiplied
} cheif_request;

// Samples in libheif's memory.
typedef struct cheif_plane {
  const void *_Nullable image;
  const uint8_t *_Nullable rows;
  size_t row_bytes;
  uint32_t bits;  // per sample; if more than 8, samples are little endian
} cheif_plane;

// A decoded picture, rotated and cropped as its file specifies.
typedef struct cheif_picture {
  cheif_plane colors, alpha;
  uint32_t width, height;
  cheif_request request;
} cheif_picture;

enum { cheif_message_size = 200 };

// Decodes a file on this thread; decoders may start threads. `message` receives the reason for a
// failure.
cheif_status cheif_decode(const uint8_t *file, size_t count, cheif_request request,
                          cheif_picture *picture, char *message);

// The samples of a row, 8-bit or 16-bit big endian, with straight alpha.
void cheif_read_row(const cheif_picture *picture, size_t row, uint8_t *samples);

void cheif_release(cheif_picture *picture);

#pragma clang assume_nonnull end

#endif
