#include <stdio.h>
#include <string.h>

#include "internal.h"

void cpng_failure_raise(cpng_failure *failure, cpng_status status, const char *message) {
  failure->status = status;
  snprintf(failure->message, sizeof failure->message, "%s", message);
  longjmp(failure->target, 1);
}

void cpng_failure_raise_refusal(cpng_failure *failure, int error_number) {
  failure->error_number = error_number;
  cpng_failure_raise(failure, cpng_status_refused, strerror(error_number));
}

void cpng_failure_on_error(png_structp png, png_const_charp message) {
  cpng_failure *failure = png_get_error_ptr(png);
  // libpng says what is wrong with IHDR in a warning ahead of this error.
  if (strcmp(message, "Invalid IHDR data") == 0 && failure->warning[0] != 0) {
    message = failure->warning;
  }
  // What png_malloc says; the failing allocation may also be ours to limit.
  bool exhausted = strcmp(message, "Out of memory") == 0;
  cpng_failure_raise(failure, exhausted ? cpng_status_exhausted : cpng_status_malformed, message);
}

// Once libpng has all the rows it wants, it reports what is wrong with the rest of the zlib
// stream as a warning. Surplus bytes do no harm, but any other complaint, such as a wrong
// checksum, is about the pixels.
static bool is_about_pixels(png_const_charp message) {
  static const char *const surplus[] = {"Extra compressed data", "Too much image data",
                                        "Too many IDATs found", "chunk data is too large"};
  if (strncmp(message, "IDAT: ", 6) != 0) return false;
  for (size_t index = 0; index < sizeof surplus / sizeof surplus[0]; index++) {
    if (strstr(message, surplus[index]) != NULL) return false;
  }
  return true;
}

void cpng_failure_on_warning(png_structp png, png_const_charp message) {
  if (is_about_pixels(message)) cpng_failure_on_error(png, message);
  cpng_failure *failure = png_get_error_ptr(png);
  if (failure->warning[0] != 0) return;
  snprintf(failure->warning, sizeof failure->warning, "%s", message);
}
