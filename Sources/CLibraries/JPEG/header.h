// Whether jpeglib.h was available at compile time, and belongs to libjpeg-turbo: other
// implementations of libjpeg have different structures under the same version numbers.
#if __has_include(<jpeglib.h>) && __has_include(<jerror.h>) && __has_include(<jconfig.h>)
#include <stdio.h>

#include <jconfig.h>
#endif

#ifdef LIBJPEG_TURBO_VERSION
#define HAS_JPEG 1
#else
#define HAS_JPEG 0
#include "../packages.h"
#endif
