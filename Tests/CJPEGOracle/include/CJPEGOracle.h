// Writes JPEG files and decodes whole ones with the installed libjpeg, without our code.
#ifndef CJPEG_ORACLE_H
#define CJPEG_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How a file is written. Colour spaces are numbered as in jpeglib.h:
// 1 grey, 2 RGB, 3 YCbCr, 4 CMYK, 5 YCCK.
typedef struct cjpeg_oracle_options {
  uint32_t width, height;
  int color_space;         // of the file; rows come in grey, RGB or CMYK
  int across, down;        // sampling factors of the first channel; the others have 1
  int quality;
  int restart_interval;    // in MCUs; 0: none
  bool is_progressive;
  bool is_arithmetic;
  bool has_jfif_marker;
  bool has_adobe_marker;
  int density_unit, density_x, density_y;
  const uint8_t *markers;  // complete ones, put after libjpeg's own
  size_t markers_count;
} cjpeg_oracle_options;

typedef struct cjpeg_oracle_bytes {
  uint8_t *bytes;  // NULL on failure; to be freed by cjpeg_oracle_free
  size_t count;
  uint32_t width, height, channels;
} cjpeg_oracle_bytes;

// Whether this was built with jpeglib.h, and a library with the same layout is installed.
bool cjpeg_oracle_is_available(void);
// The path of that library; NULL if there is none.
const char *cjpeg_oracle_path(void);
cjpeg_oracle_bytes cjpeg_oracle_encode(cjpeg_oracle_options options, const uint8_t *rows);
// Decodes a file to grey, RGB or CMYK, at 1/1, 1/2, 1/4 or 1/8.
cjpeg_oracle_bytes cjpeg_oracle_decode(const uint8_t *file, size_t count, int divisor);
// The number of bytes that the library allocates for coefficients when it decodes a file at a scale.
size_t cjpeg_oracle_coefficient_bytes(const uint8_t *file, size_t count, int divisor);
void cjpeg_oracle_free(cjpeg_oracle_bytes bytes);

#endif
