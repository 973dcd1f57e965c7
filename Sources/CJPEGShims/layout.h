// Which jpeglib.h a layout is compiled with. Included by layout_62.c and layout_80.c, which define
// CJPEG_LAYOUT and CJPEG_LAYOUT_NAME.
#include "internal.h"

#if __has_include(<jpeglib.h>) && __has_include(<jerror.h>) && __has_include(<jconfig.h>)
#include <stdio.h>

#include <jconfig.h>
#endif

// Other libraries of that name have other structures under the same version.
#ifdef LIBJPEG_TURBO_VERSION

// jpeglib.h declares the structures of the version that its own configuration names.
#define JCONFIG_INCLUDED
#undef JPEG_LIB_VERSION
#define JPEG_LIB_VERSION CJPEG_LAYOUT
#include <jerror.h>
#include <jpeglib.h>

#include "failures.h"
#include "source.h"
#include "reader.h"
#include "writer.h"

static const cjpeg_layout layout = {create, destroy,  read_header, start,
                                    read_row, finish, encode,      optimize};

const cjpeg_layout *const CJPEG_LAYOUT_NAME = &layout;

#else

const cjpeg_layout *const CJPEG_LAYOUT_NAME = NULL;

#include "packages.h"

#endif
